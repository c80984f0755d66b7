// Inverted index of lines of cells: for each key, the places that have it. It is a node that reads the lines,
// looks only at what changed since it last ran, and invalidates the questions about the keys concerned. Its
// own value never changes, so an edit runs no one else. A result from an index is exactly that of a search
// from end to end.

import {
  BLANK,
  isDatetime,
  PENDING,
  type Pending,
  refuel,
  UNLIMITED,
  type Value,
} from '@cellwake/runtime'
import { appendRead, type Graph, NEW_KNOWN, Node, readerCount } from '@cellwake/scheduler'
import { INDEX_UNASKED_KEYS } from '../limits.ts'
import { Aggregate } from '../ranges/aggregate.ts'
import { shown } from '../ranges/region.ts'
import { Asked, KeyEntry, type Question } from './key-entry.ts'
import type { KeyLine } from './key-line.ts'
import { KeyTotal } from './key-total.ts'
import { joinedKey, type Key, NEVER, NOT_YET } from './keys.ts'

export interface KeyedLine {
  readonly line: KeyLine
  readonly keyOf: (value: Value) => Key | undefined
}

export interface KeyIndexParts {
  readonly lines: readonly KeyedLine[]
  /** Number of places in the lines. */
  readonly length: number
  /** The line that is added up for the places of a key, and the row of its first place in the sheet. */
  readonly measured: { readonly line: KeyLine; readonly row: number } | undefined
}

export class KeyIndex extends Node {
  readonly length: number
  /** Stretches of cells that it has looked at. */
  looks = 0
  /** Number of questions that it remembers. */
  questions = 0
  readonly #graph: Graph
  readonly #parts: KeyIndexParts
  readonly #watched: readonly Node[]
  readonly #entries = new Map<Key, KeyEntry>()
  readonly #blank = new KeyEntry(undefined)
  /** By place; undefined for blank, and where there is no cell. */
  readonly #keys: (Key | undefined)[] = []
  readonly #values: (Value | undefined)[] = []
  /** Instants of places that hold a datetime. */
  readonly #instants = new Map<number, number>()
  #changed: KeyEntry[] = []
  #lookedAt = -1
  #pending = 0
  #sweepAt = INDEX_UNASKED_KEYS
  #reading = 0

  constructor(graph: Graph, parts: KeyIndexParts) {
    super(graph.nextOrdinal++, undefined, run, NEW_KNOWN)
    this.#graph = graph
    this.#parts = parts
    this.length = parts.length
    const watched = new Set<Node>()
    for (const { line } of parts.lines) for (const node of line.watched) watched.add(node)
    for (const node of parts.measured?.line.watched ?? []) watched.add(node)
    for (const node of watched) appendRead(this, node)
    this.#watched = [...watched]
  }

  /** The first or last place of a key, from 1; 0 if it is nowhere. Undefined is blank. */
  place(key: Key | undefined, last: boolean, ms: number | undefined): number {
    return this.#read(key, last ? 'last' : 'first', ms) as number
  }

  count(key: Key): number | Pending {
    return this.#read(key, 'count', undefined) as number | Pending
  }

  total(key: Key): Aggregate | Pending {
    return this.#read(key, 'total', undefined) as Aggregate | Pending
  }

