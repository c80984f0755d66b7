// What an index knows of one key: the places that have it, and the nodes that were asked about it. A key
// that is asked for and is nowhere has an entry as well, so that it can be told when it appears.

import { NEVER_RAN, Node, STATIC } from '@cellwake/scheduler'
import { firstFrom, type GroupTotal } from './group-total.ts'
import type { Key } from './keys.ts'

/** The first or the last place of a key, from 1, or 0; how many places; the aggregate of their values. */
export type Question = 'first' | 'last' | 'count' | 'total'

/** A node per key and question that was asked. Its readers are those who asked. */
export class Asked extends Node {
  readonly entry: KeyEntry
  readonly question: Question
  /** Of a datetime that is looked for: of equal numbers it finds its own instant alone. */
  readonly ms: number | undefined

  constructor(
    ordinal: number,
    run: (node: Node) => unknown,
    entry: KeyEntry,
    question: Question,
    ms: number | undefined,
  ) {
    super(ordinal, undefined, run, NEVER_RAN | STATIC)
    this.entry = entry
    this.question = question
    this.ms = ms
  }
}

/** Up to so many changes are made one by one; more by going through all places once. */
const FEW_CHANGES = 8

export class KeyEntry {
  /** Undefined for blank, whose places are not kept. */
  readonly key: Key | undefined
  /** Rising. */
  places: number[] = []
  asked: Asked[] = []
  group: GroupTotal | undefined = undefined
  /** Changes that are yet to be made. */
  #came: number[] = []
  #gone: number[] = []
  /** Something about it is another since askers were last told. */
  changed = false

  constructor(key: Key | undefined) {
    this.key = key
  }

  come(place: number): void {
    this.#came.push(place)
  }

  go(place: number): void {
    this.#gone.push(place)
  }

  /** Makes the changes. A place may have come and gone in either order, but not twice. */
  update(): void {
    const came = this.#came
    const gone = this.#gone
    if (came.length + gone.length === 0) return
    if (came.length + gone.length <= FEW_CHANGES) this.#updateFew(came, gone)
    else this.#updateMany(came, gone)
    this.#came = []
    this.#gone = []
  }

  #updateFew(came: readonly number[], gone: readonly number[]): void {
    const { places } = this
    for (const place of gone) places.splice(firstFrom(places, place), 1)
    for (const place of came) {
      if (places.length === 0 || place > places.at(-1)!) places.push(place)
      else places.splice(firstFrom(places, place), 0, place)
    }
  }

  #updateMany(came: number[], gone: readonly number[]): void {
    const left = new Set(gone)
    const kept = left.size === 0 ? this.places : this.places.filter((place) => !left.has(place))
    came.sort((a, b) => a - b)
    if (kept.length === 0) this.places = came
    else if (came.length > 0 && came[0]! < kept.at(-1)!) {
      this.places = [...kept, ...came].sort((a, b) => a - b)
    } else this.places = kept.concat(came)
  }
}
