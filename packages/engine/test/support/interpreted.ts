// The evaluator of the shared subset beside the engine: the same model, the same edits, and after each of them the same
// value in every cell, as canonical text. A side is the evaluator, in TypeScript or in Lua.

import { catalogue, compile } from '@cellwake/language'
import { type Documents, interpreter, type Kept, type Program, type Value } from '@cellwake/runtime'
import { virtualClock } from '@cellwake/scheduler'
import { MemoryDriver, openStore } from '@cellwake/store'
import { seededRandom } from '@cellwake/store/testing'
import { textOf, valueFrom } from '../../../runtime/src/interpret/json.ts'
import type { ModelState, Node } from '../../../runtime/src/interpret/state.ts'
import { symbolOf } from '../../../runtime/src/interpret/symbols.ts'
import { Engine } from '../../src/engine.ts'
import { programOf } from '../../src/formulas/program.ts'
import { GivenValues } from '../../src/model/given-value.ts'
import type { LiveModel } from '../../src/model/live-model.ts'
import { type Edit, randomEdit, randomModel } from '../random-model.ts'

/** A cell as text: its value, or that it is out of date. */
export type Cells = ReadonlyMap<string, string>

export interface Side {
  /** From here on it is that late. */
  at(nowMs: number): void
  load(program: Program): void | Promise<void>
  /** Loaded anew, with all that it said is to be kept. */
  restart(): void
  set(
    values: readonly { symbol: string; value: Value }[],
    sheets: readonly { name: string; prefix: string }[],
  ): void
  /** Sets, and takes it back, as if its commit had been refused. */
  attempt?(values: readonly { symbol: string; value: Value }[]): void
  resolve(symbol: string): void
  want(symbol: string): void
  unwant(symbol: string): void
  cells(): Cells
}

export const DIRTY_TEXT = 'dirty'

export function tsSide(): Side {
  let model: ReturnType<typeof interpreter.load>['model']
  let program: Program
  let nowMs = 0
  let seq = 0
  const given = new Map<string, Kept>()
  const good = new Map<string, Kept>()
  const lazy = new Map<string, Kept>()
  const moment = () => ({ nowMs, seed: 7 })
  const keep = (into: Map<string, Kept>, values: readonly { symbol: string; value: Value }[]) => {
    // As they are when they have been kept.
    for (const { symbol, value } of values) {
      into.set(symbol, { symbol, value: valueFrom(JSON.parse(textOf(value))), seq })
    }
  }
  let sheets: { name: string; prefix: string }[] = []
  const start = () => {
    const documents: Documents = {
      sheets,
      given: [...given.values()],
      good: [...good.values()],
      lazy: [...lazy.values()],
      calls: [],
    }
    const loaded = interpreter.load(program, documents, moment())
    model = loaded.model
    keep(good, loaded.applied.good)
  }
  return {
    at: (ms) => {
      nowMs = ms
    },
    load: (made) => {
      // As it is when it has travelled.
      program = JSON.parse(JSON.stringify(made)) as Program
      for (const kept of [given, good, lazy]) kept.clear()
      sheets = []
      start()
    },
    restart: start,
    set: (inputs, added) => {
      seq++
      sheets.push(...added)
      keep(given, inputs)
      const batch = { ...moment(), sheets: added, inputs, rules: [], calls: [] }
      const applied = interpreter.apply(model, batch)
      if (applied.refused.length > 0) throw new Error(applied.refused[0]!.message)
      keep(good, applied.good)
    },
    attempt: (inputs) => {
      interpreter.apply(model, {
        ...moment(),
        sheets: [],
        inputs,
        rules: [],
        calls: [],
      })
      interpreter.takeBack(model)
      if (model.state.broken) throw new Error('the model is broken')
    },
    resolve: (symbol) => {
      const resolved = interpreter.resolve(model, symbol, moment())
      keep(lazy, resolved.lazy)
      keep(good, resolved.applied.good)
    },
    want: (symbol) => {
      interpreter.wantCell(model, symbol, moment())
    },
    unwant: (symbol) => interpreter.unwantCell(model, symbol),
    cells: () => cellsOf(model.state),
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

export function cellsOfEngine({ graph }: LiveModel): Map<string, string> {
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
  side.at(0)
  await side.load(programOf(what.source, compile(what.source).ir!))
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
    await doEdit(edit, model, side, watched, known, violations)
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
  violations: string[],
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
    if (side.attempt !== undefined && sheets.length === 0) {
      const before = side.cells()
      side.attempt(values)
      const after = side.cells()
      for (const [symbol, text] of before) {
        const now = after.get(symbol)
        if (now === text || now === DIRTY_TEXT || text === DIRTY_TEXT) continue
        violations.push(`${symbol} is ${now} after what was taken back, and was ${text}`)
      }
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