  #read(key: Key | undefined, question: Question, ms: number | undefined): unknown {
    const asked = this.#ask(key, question, ms)
    // The node about to be read has no reader yet, and must not be forgotten meanwhile.
    this.#reading++
    try {
      return this.#graph.read(asked)
    } finally {
      this.#reading--
    }
  }

  #ask(key: Key | undefined, question: Question, ms: number | undefined): Asked {
    const entry = key === undefined ? this.#blank : this.#entry(key)
    for (const known of entry.asked) {
      if (known.question === question && known.ms === ms) return known
    }
    if (this.questions >= this.#sweepAt && this.#reading === 0) this.#sweep()
    const asked = new Asked(this.#graph.nextOrdinal++, this.#answer, entry, question, ms)
    appendRead(asked, this)
    entry.asked = entry.asked.length === 0 ? [asked] : [...entry.asked, asked]
    // The sweep may have taken it for one that is of no use.
    if (key !== undefined) this.#entries.set(key, entry)
    this.questions++
    return asked
  }

  /** Evicts questions without a reader. */
  #sweep(): void {
    this.questions = 0
    for (const entry of [this.#blank, ...this.#entries.values()]) {
      if (entry.asked.length === 0) continue
      const { asked } = entry
      entry.asked = asked.filter((node) => readerCount(node) > 0)
      for (const node of asked) if (readerCount(node) === 0) this.#graph.remove(node)
      this.questions += entry.asked.length
      this.#tidy(entry)
    }
    this.#sweepAt = this.questions * 2 + INDEX_UNASKED_KEYS
  }

  #entry(key: Key): KeyEntry {
    let entry = this.#entries.get(key)
    if (entry === undefined) {
      entry = new KeyEntry(key)
      this.#entries.set(key, entry)
    }
    return entry
  }

  #tidy(entry: KeyEntry): void {
    if (entry.asked.length > 0) return
    entry.total = undefined
    if (entry.places.length === 0 && entry.key !== undefined) this.#entries.delete(entry.key)
  }

  // Answers

  readonly #answer = (node: Node): unknown => {
    const { entry, question, ms, value } = node as Asked
    this.#graph.read(this)
    if (question === 'first') return this.#first(entry, ms)
    if (question === 'last') return this.#last(entry, ms)
    // A condition on something that has not arrived can be neither met nor failed.
    if (this.#pending > 0) return PENDING
    if (question === 'count') return entry.places.length
    entry.total ??= new KeyTotal()
    const row = this.#parts.measured!.row
    const total = entry.total.total({ places: entry.places, values: this.#values, row })
    return value instanceof Aggregate && sameTotal(value, total) ? value : total
  }

  #first(entry: KeyEntry, ms: number | undefined): number {
    if (entry.key === undefined) {
      for (let i = 0; i < this.length; i++) if (this.#keys[i] === undefined) return i + 1
      return 0
    }
    for (const place of entry.places) if (this.#isAt(place, ms)) return place + 1
    return 0
  }

  #last(entry: KeyEntry, ms: number | undefined): number {
    if (entry.key === undefined) {
      for (let i = this.length - 1; i >= 0; i--) if (this.#keys[i] === undefined) return i + 1
      return 0
    }
    const { places } = entry
    for (let i = places.length - 1; i >= 0; i--)
      if (this.#isAt(places[i]!, ms)) return places[i]! + 1
    return 0
  }

  /** In the hour that comes twice, two instants are equal to one number, but not to each other. */
  #isAt(place: number, ms: number | undefined): boolean {
    if (ms === undefined) return true
    const own = this.#instants.get(place)
    return own === undefined || own === ms
  }

  // Changes

  /** Looks at changed places, and invalidates the questions about their keys. */
  refresh(): void {
    // All reads come first: any may throw, and then nothing must be half done.
    for (const node of this.#watched) this.#graph.read(node)
    const wasPending = this.#pending > 0
    const { lines, measured } = this.#parts
    const look = (first: number, last: number): void => {
      this.looks++
      for (let place = first; place <= last; place++) this.#lookAt(place)
    }
    // Keys are made from values that were paid for when they were computed.
    const fuel = refuel(UNLIMITED)
    for (const { line } of lines) line.changedSince(this.#lookedAt, look)
    measured?.line.changedSince(this.#lookedAt, look)
    refuel(fuel)
    this.#lookedAt = this.#graph.tick
    const changed = this.#changed
    this.#changed = []
    for (const entry of changed) {
      entry.changed = false
      entry.update()
      for (const asked of entry.asked) this.#graph.touch(asked)
      this.#tidy(entry)
    }
    if (this.#pending > 0 !== wasPending) this.#tellAll()
  }

  #tellAll(): void {
    for (const { asked } of this.#entries.values())
      for (const node of asked) this.#graph.touch(node)
  }

  #lookAt(place: number): void {
    const key = this.#keyAt(place)
    const old = this.#keys[place]
    if (key !== old) {
      this.#keys[place] = key
      if (old === NOT_YET) this.#pending--
      else if (old === undefined) this.#mark(this.#blank)
      else if (old !== NEVER) this.#changeAt(this.#entry(old), place).go(place)
      if (key === NOT_YET) this.#pending++
      else if (key === undefined) this.#mark(this.#blank)
      else if (key !== NEVER) this.#changeAt(this.#entry(key), place).come(place)
    }
    const { measured } = this.#parts
    if (measured === undefined) return
    const value = valueIn(measured.line, place)
    if (value === this.#values[place]) return
    this.#values[place] = value
    if (key !== undefined && key !== NEVER && key !== NOT_YET) {
      this.#changeAt(this.#entry(key), place)
    }
  }

  #keyAt(place: number): Key | undefined {
    const { lines } = this.#parts
    const [only] = lines
    if (lines.length === 1) {
      const value = valueIn(only!.line, place)
      this.#noteInstant(place, value)
      return only!.keyOf(value)
    }
    const keys: Key[] = []
    let found = true
    for (const { line, keyOf } of lines) {
      const key = keyOf(valueIn(line, place))
      if (key === NOT_YET) return NOT_YET
      if (key === undefined || key === NEVER) found = false
      else keys.push(key)
    }
    return found ? joinedKey(keys) : NEVER
  }

  #noteInstant(place: number, value: Value): void {
    const ms = typeof value === 'object' && isDatetime(value) ? value.ms : undefined
    if (ms === undefined && this.#instants.size === 0) return
    if (this.#instants.get(place) === ms) return
    if (ms === undefined) this.#instants.delete(place)
    else this.#instants.set(place, ms)
    const key = this.#keys[place]
    if (key !== undefined && key !== NEVER && key !== NOT_YET) this.#mark(this.#entry(key))
  }

  #changeAt(entry: KeyEntry, place: number): KeyEntry {
    this.#mark(entry)
    entry.total?.changed(place, this.#parts.measured?.row ?? 1)
    return entry
  }

  #mark(entry: KeyEntry): void {
    if (entry.changed) return
    entry.changed = true
    this.#changed.push(entry)
  }
}

function run(node: Node): undefined {
  ;(node as KeyIndex).refresh()
  return undefined
}

function valueIn(line: KeyLine, place: number): Value {
  const value = line.cell(place)?.value
  if (value === undefined) return BLANK
  return typeof value === 'object' ? shown(value) : value
}

function sameTotal(a: Aggregate, b: Aggregate): boolean {
  const alike = a.numbers === b.numbers && a.sum === b.sum && a.min === b.min && a.max === b.max
  return alike && a.others === b.others && a.stop === b.stop && b.others === 0
}
