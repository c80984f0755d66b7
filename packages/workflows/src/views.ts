// A workflow as a person sees it: one of four words, one sentence on what is wrong with the buttons that resolve it, the
// schedule in words, and below that runs, inputs, the ledger, logs and versions. All of it is read from the store, so
// every host shows the same.

import type { EntryRow, Store } from '@cellwake/store'
import { type DeliveryView, deliveryViews } from './delivery-views.ts'
import { WorkflowError } from './errors.ts'
import { type IssueView, issueOf, notHeld } from './issues.ts'
import { iso } from './json.ts'
import { PAGE_MAX_ROWS, PAGE_ROWS, STALE_INPUT_MS } from './limits.ts'
import { pendingWork } from './pending-work.ts'
import {
  type DeliveryState,
  type Hold,
  type InputRecord,
  type LedgerRecord,
  type LogRecord,
  lists,
  type WorkflowRecords,
} from './records.ts'
import type { Phase } from './run.ts'
import { type LedgerView, ledgerView, type RunView, runView } from './run-views.ts'
import { scheduleWords } from './schedule.ts'
import type { Structure } from './structure.ts'
import { storedTopic } from './topics.ts'

export type Word = 'Running' | 'Idle' | 'Needs attention' | 'Stopped'

export interface StatusView {
  readonly name: string
  readonly title: string
  readonly status: Word
  readonly issue?: IssueView
  /** In words: `Checks every 5 minutes`. */
  readonly schedule: string
  readonly nextRunAt: string | null
  readonly version: string
  /** Events that wait, or are under way. */
  readonly pending: number
  /** The same by topic. */
  readonly pendingByTopic: Readonly<Record<string, number>>
  /** And by the source of the input behind them; by topic where there is none. */
  readonly pendingBySource: Readonly<Record<string, number>>
}

export interface InputView {
  readonly id: string
  readonly source: string
  readonly type: string
  readonly externalId: string
  readonly title: string
  readonly status: 'pending' | 'done' | 'skipped'
  /** Pending for over a week. */
  readonly stale: boolean
  readonly events: readonly {
    readonly topic: string
    readonly messageId: string
    readonly state: string
  }[]
  readonly outputs: readonly string[]
  readonly createdAt: string
}

export interface LogView {
  readonly at: string
  readonly run: string
  readonly phase: Phase
  readonly text: string
}

export function wordOf(paused: boolean, hold: Hold | undefined, isRunning: boolean): Word {
  if (isRunning) return 'Running'
  if (hold?.kind === 'person' && hold.because !== 'internal') return 'Needs attention'
  if (paused || hold?.kind === 'person') return 'Stopped'
  return 'Idle'
}

export class Views {
  readonly #store: Store

  constructor(store: Store) {
    this.#store = store
  }

