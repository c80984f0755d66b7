// Cause of a commit of the engine: a small record that every commit carries, made of data at hand.
// Long lists are cut, and the number of entries left out is kept.

import type { CommitRow } from '@cellwake/store'
import { CAUSE_SYMBOLS } from '../limits.ts'
import type { RuleNews } from '../rules/rule-book.ts'

/** `now` is the instant at which the model was computed for the commit; left out if it was not. */
export type CauseDetail =
  | {
      readonly act: 'set'
      readonly model: string
      readonly now: number
      readonly symbols: readonly string[]
      readonly more: number
      /** The run that made the set, if a workflow did. */
      readonly run?: RunCause
    }
  | {
      readonly act: 'deploy' | 'rollback'
      readonly model: string
      readonly now: number
      readonly version: number
      /** Due occurrences of the rules that it removed; they never ran. */
      readonly left?: readonly LeftCause[]
    }
  | {
      readonly act: 'rules'
      readonly model: string
      readonly now?: number
      readonly wave: number
      readonly rules: readonly RuleCause[]
      readonly more: number
      /** To which they published; left out if to none. */
      readonly topics?: readonly string[]
    }
  | { readonly act: 'resolve'; readonly model: string; readonly symbol: string }
  /** Answers or failures of external calls, and the jobs that brought them. */
  | {
      readonly act: 'landing'
      readonly model: string
      readonly now: number
      readonly symbols: readonly string[]
      readonly more: number
      readonly jobs: readonly string[]
    }
  /** Requests of external calls: since their time has come, since they are wanted, or to be refreshed. */
  | {
      readonly act: 'expiry' | 'ask' | 'refresh'
      readonly model: string
      readonly now: number
      readonly symbols: readonly string[]
      readonly more: number
    }
  /** A job was requeued or cancelled by hand. */
  | { readonly act: 'retry' | 'cancel'; readonly model: string; readonly job: string }
  /** The report of a worker: an attempt has ended, or goes on. */
  | {
      readonly act: 'answered' | 'failed' | 'postponed' | 'renewal'
      readonly model: string
      readonly job: string
      readonly function: string
    }
  | { readonly act: 'delete'; readonly model: string }
  /** The commit after a set whose answer has firings, by which the answer is known again. */
  | { readonly act: 'answer'; readonly model: string }
  /** The commit after a deploy from a file, by which a host knows the file again. */
  | { readonly act: 'file'; readonly model: string }

/** The run of a workflow that gave values, the events that it took, and the inputs behind them. */
export type RunCause = {
  readonly workflow: string
  readonly run: string
  readonly events: readonly {
    readonly topic: string
    readonly messageId: string
    /** The commit that published it. */
    readonly rev: number
  }[]
  /** As people know them. */
  readonly inputs: readonly string[]
}

/** Due occurrences of one removed rule, by its title. */
export type LeftCause = {
  readonly rule: string
  readonly count: number
  /** When the newest of them was due. */
  readonly due: number
}

/** One rule that fired. */
export type RuleCause = {
  readonly id: string
  readonly kind: 'when' | 'every' | 'at'
  readonly line: number
  readonly due: number | null
  readonly writes: readonly string[]
}

/** Cause of a set: only the first symbols are spelled out, since there may be a hundred thousand. */
export function setCause(
  model: string,
  now: number,
  changes: readonly { readonly at: { readonly id: string } }[],
  run?: RunCause,
): CauseDetail {
  const symbols: string[] = []
  const count = Math.min(changes.length, CAUSE_SYMBOLS)
  for (let i = 0; i < count; i++) symbols.push(changes[i]!.at.id)
  const more = changes.length - count
  return { act: 'set', model, now, symbols, more, ...(run !== undefined && { run }) }
}

/** Cause of a deploy; `left` are due occurrences of the rules that it removed. */
export function deployCause(
  act: 'deploy' | 'rollback',
  model: string,
  now: number,
  version: number,
  left: readonly LeftCause[],
): CauseDetail {
  const told = left.slice(0, CAUSE_SYMBOLS)
  const rest = left.slice(CAUSE_SYMBOLS)
  if (rest.length > 0) {
    const count = rest.reduce((sum, one) => sum + one.count, 0)
    const due = rest.reduce((newest, one) => Math.max(newest, one.due), 0)
    told.push({ rule: `${rest.length} more rules`, count, due })
  }
  return { act, model, now, version, ...(told.length > 0 && { left: told }) }
}

/** Cause of a commit for external calls: of their requests, or of their answers. */
export function callsCause<Act extends 'expiry' | 'ask' | 'refresh' | 'landing'>(
  act: Act,
  model: string,
  now: number,
  symbols: readonly string[],
) {
  const named = symbols.slice(0, CAUSE_SYMBOLS)
  return { act, model, now, symbols: named, more: symbols.length - named.length } as const
}

/** Cause of a wave: the rules that fired, their due times, their writes. */
export function rulesCause(model: string, news: readonly RuleNews[]): CauseDetail {
  const rules: RuleCause[] = []
  let room = CAUSE_SYMBOLS
  let fired = 0
  const topics = new Set<string>()
  for (const { rule, record } of news) {
    if (record.outcome !== 'fired') continue
    fired++
    for (const { topic } of record.events) if (topics.size < CAUSE_SYMBOLS) topics.add(topic)
    if (rules.length === CAUSE_SYMBOLS) continue
    const writes = record.writes.slice(0, room).map(({ symbol }) => symbol)
    room -= writes.length
    rules.push({ id: rule.id, kind: rule.kind, line: rule.line, due: record.due, writes })
  }
  const record = news.find(({ record: { outcome } }) => outcome === 'fired')?.record
  const now = record === undefined ? {} : { now: record.at }
  const sent = topics.size === 0 ? {} : { topics: [...topics] }
  const wave = record?.wave ?? 0
  return { act: 'rules', model, ...now, wave, rules, more: fired - rules.length, ...sent }
}

/** The cause of a commit, if it is one of the engine's. */
export function detailOf(commit: CommitRow | undefined): CauseDetail | undefined {
  const info = commit?.info as { readonly detail?: CauseDetail } | undefined
  return info?.detail !== undefined && 'act' in info.detail ? info.detail : undefined
}

/** Author of a commit. */
export function makerOf(commit: CommitRow | undefined): string {
  return (commit?.info as { readonly by?: string } | undefined)?.by ?? ''
}
