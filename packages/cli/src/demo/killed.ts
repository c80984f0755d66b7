// Runs the payments in a process of its own, and ends it the hard way.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { system } from '@cellwake/store'

const RUNS_MS = 700

/** The numbers that were acknowledged before the process was killed. */
export async function killedWhilePaying(url: string): Promise<number[]> {
  const program = fileURLToPath(new URL('../../bin/cellwake.mjs', import.meta.url))
  const child = spawn(process.execPath, [program, 'demo-payments', url], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  const acknowledged: number[] = []
  const lines = createInterface({ input: child.stdout })
  const first = new Promise<void>((resolve) => {
    lines.on('line', (line) => {
      acknowledged.push(Number(line))
      resolve()
    })
  })
  await Promise.race([first, exited])
  if (child.exitCode === null) await system.delay(RUNS_MS)
  const drained = once(lines, 'close')
  child.kill('SIGKILL')
  await exited
  await drained
  return acknowledged
}
