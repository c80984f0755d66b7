// The program of a child: runs one task after another, each in an interpreter of its own, and speaks with its host over
// its standard input and output. It knows no store, no secret and no other process, and goes with its host. `Date` shows
// scripts the time of their run, and UTC.

import { readFileSync } from 'node:fs'
import { FrameReader, frame } from './frames.ts'
import { Interpreter } from './interpreter.ts'
import type { FromChild, Task, ToChild } from './messages.ts'

declare const WebAssembly: { compile(bytes: Uint8Array): Promise<object> }

process.env.TZ = 'UTC'
// They are for the host, which ends its children itself.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
process.stdin.on('end', () => process.exit())
process.stdin.on('error', () => process.exit())
process.stdout.on('error', () => process.exit())

/** A busy script blocks the event loop, so the end of standard input goes unnoticed: the parent's id is polled. */
const host = process.ppid
const look = (): number => {
  if (process.ppid !== host) process.exit()
  return performance.now()
}

const wasm = await WebAssembly.compile(readFileSync(process.argv[2]!))
let running: Interpreter | undefined
/** Counts tasks and stops: a task that was stopped before its interpreter had started does not begin. */
let turn = 0

const reader = new FrameReader(Number.POSITIVE_INFINITY, (message) => heard(message as ToChild))
process.stdin.on('data', (chunk: Buffer) => reader.push(chunk))
say({ type: 'ready' })

function heard(message: ToChild): void {
  if (message.type === 'task') void begin(message.task)
  else if (message.type === 'answer') running?.answer(message.id, message.text)
  else {
    turn++
    running?.stop()
    running = undefined
    say({ type: 'stopped' })
  }
}

async function begin(task: Task): Promise<void> {
  const mine = ++turn
  try {
    const made = await Interpreter.start({ wasm, task, elapsedMs: look, say })
    if (turn !== mine) return
    running = made
    made.run()
  } catch (error) {
    say({ type: 'failed', failure: { code: 'crash', message: String(error) } })
  }
}

function say(message: FromChild): void {
  process.stdout.write(frame(message))
}
