// Cells: reading them now or in the past, setting inputs, computing what waits.

import type { CellView, LiveModel } from '@cellwake/engine'
import { ServerError } from '../errors.ts'
import type { Group } from '../handlers.ts'
import { ANSWER_CELLS, REFRESH_CELLS, RESOLVE_WAIT_MS, SET_VALUES } from '../limits.ts'
import type { Clock, Parts } from '../parts.ts'
import { checkSymbols, readAt, readDuration, readSymbols } from '../request-text.ts'
import { inSpan } from '../tracing.ts'

export const cells: Group<'set' | 'cells' | 'sheet' | 'resolve' | 'refresh'> = {
  async set({ params, body, principal, key }, { engine, metrics }) {
    const count = Object.keys(body.set).length
    if (count > SET_VALUES) {
      throw new ServerError('too-large', `A set has at most ${SET_VALUES} values.`)
    }
    const model = await engine.model(params.id)
    const answer = await inSpan('cellwake.set', { 'cellwake.model': params.id }, () =>
      model.set(body.set, {
        by: principal.name,
        ...(body.expectRev !== undefined && { expectRev: body.expectRev }),
        // A key of somebody else is another key.
        ...(key !== undefined && { idempotencyKey: `${principal.id}:${key}` }),
      }),
    )
    metrics.sets.inc()
    const { rev, changed, firings } = answer
    return { rev, changed: changed.slice(0, ANSWER_CELLS), firings }
  },

  async cells({ params, query }, parts) {
    const model = await parts.engine.model(params.id)
    const symbols = query.symbols === undefined ? undefined : readSymbols(query.symbols)
    if (symbols === undefined) mustFit(model.assigned())
    if (query.at !== undefined) {
      const answer = await model.cellsAt(symbols, await revisionOf(query.at, parts))
      mustFit(Object.keys(answer.cells))
      return answer
    }
    const found = model.cells(symbols)
    mustFit(Object.keys(found))
    return { rev: model.rev, cells: found }
  },

  async sheet({ params, query }, { engine }) {
    const [range = ''] = checkSymbols([query.range])
    const answer = (await engine.model(params.id)).sheet(range)
    mustFit(Object.keys(answer.cells))
    return answer
  },

  async resolve({ params, query, principal }, { engine, clock }) {
    const [symbol = ''] = checkSymbols([params.symbol])
    const wait = Math.min(query.wait === undefined ? 0 : readDuration(query.wait), RESOLVE_WAIT_MS)
    const model = await engine.model(params.id)
    const requestRev = model.rev
    let view = await model.resolve(symbol, principal.name)
    if (isComing(view) && wait > 0) {
      await arrival(model, symbol, wait, clock)
      view = (await engine.model(params.id)).get(symbol)
    }
    const { status, kind, value, typeTag, rev } = view
    return {
      status,
      kind,
      value,
      typeTag,
      request_rev: requestRev,
      resolved_rev: isComing(view) ? null : rev,
      pending_job_id: null,
      last_error: null,
    }
  },

  async refresh({ params, body, principal }, { engine }) {
    const model = await engine.model(params.id)
    const symbols = body.symbols === undefined ? waiting(model) : checkSymbols(body.symbols)
    for (const symbol of symbols) await model.resolve(symbol, principal.name)
    return { rev: model.rev, cells: model.cells(symbols) }
  },
}

/** A revision, or the newest one at an instant. */
export async function revisionOf(text: string, { engine }: Parts): Promise<number> {
  const at = readAt(text)
  return 'rev' in at ? at.rev : engine.revAt(at.instant)
}

function isComing({ status }: CellView): boolean {
  return status === 'queued' || status === 'running'
}

/** Resolves when the cell has arrived, or after `wait`. Watchers move on with the model, if it is redeployed. */
function arrival(model: LiveModel, symbol: string, wait: number, clock: Clock): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      stop()
      clock.cancel(alarm)
      resolve()
    }
    const stop = model.watch([symbol], (cells) => {
      if (!Object.values(cells).some(isComing)) done()
    })
    const alarm = clock.wake(clock.now() + wait, done)
  })
}

/** Cells that nobody has asked for since something below them changed. */
function waiting(model: LiveModel): string[] {
  const found: string[] = []
  for (const symbol of model.assigned()) {
    if (model.get(symbol).status !== 'dirty') continue
    found.push(symbol)
    if (found.length > REFRESH_CELLS) {
      const most = `A refresh computes at most ${REFRESH_CELLS} cells.`
      throw new ServerError('too-many-symbols', most)
    }
  }
  return found
}

function mustFit(symbols: Iterable<string>): void {
  let count = 0
  for (const _ of symbols) {
    if (++count <= ANSWER_CELLS) continue
    throw new ServerError('answer-too-large', `An answer has at most ${ANSWER_CELLS} cells.`)
  }
}
