// Entry of one key in an index: the places that have it, and the nodes that asked about it. A missing key
// that is asked for has an entry as well, so that its askers can be told when it appears.

import { NEW_KNOWN, Node } from '@cellwake/scheduler'
import { firstFrom, type KeyTotal } from './key-total.ts'
import type { Key } from './keys.ts'

/** The first or the last place of a key, from 1, or 0; how many places; the aggregate of their values. */
export type Question = 'first' | 'last' | 'count' | 'total'

/** A node per key and question that was asked. Its readers are the askers. */
export class Asked extends Node {
  declare readonly entry: KeyEntry
  declare readonly question: Question
  /** Instant of a datetime that is looked for: of equal numbers it finds its own instant alone. */
  declare readonly ms: number | undefined

  constructor(
    ordinal: number,
    run: (node: Node) => unknown,
    entry: KeyEntry,
    question: Question,
    ms: number | undefined,
  ) {
    super(ordinal, undefined, run, NEW_KNOWN)
    this.entry = entry
    this.question = question
    this.ms = ms
  }
}

/** Up to so many changes are made one by one; more by going through all places once. */
const FEW_CHANGES = 8

const NONE: readonly never[] = []

/** There may be one for each of a million cells, so lists come when they are needed. */
export class KeyEntry {
  /** Undefined for blank, whose places are not kept. */
  readonly key: Key | undefined
  /** Rising. */
  places: readonly number[] = NONE
  asked: readonly Asked[] = NONE
  total: KeyTotal | undefined = undefined
  /** Something about it is another since askers were last told. */
  changed = false
  /** Changes that are yet to be made. */
  #came: number[] | undefined = undefined
  #gone: number[] | undefined = undefined

  constructor(key: Key | undefined) {
    this.key = key
  }

  come(place: number): void {
    if (this.#came === undefined) this.#came = [place]
    else this.#came.push(place)
  }

  go(place: number): void {
    if (this.#gone === undefined) this.#gone = [place]
    else this.#gone.push(place)
  }

  /** Makes the changes. No place comes twice or goes twice. */
  update(): void {
    const came = this.#came
    const gone = this.#gone
    this.#came = undefined
    this.#gone = undefined
    if (gone !== undefined) this.places = without(this.places, gone)
    if (came === undefined) return
    // Lines are looked through one after the other, each from its start.
    if (!isRising(came)) came.sort((a, b) => a - b)
    if (this.places.length === 0) this.places = came
    else this.places = withMore(this.places as number[], came)
  }
}

function without(places: readonly number[], gone: readonly number[]): readonly number[] {
  if (places.length === gone.length) return NONE
  if (gone.length > FEW_CHANGES) {
    const left = new Set(gone)
    return places.filter((place) => !left.has(place))
  }
  const kept = places as number[]
  for (const place of gone) kept.splice(firstFrom(kept, place), 1)
  return kept
}

function withMore(places: number[], came: readonly number[]): readonly number[] {
  if (came[0]! > places.at(-1)!) {
    for (const place of came) places.push(place)
  } else if (came.length <= FEW_CHANGES) {
    for (const place of came) places.splice(firstFrom(places, place), 0, place)
  } else return [...places, ...came].sort((a, b) => a - b)
  return places
}

function isRising(places: readonly number[]): boolean {
  for (let i = 1; i < places.length; i++) if (places[i]! < places[i - 1]!) return false
  return true
}
