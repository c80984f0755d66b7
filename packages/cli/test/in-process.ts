// The program run in the process of the tests: as a child it would take a second or two each time. What only
// a process shows, such as the code that it leaves, is for `cellwake` in support.ts.

import { Readable } from 'node:stream'
import { vi } from 'vitest'
import { runProgram } from '../src/program.ts'
import { Output } from '../src/text/output.ts'
import type { Ended } from './support.ts'

/** Runs the program to its end; `input` is its standard input. One run at a time may read it. */
export async function inProcess(args: readonly string[], input = ''): Promise<Ended> {
  const out: string[] = []
  const err: string[] = []
  const stream = (lines: string[]) => ({
    write: (chunk: string | Uint8Array) =>
      lines.push(typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString('latin1')),
  })
  const stdin = Readable.from(Buffer.from(input)) as unknown as typeof process.stdin
  const given = vi.spyOn(process, 'stdin', 'get').mockReturnValue(stdin)
  try {
    const code = await runProgram(args, new Output(stream(out), stream(err), {}))
    return { code, out: out.join(''), err: err.join('') }
  } finally {
    given.mockRestore()
  }
}