  async status(records: WorkflowRecords, isHere: boolean): Promise<StatusView> {
    const { name } = records
    const control = records.mustControl()
    const { structure } = records.version(control.version)!
    const { hold } = records.held()
    const active = await this.#store.entries({
      list: lists.runs(name),
      states: ['active'],
      limit: 1,
    })
    const { byTopic, bySource } = await pendingWork(this.#store, records, structure)
    const word = wordOf(control.paused, hold, active.length > 0)
    const found = hold === undefined ? notHeld(name, control.paused, isHere) : issueOf(name, hold)
    const next = nextRunAt(records, structure)
    return {
      name,
      title: structure.title ?? name,
      status: !isHere && word === 'Idle' ? 'Stopped' : word,
      ...(found !== undefined && { issue: found }),
      schedule: wordsOf(structure),
      nextRunAt: control.paused || next === undefined ? null : iso(next),
      version: control.version,
      pending: Object.values(byTopic).reduce((sum, count) => sum + count, 0),
      pendingByTopic: byTopic,
      pendingBySource: bySource,
    }
  }

  async runs(name: string, page: Page = {}): Promise<RunView[]> {
    const rows = await this.#store.entries({
      list: lists.runs(name),
      newestFirst: true,
      limit: rowsOf(page),
    })
    return rows.map(runView)
  }

  async ledger(name: string, page: Page = {}): Promise<LedgerView[]> {
    const rows = await this.#store.entries({
      list: lists.ledger(name),
      newestFirst: true,
      limit: rowsOf(page),
    })
    return rows.map(ledgerView)
  }

  async inputs(records: WorkflowRecords, now: number, page: Page = {}): Promise<InputView[]> {
    const { name } = records
    const list = lists.inputs(name)
    const rows = await this.#store.entries({ list, newestFirst: true, limit: rowsOf(page) })
    const { structure } = records.version(records.mustControl().version)!
    const ledger = await this.#store.entries({
      list: lists.ledger(name),
      newestFirst: true,
      limit: PAGE_MAX_ROWS,
    })
    return Promise.all(rows.map((row) => this.#input(name, structure, row, ledger, now)))
  }

  async #input(
    name: string,
    structure: Structure,
    row: EntryRow,
    ledger: readonly EntryRow[],
    now: number,
  ): Promise<InputView> {
    const { source, type, externalId, title } = row.value as unknown as InputRecord
    const links = await this.#store.entries({ list: lists.inputEvents(name, row.id) })
    const events = await Promise.all(
      links.map(async ({ value }) => {
        const { topic, messageId } = value as { topic: string; messageId: string }
        return { topic, messageId, state: await this.eventState(structure, topic, messageId) }
      }),
    )
    const open =
      events.length === 0 || events.some(({ state }) => state === 'pending' || state === 'reserved')
    const status = row.state === 'skipped' ? 'skipped' : open ? 'pending' : 'done'
    const outputs = ledger
      .filter(({ value }) => (value as unknown as LedgerRecord).causes.includes(row.id))
      .filter(({ state }) => state !== 'failed')
    return {
      id: row.id,
      source,
      type,
      externalId,
      title,
      status,
      stale: status === 'pending' && now - row.createdAt > STALE_INPUT_MS,
      events,
      outputs: outputs.map(({ id }) => id),
      createdAt: iso(row.createdAt),
    }
  }

  /** How far the consumers of a workflow are with an event; `kept` if it has none. */
  async eventState(structure: Structure, topic: string, messageId: string): Promise<string> {
    let found: DeliveryState | 'kept' = 'kept'
    for (const [consumer, { subscribe }] of Object.entries(structure.consumers)) {
      if (!subscribe.some((name) => storedTopic(structure, name) === topic)) continue
      const list = lists.deliveries(structure.name, consumer, topic)
      const state = (await this.#store.entry(list, messageId))?.state as DeliveryState | undefined
      if (state === undefined || state === 'pending' || state === 'reserved')
        return state ?? 'pending'
      found = state
    }
    return found
  }

  async deliveries(records: WorkflowRecords, page: Page = {}): Promise<DeliveryView[]> {
    const { structure } = records.version(records.mustControl().version)!
    return deliveryViews(this.#store, records, structure, rowsOf(page))
  }

  async logs(name: string, page: Page & { readonly run?: string } = {}): Promise<LogView[]> {
    const rows = await this.#store.entries({
      list: lists.logs(name),
      newestFirst: true,
      limit: PAGE_MAX_ROWS,
    })
    const lines: LogView[] = []
    for (const row of rows) {
      const { run, phase, lines: texts } = row.value as unknown as LogRecord
      if (page.run !== undefined && page.run !== run) continue
      const views = texts.map(({ at, text }) => ({ at: iso(at), run, phase, text }))
      lines.push(...views.reverse())
    }
    return lines.slice(0, rowsOf(page))
  }
}

export interface Page {
  readonly limit?: number
}

function rowsOf({ limit = PAGE_ROWS }: Page): number {
  if (!Number.isInteger(limit) || limit < 1) {
    throw new WorkflowError('bad-page', `${limit} is no number of rows.`)
  }
  return Math.min(limit, PAGE_MAX_ROWS)
}

function nextRunAt(
  records: WorkflowRecords,
  { producers, consumers }: Structure,
): number | undefined {
  const times: number[] = []
  for (const name of Object.keys(producers))
    times.push(records.producer(name)?.nextRunAt ?? Number.NaN)
  for (const name of Object.keys(consumers))
    times.push(records.consumer(name)?.wakeAt ?? Number.NaN)
  const known = times.filter((at) => !Number.isNaN(at))
  return known.length === 0 ? undefined : Math.min(...known)
}

function wordsOf({ producers }: Structure): string {
  const words = [
    ...new Set(Object.values(producers).map(({ schedule }) => scheduleWords(schedule))),
  ]
  return words.length === 0 ? 'Runs when events arrive' : words.join('; ')
}
