// The evaluator of the shared subset beside the engine: the same model, the same edits, and after each of them the same
// value in every cell, as canonical text. A side is the evaluator, in TypeScript or in Lua.

import { catalogue, compile } from '@cellwake/language'
import { type Documents, interpreter, type Program, type Value } from '@cellwake/runtime'
import { virtualClock } from '@cellwake/scheduler'
import { MemoryDriver, openStore } from '@cellwake/store'
import { seededRandom } from '@cellwake/store/testing'
import { textOf } from '../../../runtime/src/interpret/json.ts'
import type { ModelState, Node } from '../../../runtime/src/interpret/state.ts'
import { symbolOf } from '../../../runtime/src/interpret/symbols.ts'
import { Engine } from '../../src/engine.ts'
import { programOf } from '../../src/formulas/program.ts'
import { GivenValues } from '../../src/model/given-value.ts'
import type { LiveModel } from '../../src/model/live-model.ts'
import { type Edit, randomEdit, randomModel } from '../random-model.ts'

/** What a cell is, as text: its value, or that it is out of date. */
export type Cells = ReadonlyMap<string, string>

export interface Side {
  load(program: Program): void
  set(
    values: readonly { symbol: string; value: Value }[],
    sheets: readonly { name: string; prefix: string }[],
  ): void
  resolve(symbol: string): void
  want(symbol: string): void
  unwant(symbol: string): void
  cells(): Cells
}

const EMPTY: Documents = { sheets: [], given: [], good: [], lazy: [], answers: [], requests: [] }
const MOMENT = { nowMs: 0, seed: 7, requestRev: 1 }
const DIRTY_TEXT = 'dirty'

export function tsSide(): Side {
  let model: ReturnType<typeof interpreter.load>['model'] | undefined
  return {
    load: (program) => {
      // As it is when it has travelled.
      const sent = JSON.parse(JSON.stringify(program)) as Program
      model = interpreter.load(sent, EMPTY, MOMENT).model
    },
    set: (inputs, sheets) => {
      const batch = { ...MOMENT, sheets, inputs, rules: [], answers: [], requests: [] }
      const { refused } = interpreter.apply(model!, batch)
      if (refused.length > 0) throw new Error(refused[0]!.message)
    },
    resolve: (symbol) => {
      interpreter.resolve(model!, symbol, MOMENT)
    },
    want: (symbol) => {
      interpreter.wantCell(model!, symbol, MOMENT)
    },
    unwant: (symbol) => interpreter.unwantCell(model!, symbol),
    cells: () => cellsOf(model!.state),
  }
}

function cellsOf(m: ModelState): Map<string, string> {
  const found = new Map<string, string>()
  const add = (node: Node) => {
    found.set(symbolOf(m, node), node.state === 0 ? textOf(node.value) : DIRTY_TEXT)
  }
  for (const column of m.columnList) {
    for (const leaf of Object.values(column.leaves)) {
      for (const node of Object.values(leaf!.cells)) add(node!)
    }
  }
  for (const node of m.nameNodes) add(node)
  return found
}

function cellsOfEngine({ graph }: LiveModel): Map<string, string> {
  const found = new Map<string, string>()
  for (const node of graph.cells.grid.nodes()) {
    const text = graph.isInvalid(node) ? DIRTY_TEXT : textOf(node.value)
    found.set(graph.symbolOf(node), text)
  }
  return found
}

export interface Compared {
  readonly edits: number
  readonly values: number
  readonly violations: readonly string[]
}

const givenValues = new GivenValues(catalogue)

/** One random model with edits. */
export async function compareRandom(seed: number, edits: number, side: Side): Promise<Compared> {
  const random = seededRandom(seed)
  const what = randomModel(random)
  const store = await openStore(new MemoryDriver())
  const engine = new Engine({ store, clock: virtualClock(0) })
  const { model } = await engine.deploy(what.source, { id: 'm' })
  side.load(programOf(what.source, compile(what.source).ir!))
  const violations: string[] = []
  let values = 0
  const check = (after: string) => {
    const found = side.cells()
    for (const [symbol, wanted] of cellsOfEngine(model)) {
      if (wanted === DIRTY_TEXT) continue
      values++
      let own = found.get(symbol) ?? '["blank"]'
      if (own === DIRTY_TEXT && what.lazy.includes(symbol)) {
        // Where the engine has an index, it knows that the change was elsewhere. The value is the same.
        side.resolve(symbol)
        own = side.cells().get(symbol)!
      }
      if (own !== wanted) {
        violations.push(`model ${seed}, ${after}: ${symbol} is ${own}, in the engine ${wanted}`)
      }
    }
  }
  check('at the start')
  const watched = new Map<string, () => void>()
  let made = 0
  const known = new Set(['Sheet1'])
  for (; made < edits && violations.length === 0; made++) {
    const edit = randomEdit(random, what)
    await doEdit(edit, model, side, watched, known)
    check(`edit ${made} ${JSON.stringify(edit)}`)
  }
  await engine.close()
  return { edits: made, values, violations }
}

async function doEdit(
  edit: Edit,
  model: LiveModel,
  side: Side,
  watched: Map<string, () => void>,
  known: Set<string>,
): Promise<void> {
  if (edit.kind === 'set') {
    await model.set(edit.values)
    givenValues.begin()
    const values = Object.entries(edit.values).map(([symbol, value]) => ({
      symbol,
      value: givenValues.read(symbol, value),
    }))
    const sheets: { name: string; prefix: string }[] = []
    for (const { symbol } of values) {
      const name = symbol.includes('!') ? symbol.slice(0, symbol.indexOf('!')) : 'Sheet1'
      if (known.has(name)) continue
      known.add(name)
      sheets.push({ name, prefix: `${name}!` })
    }
    side.set(values, sheets)
  } else if (edit.kind === 'resolve') {
    await model.resolve(edit.symbol)
    side.resolve(edit.symbol)
  } else if (edit.kind === 'watch') {
    if (watched.has(edit.symbol)) return
    watched.set(
      edit.symbol,
      model.watch([edit.symbol], () => {}),
    )
    side.want(edit.symbol)
  } else {
    if (!watched.has(edit.symbol)) return
    watched.get(edit.symbol)!()
    watched.delete(edit.symbol)
    side.unwant(edit.symbol)
  }
}
