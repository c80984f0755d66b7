// Compares the rows of a store with the reference, kind by kind and in both directions: a row
// missing in the store is lost; a row missing in the reference is unexplained. Rows that no commit
// after `from` touched were compared before.

import {
  type DocRow,
  type Driver,
  docKey,
  type EntryRow,
  equal,
  type JobRow,
  type Value,
} from '@cellwake/store'
import type { Model, ModelDoc, ModelJob } from './model.ts'

export interface Scope {
  /** The beginning of every name that is ours. */
  readonly name: string
  readonly from: number
  /** States up to this commit may be forgotten, but for the newest of each document. */
  readonly horizon: number
  /** Look only at jobs that a new commit names. */
  readonly onlyNew: boolean
}

/** A commit number followed by the index of the event in its commit. */
const EVENTS_PER_COMMIT = 4096
const PAGE_ROWS = 1_000

export async function compareDocs(driver: Driver, model: Model, scope: Scope): Promise<string[]> {
  const problems: string[] = []
  const spaces = new Set((await driver.spaces()).filter((space) => space.startsWith(scope.name)))
  for (const { space } of model.docs.values()) spaces.add(space)
  const rows = new Map<string, DocRow>()
  for (const space of spaces) {
    for (const row of await driver.load(space)) rows.set(`${space}/${row.id}`, row)
  }
  for (const doc of model.docs.values()) {
    const where = `${doc.space}/${doc.id}`
    const newest = doc.states.at(-1)!
    const row = rows.get(where)
    rows.delete(where)
    if (row === undefined) problems.push(`document ${where} of commit ${newest.seq} is lost`)
    else if (row.seq !== newest.seq || !equal(row.value, newest.value)) {
      problems.push(`document ${where} is ${show(row)}, not ${show(newest)}`)
    }
    if (newest.seq > scope.from) problems.push(...(await compareStates(driver, doc, scope)))
  }
  for (const [where, row] of rows) problems.push(`document ${where} is unexplained: ${show(row)}`)
  return problems
}

async function compareStates(driver: Driver, doc: ModelDoc, scope: Scope): Promise<string[]> {
  const kept = Math.max(scope.from, scope.horizon)
  const wanted = doc.states.filter(({ seq }) => seq > kept)
  const limit = wanted.length + 2
  const found = await driver.versions(doc.space, doc.id, Number.MAX_SAFE_INTEGER, limit)
  const states = found.filter(({ seq }) => seq > kept).reverse()
  const where = `${doc.space}/${doc.id}`
  const problems: string[] = []
  if (states.length !== wanted.length) {
    problems.push(`${where} has ${states.length} states after ${kept}, not ${wanted.length}`)
  }
  for (const [i, state] of wanted.entries()) {
    const row = states[i]
    if (row !== undefined && row.seq === state.seq && equal(row.value, state.value)) continue
    problems.push(`a state of ${where} is ${row && show(row)}, not ${show(state)}`)
    break
  }
  return problems
}

export async function compareReceipts(
  driver: Driver,
  model: Model,
  scope: Scope,
): Promise<string[]> {
  const fresh = [...model.receipts].filter(([, seq]) => seq > scope.from)
  const rows = await inTurns(fresh, ([id]) => driver.receipt(id))
  return fresh.flatMap(([id, seq], i) => {
    const row = rows[i]
    if (row === undefined) return [`the receipt of ${id} of commit ${seq} is lost`]
    return row.seq === seq ? [] : [`the receipt of ${id} is of commit ${row.seq}, not ${seq}`]
  })
}

export async function compareEvents(driver: Driver, model: Model, scope: Scope): Promise<string[]> {
  const problems: string[] = []
  const topics = (await driver.topics()).map(({ topic }) => topic)
  const ours = new Set([...model.events.keys(), ...topics.filter((t) => t.startsWith(scope.name))])
  for (const topic of ours) {
    const known = model.events.get(topic) ?? new Map()
    const missing = new Set(
      [...known].filter(([, event]) => event.first > scope.from).map(([messageId]) => messageId),
    )
    let after = (scope.from + 1) * EVENTS_PER_COMMIT - 1
    for (;;) {
      const page = await driver.events(topic, { after, limit: PAGE_ROWS })
      for (const row of page) {
        const event = known.get(row.messageId)
        const where = `event ${topic}/${row.messageId}`
        missing.delete(row.messageId)
        if (event === undefined) problems.push(`${where} is unexplained, commit ${row.seq}`)
        else if (event.seq !== row.seq || !equal(event.payload, row.payload)) {
          problems.push(`${where} is ${show({ ...row, value: row.payload })}, not ${event.seq}`)
        } else if (Math.floor(row.position / EVENTS_PER_COMMIT) !== event.first) {
          problems.push(`${where} stands at ${row.position}, not in commit ${event.first}`)
        } else if (!equal([...event.causes], [...row.causes])) {
          problems.push(`${where} has the causes ${row.causes}, not ${event.causes}`)
        }
      }
      after = page.at(-1)?.position ?? after
      if (page.length < PAGE_ROWS) break
    }
    for (const id of missing) problems.push(`event ${topic}/${id} is lost`)
  }
  return problems
}

