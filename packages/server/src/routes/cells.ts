// Cells: reading them now or in the past, setting inputs, refreshing lazy cells.

import { AnswerRoom, type LiveModel } from '@cellwake/engine'
import { ServerError } from '../errors.ts'
import type { Group } from '../handlers.ts'
import { ANSWER_CELLS, REFRESH_CELLS, RESOLVE_WAIT_MS, SET_VALUES } from '../limits.ts'
import type { Parts } from '../parts.ts'
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
        // The same key of another caller is another one.
        ...(key !== undefined && { idempotencyKey: `${principal.id}:${key}` }),
      }),
    )
    metrics.sets.inc()
    const { rev, changed, firings } = answer
    return { rev, changed, firings }
  },

  async cells({ params, query }, parts) {
    const model = await parts.engine.model(params.id)
    const symbols = query.symbols === undefined ? undefined : readSymbols(query.symbols)
    if (symbols === undefined) mustFit(model.assigned())
    const room = new AnswerRoom()
    if (query.at !== undefined) {
      const answer = await model.cellsAt(symbols, await revisionOf(query.at, parts), room)
      mustFit(Object.keys(answer.cells))
      return answer
    }
    const found = model.cells(symbols, room)
    mustFit(Object.keys(found))
    return { rev: model.rev, cells: found }
  },

  async sheet({ params, query }, { engine }) {
    const [range = ''] = checkSymbols([query.range])
    const answer = await (await engine.model(params.id)).sheetWithin(range, new AnswerRoom())
    mustFit(Object.keys(answer.cells))
    return answer
  },

  async resolve({ params, query, principal }, { engine }) {
    const [symbol = ''] = checkSymbols([params.symbol])
    const wait = Math.min(query.wait === undefined ? 0 : readDuration(query.wait), RESOLVE_WAIT_MS)
    const model = await engine.model(params.id)
    const resolved = await model.resolve(symbol, { by: principal.name, waitMs: wait })
    // It may be gone since; then so are the awaited cells.
    await engine.model(params.id)
    return resolved
  },

  async refresh({ params, body, principal }, { engine }) {
    const model = await engine.model(params.id)
    const by = principal.name
    const symbols = lazyOf(model, body)
    for (const symbol of symbols) await model.resolve(symbol, { by })
    const asked =
      body.symbols === undefined
        ? [await model.refresh(body.function === undefined ? {} : { function: body.function }, by)]
        : await Promise.all(symbols.map((symbol) => model.refresh({ symbol }, by)))
    return {
      rev: model.rev,
      cells: model.cells(symbols, new AnswerRoom()),
      symbols: [...new Set(asked.flatMap((one) => one.symbols))].slice(0, ANSWER_CELLS),
      jobs: [...new Set(asked.flatMap(({ jobs }) => jobs))].slice(0, ANSWER_CELLS),
    }
  },
}

/** The cells that a refresh computes: named ones, or all that wait; a function's calls alone need none. */
function lazyOf(
  model: LiveModel,
  {
    symbols,
    function: fn,
  }: { readonly symbols?: string[] | undefined; readonly function?: string | undefined },
): string[] {
  if (symbols !== undefined) return checkSymbols(symbols)
  return fn === undefined ? waiting(model) : []
}

/** A revision, or the newest one at an instant. */
export async function revisionOf(text: string, { engine }: Parts): Promise<number> {
  const at = readAt(text)
  return 'rev' in at ? at.rev : engine.revAt(at.instant)
}

/** Lazy cells that are dirty; those over calls that nobody wants are computed when they are read, or named. */
function waiting(model: LiveModel): string[] {
  const found: string[] = []
  const isCostly = model.unwantedCalls()
  for (const symbol of model.assigned()) {
    if (model.get(symbol).status !== 'dirty' || isCostly(symbol)) continue
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
