// Errors of a sandbox. A script's error is for the person or the program that mends it: the fault, its location and
// phase, the remedy, and the last log lines. A run that ends with it has failed by its own logic.

import type { ScriptFailure, ScriptFailureCode, ScriptPhase } from './messages.ts'

/** The remedy of each. */
export const scriptErrors: Readonly<Record<ScriptFailureCode, string>> = {
  syntax: 'Correct the script at that place.',
  threw: 'Correct the script, or what it was given.',
  time: 'Do less in one phase, and leave the rest to the next run.',
  memory: 'Look at fewer events at once, and keep less of them.',
  stack: 'Use a loop, or data that is not nested so deep.',
  stuck: 'Await what the context gives, and nothing else.',
  value: 'Give and return plain JSON, and less of it.',
  calls: 'Do less in one phase, and leave the rest to the next run.',
  shape: 'Compare it with the definition of a workflow.',
  crash: 'Take out what needs much memory or nests deep; it is stopped the same way each time.',
}

export interface ScriptErrorDetails {
  /** Absent if the script was only read. */
  readonly phase?: ScriptPhase
  readonly handler?: string
  /** The last lines that it logged. */
  readonly logs?: readonly string[]
}

export class ScriptError extends Error {
  readonly code: ScriptFailureCode
  /** `line:column` in the script. */
  readonly location?: string
  readonly phase: ScriptPhase | undefined
  readonly handler: string | undefined
  readonly logs: readonly string[]

  constructor({ code, message, location }: ScriptFailure, details: ScriptErrorDetails = {}) {
    const { handler, phase, logs = [] } = details
    const where = location === undefined ? '' : ` at ${location}`
    super(`${subject(phase, handler)} failed${where}: ${sentence(message)} ${scriptErrors[code]}`)
    this.name = 'ScriptError'
    this.code = code
    if (location !== undefined) this.location = location
    this.phase = phase
    this.handler = handler
    this.logs = logs
  }
}

function subject(phase: ScriptPhase | undefined, handler: string | undefined): string {
  if (phase === undefined) return 'The script'
  return phase === 'producer' ? `The producer ${handler}` : `${phase} of ${handler}`
}

function sentence(text: string): string {
  const one = text.replace(/\s+/g, ' ').trim()
  return /[.!?]$/.test(one) ? one : `${one}.`
}

/** The other side of a pipe does not keep to the form of messages. */
export class FrameError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'FrameError'
  }
}
