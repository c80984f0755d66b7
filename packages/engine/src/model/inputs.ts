// The cells of a model from outside: found by their symbols, checked and given values. Knows the value of each
// input in the source, where another value was given.

import { isExternalSymbol, parseSymbol } from '@cellwake/language'
import { BLANK, checkTag, isBlank, isError, type Value } from '@cellwake/runtime'
import type { Address } from '@cellwake/store'
import { EngineError } from '../errors.ts'
import { templateOf } from '../formulas/template.ts'
import { ASSIGNED, type CellNode, GIVEN, SPILLED } from '../graph/cell-node.ts'
import { columnKey } from '../graph/grid.ts'
import { bytesOf, tooMuchMemory } from '../graph/memory.ts'
import type { ModelGraph } from '../graph/model-graph.ts'
import { KNOWN_INPUTS, SET_BYTES } from '../limits.ts'
import type { GivenValue, GivenValues } from './given-value.ts'
import type { Flight, GivenChange, InputChange } from './in-flight.ts'
import type { ModelRecords } from './records.ts'

/** Cache entry of an input that was set before: callers set the same ones again. */
interface KnownInput {
  readonly node: CellNode
  readonly at: Address
}

export class Inputs {
  private readonly graph: ModelGraph
  private readonly records: ModelRecords
  private readonly given: GivenValues
  /** An input's own value in the source, where another was given. */
  private readonly constants = new Map<CellNode, Value>()
  /** By symbol, as callers spell it. */
  private readonly known = new Map<string, KnownInput>()
  /** Number of cells that the source does not assign and that were set. */
  added = 0
  /** Cells that come into being by the set that is checked. */
  private made = 0
  /** Bytes of the values that were checked last. */
  checkedBytes = 0

  constructor(graph: ModelGraph, records: ModelRecords, given: GivenValues) {
    this.graph = graph
    this.records = records
    this.given = given
  }

  // Symbols

  /** The node of a symbol, which comes into being if it must. */
  node(symbol: string): CellNode {
    const { cells } = this.graph
    if (isExternalSymbol(symbol)) return this.call(symbol)
    const parts = this.parts(symbol)
    if ('name' in parts) return cells.name(parts.name)
    return cells.cell(cells.sheetNumber(parts.sheet), parts.column, parts.row)
  }

  find(symbol: string): CellNode | undefined {
    const { cells } = this.graph
    if (isExternalSymbol(symbol)) return this.graph.calls.find(symbol)?.node
    const parts = this.parts(symbol)
    if ('name' in parts) return cells.grid.names.get(parts.name)
    const sheet = cells.findSheet(parts.sheet)
    return sheet < 0 ? undefined : cells.grid.find(columnKey(sheet, parts.column), parts.row)
  }

  /** A symbol as the model spells it. */
  spell(symbol: string): string {
    const node = this.find(symbol)
    return node === undefined ? symbol : this.graph.symbolOf(node)
  }

  private call(symbol: string): CellNode {
    const call = this.graph.calls.find(symbol)
    if (call !== undefined) return call.node
    const what = `The model has no external call "${symbol.slice(0, 64)}".`
    throw new EngineError('bad-symbol', what)
  }

  private parts(symbol: string) {
    const parts = parseSymbol(symbol, this.graph.cells.sheets)
    if (parts !== undefined) return parts
    throw new EngineError('bad-symbol', `"${symbol.slice(0, 64)}" is neither a cell nor a name.`)
  }

  // Values

  /** Checks the values of a set against ownership and tags. */
  checked(values: Readonly<Record<string, GivenValue>>): GivenChange[] {
    const changes: GivenChange[] = []
    const symbols = Object.keys(values)
    let bytes = 0
    this.given.begin()
    this.made = 0
    for (let i = 0; i < symbols.length; i++) {
      const symbol = symbols[i]!
      const { node, at } = this.known.get(symbol) ?? this.know(symbol)
      const value = this.given.read(symbol, values[symbol]!)
      const tag = this.graph.tags.get(node)
      if (tag !== undefined) {
        const checked = checkTag(value, tag)
        if (checked !== value && typeof checked === 'object' && isError(checked)) {
          throw new EngineError('bad-value', `${symbol} takes ${tag}: ${checked.message}.`)
        }
      }
      changes.push({ node, value, given: true, at })
      if (typeof value === 'object' || typeof value === 'string') bytes += bytesOf(value)
    }
    this.checkedBytes = bytes
    if (bytes > SET_BYTES) {
      const most = `A set gives at most ${SET_BYTES} bytes of texts and arrays, all together`
      throw new EngineError('too-much-memory', `${most}, and this one gives ${bytes}.`)
    }
    if (bytes > 0 && !this.graph.memory.hasRoom(bytes)) throw tooMuchMemory('The model')
    return changes
  }

  private know(symbol: string): KnownInput {
    if (this.find(symbol) === undefined && !this.graph.hasRoomForGiven(++this.made)) {
      throw tooMuchMemory('The model')
    }
    const node = this.node(symbol)
    if (templateOf(node) !== null) {
      const what = isExternalSymbol(symbol) ? 'an external call' : 'a formula'
      throw new EngineError('not-an-input', `${symbol} is ${what} and cannot be set.`)
    }
    const known = { node, at: this.records.givenAt(this.graph.symbolOf(node)) }
    if (this.known.size >= KNOWN_INPUTS) this.known.clear()
    this.known.set(symbol, known)
    return known
  }

  /** Applies a change, and gives the one that undoes it. */
  give({ node, value, given }: InputChange): Flight {
    const wasTaken = (node.flags & GIVEN) !== 0
    // An element of a spilled array is not the cell's own.
    const own = (node.flags & SPILLED) !== 0 ? BLANK : constantOf(node)
    // Known already for cells that were set before.
    if (!wasTaken && !this.constants.has(node)) this.constants.set(node, own)
    if (given) this.mark(node, value)
    else this.setGiven(node, false)
    this.graph.write(node, value)
    const isTaken = (node.flags & GIVEN) !== 0
    if (wasTaken !== isTaken && (node.flags & ASSIGNED) === 0) this.graph.spills.retry()
    return { node, value: own, given: wasTaken }
  }

  /** Restores the given value of an input, before anything runs. */
  restore(symbol: string, value: Value): void {
    const node = this.node(symbol)
    if (templateOf(node) !== null) return
    this.constants.set(node, constantOf(node))
    this.mark(node, value)
    this.graph.restore(node, value)
  }

  /** The value an input has in the source. */
  constantIn(node: CellNode): Value {
    return this.constants.get(node) ?? constantOf(node)
  }

  /** A cell that the source does not assign is free again when it is blank. */
  private mark(node: CellNode, value: Value): void {
    const free = (node.flags & ASSIGNED) === 0 && typeof value === 'object' && isBlank(value)
    this.setGiven(node, !free)
  }

  private setGiven(node: CellNode, isGiven: boolean): void {
    if (isGiven === ((node.flags & GIVEN) !== 0)) return
    node.flags ^= GIVEN
    this.graph.given += isGiven ? 1 : -1
    if ((node.flags & ASSIGNED) === 0) this.added += isGiven ? 1 : -1
  }
}

/** Value of an input, an array whole. */
function constantOf(node: CellNode): Value {
  if (node.own === null) return node.value
  return templateOf(node) === null ? (node.own[0] as Value) : node.value
}
