// The program of a helper: does one task after another, and answers in parts. It has no store and no model of the host,
// so nothing that it does can be seen before the host takes it in. It goes with its host.

import { catalogue, compile, withFunctions } from '@cellwake/language'
import { DiagnosticsError, EngineError } from '../errors.ts'
import { SIMULATED_ANSWER_CHARS } from '../limits.ts'
import { simulate } from '../simulate/simulate.ts'
import type { Failure, FromHelper, Given, Task, ToHelper } from './messages.ts'
import { sourceParts } from './source-parts.ts'

let known = catalogue
let given: Given[number][] = []
let goOn: () => void = () => {}

process.on('disconnect', () => process.exit())
// Signals are for the host, which ends its helpers itself.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
process.on('message', (message: ToHelper) => {
  if (message.type === 'next') goOn()
  else if (message.type === 'functions') known = withFunctions(catalogue, message.signatures)
  else if (message.type === 'given') given.push(...message.given)
  else {
    work(message.task).then(
      () => say({ type: 'done' }),
      (error: unknown) => say({ type: 'failed', failure: failureOf(error) }),
    )
  }
})
say({ type: 'ready' })

function say(message: FromHelper): void {
  process.send?.(message)
}

async function tell(part: unknown): Promise<void> {
  const asked = new Promise<void>((resolve) => {
    goOn = resolve
  })
  say({ type: 'part', part })
  await asked
}

async function work(task: Task): Promise<void> {
  if (task.kind === 'compile') {
    const read = compile(task.source, { catalogue: known })
    for (const part of sourceParts(read)) await tell(part)
    return
  }
  const from = given
  given = []
  const found = await simulate(task.source, { ...task.options, given: from, catalogue: known })
  // As text: of that, the host takes in megabytes at once.
  await tell(written(found))
}

function written(found: unknown): string {
  const text = JSON.stringify(found)
  if (text.length <= SIMULATED_ANSWER_CHARS) return text
  throw new EngineError('too-much-memory', 'What the simulation shows is too large.')
}

function failureOf(error: unknown): Failure {
  if (error instanceof DiagnosticsError) {
    return { code: error.code, what: error.what, diagnostics: error.diagnostics }
  }
  if (error instanceof EngineError) return { code: error.code, what: error.what }
  // A text or a list that no heap could hold.
  if (error instanceof RangeError) return { code: 'too-much-memory', what: 'It grew too large.' }
  return { code: undefined, what: error instanceof Error ? (error.stack ?? error.message) : '' }
}
