// The protocol between the host and a child. Values of scripts are carried as JSON text: a child never builds them, and
// the host reads them only where it needs them.

export const PHASES = ['producer', 'prepare', 'mutate', 'next'] as const
export type ScriptPhase = (typeof PHASES)[number]

/** Limits that a child enforces on a script. */
export interface TaskLimits {
  readonly memoryBytes: number
  readonly deadlineMs: number
  /** When the child interrupts it: somewhat before its deadline. */
  readonly wallMs: number
  readonly messageChars: number
  readonly calls: number
}

export interface DescribeTask {
  readonly kind: 'describe'
  readonly script: string
  readonly limits: TaskLimits
}

export interface PhaseTask {
  readonly kind: 'phase'
  readonly script: string
  readonly limits: TaskLimits
  readonly phase: ScriptPhase
  readonly handler: string
  /** Arguments of the handler after its context, each as JSON; null for undefined. */
  readonly args: readonly (string | null)[]
  /** The time of the run, as ISO 8601. */
  readonly now: string
  /** The names of all tools, with dots. */
  readonly tools: readonly string[]
}

export type Task = DescribeTask | PhaseTask

export type ToChild =
  | { readonly type: 'task'; readonly task: Task }
  /** The JSON of an operation's result; null for undefined. */
  | { readonly type: 'answer'; readonly id: number; readonly text: string | null }
  | { readonly type: 'stop' }

export const SCRIPT_FAILURES = [
  'syntax',
  'threw',
  'time',
  'memory',
  'stack',
  'stuck',
  'value',
  'calls',
  'shape',
  'crash',
] as const
/** Why a script failed, as its child sees it. */
export type ScriptFailureCode = (typeof SCRIPT_FAILURES)[number]

export interface ScriptFailure {
  readonly code: ScriptFailureCode
  readonly message: string
  /** `line:column` in the script. */
  readonly location?: string
}

export type FromChild =
  | { readonly type: 'ready' }
  /** An operation: `peek`, or `tools.ledger.append`. `text` is the JSON of its arguments. */
  | { readonly type: 'call'; readonly id: number; readonly op: string; readonly text: string }
  /** `text` is the JSON of a list of words. */
  | { readonly type: 'log'; readonly text: string }
  | { readonly type: 'done'; readonly text: string | null }
  | { readonly type: 'failed'; readonly failure: ScriptFailure }
  | { readonly type: 'stopped' }
