// Skeletons by number: the same units have the same number. Compared unit by unit, never by hash
// alone, so two lines that differ in anything are never taken for copies.

import { SKELETON_MAX_UNITS } from '../limits.ts'

export class Skeletons {
  /** The skeleton that is being written. */
  readonly units = new Uint16Array(SKELETON_MAX_UNITS)
  length = 0
  count = 0
  /** By skeleton: where its units begin in the pool; one more entry than skeletons. */
  starts = new Int32Array(256)
  pool = new Uint16Array(4096)
  #hashes = new Int32Array(256)
  /** Numbers plus one; 0 is a free place. At most half of it is taken. */
  #table = new Int32Array(1024)

  /** The number of the skeleton that was written; a new one is `count - 1`. */
  number(): number {
    const hash = this.#hash()
    const mask = this.#table.length - 1
    let place = hash & mask
    for (let known = this.#table[place]!; known !== 0; known = this.#table[place]!) {
      if (this.#hashes[known - 1] === hash && this.#equals(known - 1)) return known - 1
      place = (place + 1) & mask
    }
    return this.#add(hash, place)
  }

  #hash(): number {
    const { units, length } = this
    let hash = length
    for (let at = 0; at < length; at++) hash = Math.imul(hash ^ units[at]!, 0x01000193)
    hash ^= hash >>> 15
    hash = Math.imul(hash, 0x2c1b3c6d)
    return hash ^ (hash >>> 13)
  }

  #equals(number: number): boolean {
    const { units, length } = this
    const start = this.starts[number]!
    if (this.starts[number + 1]! - start !== length) return false
    const { pool } = this
    for (let at = 0; at < length; at++) if (pool[start + at] !== units[at]) return false
    return true
  }

  #add(hash: number, place: number): number {
    const number = this.count++
    const start = this.starts[number]!
    const end = start + this.length
    if (end > this.pool.length) {
      const larger = new Uint16Array(Math.max(end, this.pool.length * 2))
      larger.set(this.pool)
      this.pool = larger
    }
    this.pool.set(this.units.subarray(0, this.length), start)
    if (this.count + 1 >= this.starts.length) {
      this.starts = doubled(this.starts)
      this.#hashes = doubled(this.#hashes)
    }
    this.starts[number + 1] = end
    this.#hashes[number] = hash
    this.#table[place] = number + 1
    if (this.count * 2 > this.#table.length) this.#rehash()
    return number
  }

  #rehash(): void {
    const table = new Int32Array(this.#table.length * 2)
    const mask = table.length - 1
    for (let number = 0; number < this.count; number++) {
      let place = this.#hashes[number]! & mask
      while (table[place] !== 0) place = (place + 1) & mask
      table[place] = number + 1
    }
    this.#table = table
  }
}

function doubled(list: Int32Array): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(list.length * 2)
  larger.set(list)
  return larger
}
