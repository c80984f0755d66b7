// A tool with an outside world behind it that keeps a log: requests, effects, checks. It fails on demand, in every way in
// which a real one can.

import type { Reconciled, ToolContext, ToolDefinition } from '../define.ts'
import { ToolError, type ToolErrorKind } from '../errors.ts'

export interface FakeCall {
  readonly input: unknown
  readonly key: string
  readonly run: string
  /** Whether the world outside has changed by it. */
  readonly applied: boolean
}

/** The next call's failure, instead of success. */
export type FakeAnswer =
  /** It is not done, and the tool says so. */
  | { readonly fails: ToolErrorKind; readonly message?: string; readonly retryAfterMs?: number }
  /** It is done, and the reply is lost. */
  | { readonly loses: 'reply' }
  /** It is not done, and the outcome is unknown: the request was lost. */
  | { readonly loses: 'request' }
  /** It throws something without a class, before it did anything. */
  | { readonly throws: unknown }
  /** It is done, and the process dies before the reply. */
  | { readonly dies: true }
  /** It never replies, done or not. */
  | { readonly hangs: true; readonly applied?: boolean }

export interface FakeToolOptions {
  readonly name: string
  readonly readOnly?: boolean
  /** Whether it can reconcile a call. */
  readonly reconciles?: boolean
  /** Its result; the number of the call if left out. */
  readonly result?: (input: unknown) => unknown
}

export interface FakeTool extends ToolDefinition {
  readonly calls: FakeCall[]
  /** Keys that it was asked about. */
  readonly checks: string[]
  /** The next calls give these answers, in order; later ones succeed. */
  will(...answers: readonly FakeAnswer[]): void
  /** The next checks cannot say yet. */
  cannotSay(times: number): void
  /** The world forgets nothing, but a process can die: then no reply arrives. */
  die: () => boolean
}

const NEVER = new Promise<never>(() => {})

export function fakeTool(options: FakeToolOptions): FakeTool {
  const { name, readOnly = false, reconciles = true } = options
  const calls: FakeCall[] = []
  const checks: string[] = []
  const answers: FakeAnswer[] = []
  const resultOf = options.result ?? (() => ({ call: calls.length }))
  const results = new Map<string, unknown>()
  let mute = 0
  const tool: FakeTool = {
    name,
    readOnly,
    calls,
    checks,
    die: () => false,
    will: (...more) => {
      answers.push(...more)
    },
    cannotSay: (times) => {
      mute += times
    },
    call: async (input: unknown, { key, run }: ToolContext) => {
      const answer = answers.shift()
      const applied = answer === undefined || 'dies' in answer || isApplied(answer)
      calls.push({ input, key, run, applied })
      if (applied) results.set(key, resultOf(input))
      if (answer === undefined) return results.get(key)
      if ('fails' in answer) {
        const { fails, message = `${name} said ${fails}`, retryAfterMs } = answer
        throw new ToolError(fails, message, retryAfterMs === undefined ? {} : { retryAfterMs })
      }
      if ('throws' in answer) throw answer.throws
      if ('dies' in answer) tool.die()
      if ('dies' in answer || 'hangs' in answer) return NEVER
      throw new ToolError('unknown', `no reply from ${name}`)
    },
  }
  if (!reconciles) return tool
  tool.reconcile = async (_: unknown, { key }: ToolContext): Promise<Reconciled> => {
    checks.push(key)
    if (mute > 0) {
      mute--
      return { outcome: 'retry' }
    }
    return results.has(key)
      ? { outcome: 'applied', result: results.get(key) }
      : { outcome: 'failed' }
  }
  return tool
}

function isApplied(answer: FakeAnswer): boolean {
  if ('loses' in answer) return answer.loses === 'reply'
  return 'hangs' in answer && answer.applied === true
}
