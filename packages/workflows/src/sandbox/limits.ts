// The limits of the sandbox, with the unit last. Limits that an operator sets are in the limits of workflows;
// these bound the damage to the host by a script, or by a child process that a script has taken over.

import type { Limits } from '../limits.ts'

/** Child processes at once. One is busy for as long as its phase, also while that waits for a tool. */
export const CHILDREN = 8
/** An idle child is ended after this long, to free its memory. */
export const CHILD_IDLE_MS = 30_000
/** A child that is not ready by then is given up. */
export const CHILD_START_MS = 30_000
/** The heap of a child's own JavaScript. Scripts live in WebAssembly, outside of it. */
export const CHILD_HEAP_MB = 128
/** The native stack of a child. Main threads have 8 MiB on most machines, and an overflow ends the child alone. */
export const CHILD_STACK_KB = 4_000

/** The stack of a script: some 1,400 calls. Larger, and the native stack would run out first. */
export const SCRIPT_STACK_BYTES = 256 * 1024
/** WebAssembly memory beyond that of the script: the interpreter's own, and gaps between objects. */
export const INTERPRETER_BYTES = 32 * 1024 * 1024
export const WASM_PAGE_BYTES = 64 * 1024
/** The interpreter's WebAssembly module declares that it starts with so much. */
export const WASM_START_PAGES = 256

/** A phase is interrupted so long before its deadline that its failure can still say where. */
export const INTERRUPT_BEFORE_MS = 50
/** A child that has not stopped this long after its deadline, or after it was told to, is killed. */
export const KILL_AFTER_MS = 100
/** How long reading the structure of a script may take. */
export const DESCRIBE_MS = 5_000

/** Longest script. */
export const SCRIPT_CHARS = 512 * 1024
/** Promise jobs between two checks of the deadline. */
export const JOBS_PER_LOOK = 100
/** Calls of a phase beyond its publishes and tools: reads of events, and inputs. */
export const OTHER_CALLS = 2_000
/** Operations of one phase that are under way at once; others wait. */
export const CALLS_AT_ONCE = 16
/** A message of a script beyond its largest state or payload: ids of reserved events, mostly. */
export const MESSAGE_SLACK_CHARS = 512 * 1024
/** Longest answer to a script, as JSON text. */
export const ANSWER_CHARS = 8 * 1024 * 1024

/** Log lines that a failure carries, and the longest name, message and stack of an error. */
export const FAILURE_LOG_LINES = 20
export const FAILURE_CHARS = 2_000
/** The tail of a child's standard error. */
export const STDERR_CHARS = 2_000

/** In UTF-8, JSON text of JSON text takes at most three bytes for a character. */
export const BYTES_PER_CHAR = 3
/** Beside the text of a message. */
export const FRAME_SLACK_BYTES = 64 * 1024

/** The longest text that a phase may send in one message. */
export function messageChars({ stateChars, payloadChars }: Limits): number {
  return Math.max(stateChars, payloadChars) + MESSAGE_SLACK_CHARS
}

export function callsPerPhase({ publishesPerRun, toolCallsPerRun }: Limits): number {
  return publishesPerRun + toolCallsPerRun + OTHER_CALLS
}
