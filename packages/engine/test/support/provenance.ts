// Lives of random models, and what must hold of their past: a value that was seen at a revision is what is
// computed for that revision later, and every value leads back to a cause that explains it.

import { between, pick } from '@cellwake/store/testing'
import type { LiveModel } from '../../src/model/live-model.ts'
import type { CellView } from '../../src/views/cell-view.ts'

/** Observations at a revision: values as text, by symbol. */
export type Sight = ReadonlyMap<string, string>

/** Everything that can be relied on; what a lazy formula shows before it runs cannot. */
export function sightOf(model: LiveModel): Sight {
  const { sheets } = model.graph.cells
  const areas = sheets.map((sheet) => `'${sheet}'!A1:Z200`)
  const cells = { ...model.cells(), ...model.cells(areas) }
  return new Map(
    Object.entries(cells)
      .filter(([, { status }]) => status === 'ready')
      .map(([symbol, view]) => [symbol, textOf(view)]),
  )
}

function textOf({ kind, value }: Pick<CellView, 'kind' | 'value'>): string {
  return `${kind} ${JSON.stringify(value)}`
}

/** Violations in the past: revisions in any order, so that graphs of the past move both ways. */
export async function wrongPast(
  model: LiveModel,
  sights: ReadonlyMap<number, Sight>,
  random: () => number,
): Promise<string[]> {
  const wrong: string[] = []
  const revs = [...sights.keys()].sort(() => random() - 0.5)
  for (const rev of revs) {
    const sight = sights.get(rev)!
    const past = await model.cellsAt([...sight.keys()], rev)
    if (past.rev !== rev) wrong.push(`asked for ${rev}, got ${past.rev}`)
    for (const [symbol, seen] of sight) {
      const now = textOf(past.cells[symbol]!)
      if (now !== seen)
        wrong.push(`${symbol} at ${rev} was ${seen}, and is said to have been ${now}`)
    }
  }
  return wrong
}

/** Violations in explanations of some cells, as they are or were. */
export async function wrongReasons(
  model: LiveModel,
  sights: ReadonlyMap<number, Sight>,
  random: () => number,
): Promise<string[]> {
  const wrong: string[] = []
  for (let i = 0; i < 6; i++) {
    const rev = pick(random, [...sights.keys()])
    const symbol = pick(random, [...sights.get(rev)!.keys()])
    const isNow = random() < 0.5
    const { why, because, origin } = await model.explain(symbol, {
      depth: between(random, 0, 3),
      ...(isNow ? {} : { at: rev }),
    })
    const of = `${symbol} at ${isNow ? 'the end' : rev}`
    const [last] = origin.slice(-1)
    if (last === undefined || last.kind === 'unknown' || last.by === '')
      wrong.push(`${of}: no origin`)
    else if (last.kind === 'rule' && last.rule?.due === null)
      wrong.push(`${of}: a WHEN is no origin`)
    if (why.changed === null) {
      if (last?.kind !== 'deploy') wrong.push(`${of}: unchanged, but by ${last?.kind}`)
      continue
    }
    const { cause, before } = why.changed
    const after = (await model.cellsAt([symbol], cause.rev)).cells[why.symbol]!
    if (why.status === 'ready' && textOf(after) !== textOf(why))
      wrong.push(`${of}: not since ${cause.rev}`)
    if (before === null) continue
    if (why.status === 'ready' && textOf(before) === textOf(why))
      wrong.push(`${of}: no change at ${cause.rev}`)
    const was = (await model.cellsAt([symbol], cause.rev - 1)).cells
    if (textOf(Object.values(was)[0]!) !== textOf(before))
      wrong.push(`${of}: was not ${before.value}`)
    if (because.length === 0 && cause.kind !== 'deploy') wrong.push(`${of}: for no reason`)
  }
  return wrong
}
