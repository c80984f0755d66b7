// The audit of a store, after any crash. The rows must be exactly the result of replaying the log
// of commits, no less and no more; and the log must hold each acknowledged operation once, under
// its number. So it finds lost, torn, duplicate and unexplained writes.

import type { CommitRow, Driver } from '@cellwake/store'
import {
  compareDocs,
  compareEntries,
  compareEvents,
  compareJobs,
  compareReceipts,
  compareTimers,
} from './compare.ts'
import { Model } from './model.ts'
import { type Operation, operationOf } from './operation.ts'

export interface AuditOptions {
  /** The prefix of names in this audit; others are ignored. */
  readonly scope: string
  /** Acknowledged operations, with their commit numbers. */
  readonly acknowledged: ReadonlyMap<string, number>
  /** Operations that may be in the log at all; any may, if not given. */
  readonly sent?: ReadonlyMap<string, Operation>
}

const PAGE_ROWS = 1_000

/** Audits one store, once, or repeatedly as it grows. */
export class Audit {
  readonly #options: AuditOptions
  readonly #start: number
  readonly model = new Model()
  /** Where each operation is in the log. */
  readonly landed = new Map<string, number>()
  /** The newest commit that was audited. */
  seq: number

  constructor(after: number, options: AuditOptions) {
    this.seq = after
    this.#start = after
    this.#options = options
  }

  /**
   * Reads new entries of the log, compares, and returns violations. `onlyNew` trusts the part
   * audited before, where reading it all again would take long.
   */
  async run(driver: Driver, options: { onlyNew?: boolean } = {}): Promise<string[]> {
    const head = await driver.head()
    if (head < this.seq) return [`the numbering went back: from ${this.seq} to ${head}`]
    const from = this.seq
    const problems = await this.#readLog(driver, from, head)
    this.seq = head
    problems.push(...this.#checkAcknowledged())
    const horizon = await driver.horizon()
    const onlyNew = options.onlyNew === true
    const scope = {
      name: this.#options.scope,
      from: onlyNew ? from : this.#start,
      horizon,
      onlyNew,
    }
    problems.push(...(await compareDocs(driver, this.model, scope)))
    problems.push(...(await compareReceipts(driver, this.model, scope)))
    problems.push(...(await compareEvents(driver, this.model, scope)))
    problems.push(...(await compareEntries(driver, this.model, scope)))
    problems.push(...(await compareJobs(driver, this.model, scope)))
    problems.push(...(await compareTimers(driver, this.model, scope)))
    this.model.touchedJobs.clear()
    return problems
  }

  async #readLog(driver: Driver, from: number, head: number): Promise<string[]> {
    const problems: string[] = []
    const rows = new Map<number, CommitRow>()
    for (let after = from; after < head; ) {
      const page = await driver.commits(after, PAGE_ROWS)
      for (const row of page) rows.set(row.seq, row)
      after = page.at(-1)?.seq ?? head
    }
    const horizon = await driver.horizon()
    for (let seq = from + 1; seq <= head; seq++) {
      const row = rows.get(seq)
      // Beyond the horizon a commit may be forgotten: then only the client remembers it.
      const operation = row === undefined ? this.#remembered(seq, horizon) : operationOf(row)
      if (operation === undefined) {
        problems.push(`commit ${seq} is ${row === undefined ? 'missing' : 'unexplained'}`)
        continue
      }
      if (this.#options.sent !== undefined && !this.#options.sent.has(operation.id)) {
        problems.push(`commit ${seq} is ${operation.id}, which was refused or never sent`)
      }
      this.landed.set(operation.id, seq)
      problems.push(...this.model.apply(operation, seq))
    }
    for (const seq of rows.keys()) {
      if (seq > head) problems.push(`commit ${seq} is beyond the head ${head}`)
    }
    return problems
  }

  #remembered(seq: number, horizon: number): Operation | undefined {
    if (seq > horizon) return undefined
    for (const [id, at] of this.#options.acknowledged) {
      if (at === seq) return this.#options.sent?.get(id)
    }
    return undefined
  }

  #checkAcknowledged(): string[] {
    const problems: string[] = []
    for (const [id, seq] of this.#options.acknowledged) {
      const landed = this.landed.get(id)
      if (landed === seq) continue
      const where = landed === undefined ? 'nowhere' : `commit ${landed}`
      problems.push(`${id} was acknowledged as commit ${seq} and is ${where}`)
    }
    return problems
  }
}