export async function compareEntries(
  driver: Driver,
  model: Model,
  scope: Scope,
): Promise<string[]> {
  const problems: string[] = []
  const rows = new Map<string, EntryRow>()
  const read = async (list: string, prefix: boolean) => {
    for (let after: EntryRow | undefined; ; ) {
      const page = await driver.entries({
        ...{ list, prefix, limit: PAGE_ROWS },
        ...(after !== undefined && { after }),
      })
      for (const row of page) rows.set(docKey(row.list, row.id), row)
      after = page.at(-1)
      if (page.length < PAGE_ROWS) return
    }
  }
  await read(scope.name, true)
  // Lists of consumers begin with the word for them.
  const lists = new Set([...model.entries.values()].map(({ list }) => list))
  for (const list of lists) if (!list.startsWith(scope.name)) await read(list, false)
  for (const [key, entry] of model.entries) {
    const row = rows.get(key)
    rows.delete(key)
    const { list, id, state, final, order, value, seq } = entry
    const where = `entry ${list}/${id}`
    if (row === undefined) problems.push(`${where} of commit ${seq} is lost`)
    else if (row.seq !== seq || row.state !== state || row.final !== final) {
      problems.push(`${where} is ${row.state} of commit ${row.seq}, not ${state} of ${seq}`)
    } else if (row.order !== order || !equal(row.value, value)) {
      problems.push(`${where} is ${show(row)}, not ${show(entry)}`)
    }
  }
  for (const { list, id, seq } of rows.values())
    problems.push(`entry ${list}/${id} is unexplained, commit ${seq}`)
  return problems
}

export async function compareJobs(driver: Driver, model: Model, scope: Scope): Promise<string[]> {
  const problems: string[] = []
  if (scope.onlyNew) {
    const ids = [...model.touchedJobs]
    const rows = await inTurns(ids, (id) => driver.job(id))
    for (const [i, row] of rows.entries()) {
      if (row === undefined) problems.push(`job ${ids[i]} is lost`)
      else problems.push(...compareJob(row, model.jobs.get(row.id)))
    }
    return problems
  }
  const missing = new Map(model.jobs)
  let after = scope.name
  for (;;) {
    const page = await driver.jobs({ after, limit: PAGE_ROWS })
    for (const row of page) {
      if (!row.id.startsWith(scope.name)) continue
      missing.delete(row.id)
      problems.push(...compareJob(row, model.jobs.get(row.id)))
    }
    after = page.at(-1)?.id ?? after
    if (page.length < PAGE_ROWS || !after.startsWith(scope.name)) break
  }
  for (const [id, job] of missing) problems.push(`job ${id}, ${job.state}, is lost`)
  return problems
}

function compareJob(row: JobRow, job: ModelJob | undefined): string[] {
  if (job === undefined) return [`job ${row.id} is unexplained, commit ${row.seq}`]
  // The store fails a job by itself when its last worker is lost.
  const open = row.state === 'queued' || row.state === 'running' || row.error !== undefined
  const fits = job.state === 'open' ? open : row.state === job.state
  const problems: string[] = []
  if (!fits) problems.push(`job ${row.id} is ${row.state}, not ${job.state}`)
  if (!equal(row.payload, job.payload)) problems.push(`job ${row.id} has another payload`)
  if (!equal(row.result, job.result)) problems.push(`job ${row.id} has another result`)
  if (row.attempt > row.attempts) problems.push(`job ${row.id} is in attempt ${row.attempt}`)
  return problems
}

export async function compareTimers(driver: Driver, model: Model, scope: Scope): Promise<string[]> {
  const problems: string[] = []
  const missing = new Map(model.timers)
  const rows = await driver.timers(Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER)
  for (const row of rows) {
    if (!row.id.startsWith(scope.name)) continue
    const timer = missing.get(row.id)
    missing.delete(row.id)
    if (timer === undefined) problems.push(`timer ${row.id} is unexplained`)
    else if (timer.at !== row.at || !equal(timer.payload, row.payload)) {
      problems.push(`timer ${row.id} stands at ${row.at}, not ${timer.at}`)
    }
  }
  for (const [id, timer] of missing) problems.push(`timer ${id} at ${timer.at} is lost`)
  return problems
}

function show(state: { seq: number; value: Value | undefined }): string {
  return `${JSON.stringify(state.value)?.slice(0, 120)} of commit ${state.seq}`
}

/** A few at a time: a database has few connections, and each question costs a round trip. */
async function inTurns<T, R>(items: readonly T[], ask: (item: T) => Promise<R>): Promise<R[]> {
  const answers: R[] = []
  for (let i = 0; i < items.length; i += 100) {
    answers.push(...(await Promise.all(items.slice(i, i + 100).map(ask))))
  }
  return answers
}
