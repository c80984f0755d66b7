// Activity: the causes of commits, newest first, as sentences; and the number of commits of each model.

import { ownerOfExternal } from '@cellwake/language'
import type { Clock } from '@cellwake/scheduler'
import type { CommitRow, Store } from '@cellwake/store'
import {
  ACTIVITY_COMMITS,
  ACTIVITY_ENTRIES,
  ACTIVITY_ENTRIES_MAX,
  ACTIVITY_MINUTES,
  ACTIVITY_PAGE_COMMITS,
} from './limits.ts'
import { isoOf } from './views/iso.ts'
import { type CauseDetail, detailOf, type LeftCause, makerOf } from './why/causes.ts'

const MINUTE_MS = 60_000

export interface AuditEntry {
  readonly rev: number
  readonly at: string
  readonly by: string
  readonly act: string
  /** Whether it was about a model or a topic. */
  readonly kind: 'model' | 'topic'
  /** The model or topic it was about. */
  readonly about: string
  /** The deed, in words. */
  readonly what: string
}

/** Newest first; `before` asks for the next page, if there may be one. */
export interface AuditPage {
  readonly entries: readonly AuditEntry[]
  readonly before: number | null
}

export interface ActivityOptions {
  /** The id of a model, or a topic; left out, everything. */
  readonly about?: string
  /** Filter of the entries that the caller may see; left out, all. */
  readonly shows?: (entry: AuditEntry) => boolean
  readonly before?: number
  readonly limit?: number
}

/**
 * No events of their own: the commit that keeps the answer to a set, those that end a deletion, and of the reports of
 * workers that a job goes on, or is answered, which the landing tells.
 */
const UNTOLD: ReadonlySet<string> = new Set(['answer', 'answered', 'renewal', 'sweep'])

/** Title of a rule; undefined if the model has it no more, or is not open. */
type TitleOf = (model: string, rule: string) => string | undefined

async function activityIn(
  store: Store,
  options: ActivityOptions,
  titleOf: TitleOf,
): Promise<AuditPage> {
  const limit = Math.min(options.limit ?? ACTIVITY_ENTRIES, ACTIVITY_ENTRIES_MAX)
  const entries: AuditEntry[] = []
  const oldest = await store.keptSince()
  let before = Math.min(options.before ?? Number.MAX_SAFE_INTEGER, store.seq + 1)
  for (let looked = 0; before > oldest + 1 && looked < ACTIVITY_COMMITS; ) {
    const after = Math.max(oldest, before - 1 - ACTIVITY_PAGE_COMMITS)
    const page = await store.commits({ after, limit: before - 1 - after })
    for (const commit of [...page].reverse()) {
      for (const entry of entriesOf(commit, titleOf)) {
        if (options.about !== undefined && entry.about !== options.about) continue
        if (options.shows?.(entry) !== false) entries.push(entry)
      }
      // All of a commit are on one page.
      if (entries.length >= limit) return { entries, before: commit.seq }
    }
    looked += before - 1 - after
    before = after + 1
  }
  return { entries, before: before > oldest + 1 ? before : null }
}

/** Entries of a commit. A rule's events are told under their topic too: a reader of that may not see the model. */
function entriesOf(commit: CommitRow, titleOf: TitleOf): AuditEntry[] {
  const detail = detailOf(commit)
  if (detail !== undefined && UNTOLD.has(detail.act)) return []
  const topic = topicOf(commit)
  const { seq, at } = commit
  const head = { rev: seq, at: isoOf(at), by: makerOf(commit) }
  const act = detail?.act ?? 'commit'
  if (detail?.model === undefined && topic !== '') {
    return [{ ...head, act, kind: 'topic', about: topic, what: 'Published an event.' }]
  }
  const about = detail?.model ?? ''
  const topics = detail?.act === 'rules' ? (detail.topics ?? []) : []
  return [
    { ...head, act, kind: 'model', about, what: inWords(detail, titleOf) },
    ...topics.map((name): AuditEntry => {
      return { ...head, act: 'publish', kind: 'topic', about: name, what: 'A rule published.' }
    }),
  ]
}

function topicOf({ info }: CommitRow): string {
  const { detail } = info as { readonly detail?: { readonly topic?: unknown } }
  return typeof detail?.topic === 'string' ? detail.topic : ''
}

