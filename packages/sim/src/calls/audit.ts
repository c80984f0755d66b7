// Invariants of external calls in any store at any time: each request that waits has its job, and an answer has
// landed once.

import type { Driver } from '@cellwake/store'

interface Kept {
  readonly rev?: number
  readonly failed?: { readonly rev: number }
}

const VERSIONS = 1_000

/** Problems with the calls of a model, in words. */
export async function auditCalls(driver: Driver, model: string): Promise<string[]> {
  const space = `model:${model}`
  const problems: string[] = []
  const docs = await driver.load(space)
  for (const { id, value } of docs) {
    if (id.startsWith('&')) problems.push(...(await auditRequest(driver, model, id, value as Kept)))
    if (id.startsWith('@')) problems.push(...(await auditAnswer(driver, space, id)))
  }
  return problems
}

/** A request that is neither answered nor failed has a job, in the commit that wanted it. */
async function auditRequest(driver: Driver, model: string, id: string, kept: Kept) {
  const symbol = id.slice(1)
  const { key, rev = 0, failed } = kept as Kept & { readonly key: string }
  const [answer] = await driver.load(`model:${model}`, `@${symbol}`)
  const answered = (answer?.value as Kept | undefined)?.rev ?? 0
  if (rev <= Math.max(answered, failed?.rev ?? 0)) return []
  const job = await driver.job(`ext:${model}:${key}:${rev}`)
  return job === undefined ? [`${symbol} waits for request ${rev}, which has no job`] : []
}

/** Each number of a request is answered once. */
async function auditAnswer(driver: Driver, space: string, id: string): Promise<string[]> {
  const [newest] = await driver.load(space, id)
  const older = await driver.versions(space, id, Number.MAX_SAFE_INTEGER, VERSIONS)
  const bySeq = new Map(
    [...older, ...(newest === undefined ? [] : [newest])].map((row) => [row.seq, row]),
  )
  const revs = [...bySeq.values()].flatMap(({ value }) => (value as Kept | undefined)?.rev ?? [])
  const twice = revs.find((rev, i) => revs.indexOf(rev) !== i)
  return twice === undefined
    ? []
    : [`the answer to request ${twice} of ${id.slice(1)} landed twice`]
}