function leftInWords(left: readonly LeftCause[] = []): string {
  return left
    .map(({ rule, count, due }) => {
      const runs = count === 1 ? 'One occurrence' : `${count} occurrences`
      return ` ${runs} of a rule that is gone never ran: ${rule}, last due ${isoOf(due)}.`
    })
    .join('')
}

function inWords(detail: CauseDetail | undefined, titleOf: TitleOf): string {
  switch (detail?.act) {
    case 'set':
      return `Set ${listed(detail.symbols, detail.more)}.`
    case 'deploy':
      return `Deployed version ${detail.version}.${leftInWords(detail.left)}`
    case 'rollback':
      return `Deployed an older source again, as version ${detail.version}.${leftInWords(detail.left)}`
    case 'delete':
      return 'Deleted the model.'
    case 'file':
      return 'Noted the text of the file that it was deployed from.'
    case 'resolve':
      return `Computed ${detail.symbol}.`
    case 'landing':
      return `Took in the answers to ${listed(cellsOf(detail.symbols), detail.more)}.`
    case 'expiry':
      return `Noted that answers to ${listed(cellsOf(detail.symbols), detail.more)} have got old.`
    case 'ask':
      return `Asked for ${listed(cellsOf(detail.symbols), detail.more)}.`
    case 'refresh':
      return `Asked again for ${listed(cellsOf(detail.symbols), detail.more)}.`
    case 'failed':
      return `Had no answer to ${detail.function}: the job ${detail.job} says why.`
    case 'postponed':
      return `Had no answer to ${detail.function} yet, and tries again.`
    case 'retry':
      return `Put the job ${detail.job} back.`
    case 'cancel':
      return `Called the job ${detail.job} off.`
    case 'rules': {
      const { rules, more } = detail
      if (rules.length === 0) return 'Noted how its rules stand.'
      const names = rules.map(({ id, line }) => {
        return titleOf(detail.model, id) ?? `the rule in line ${line}`
      })
      const who = capitalised(listed([...new Set(names)], more))
      const writes = [...new Set(rules.flatMap((rule) => rule.writes))]
      const wrote = writes.length === 0 ? '' : ` and wrote ${listed(writes, 0)}`
      return `${who} fired${wrote}.`
    }
    default:
      return 'Committed.'
  }
}

function capitalised(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`
}

/** Cells and names instead of their calls. */
function cellsOf(symbols: readonly string[]): string[] {
  return [...new Set(symbols.map(ownerOfExternal))]
}

function listed(names: readonly string[], more: number): string {
  const all = more > 0 ? [...names, `${more} more`] : names
  return all.length < 2 ? all.join('') : `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`
}

/** Number of commits of each model in each minute, since this process has had it. */
class CommitCounts {
  readonly #byModel = new Map<string, Map<number, number>>()

  note(id: string, now: number): void {
    const minutes = this.#byModel.get(id) ?? new Map<number, number>()
    this.#byModel.set(id, minutes)
    const minute = Math.floor(now / MINUTE_MS)
    minutes.set(minute, (minutes.get(minute) ?? 0) + 1)
    if (minutes.size <= ACTIVITY_MINUTES) return
    // The oldest comes first: minutes are added as they pass.
    const [oldest] = minutes.keys()
    minutes.delete(oldest!)
  }

  /** Oldest first; the last minute is the one that runs. */
  perMinute(id: string, count: number, now: number): number[] {
    const minutes = this.#byModel.get(id)
    const last = Math.floor(now / MINUTE_MS)
    return Array.from({ length: count }, (_, i) => minutes?.get(last - count + 1 + i) ?? 0)
  }
}

export interface ActivityHost {
  readonly store: Store
  readonly clock: Clock
  readonly ruleTitle: TitleOf
}

/** Activity of all models of a host. */
export class Activity {
  readonly #host: ActivityHost
  readonly #counts = new CommitCounts()

  constructor(host: ActivityHost) {
    this.#host = host
  }

  /** Commits with their authors, newest first. */
  page(options: ActivityOptions): Promise<AuditPage> {
    return activityIn(this.#host.store, options, this.#host.ruleTitle)
  }

  /** Oldest first. */
  commitsPerMinute(id: string, minutes: number): number[] {
    return this.#counts.perMinute(id, minutes, this.#host.clock.now())
  }

  /** A model made a commit. */
  counted(id: string): void {
    this.#counts.note(id, this.#host.clock.now())
  }
}
