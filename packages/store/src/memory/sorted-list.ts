// Rows in order, for questions by range: to add, to take away and to find where a range begins costs the logarithm of
// their number. Kept in chunks, since to insert into one long array would move all that stands behind.

const CHUNK_ROWS = 512

export class SortedList<T> {
  readonly #compare: (a: T, b: T) => number
  readonly #chunks: T[][] = []
  #size = 0

  constructor(compare: (a: T, b: T) => number) {
    this.#compare = compare
  }

  get size(): number {
    return this.#size
  }

  /** Nothing in it may be equal to the row. */
  add(row: T): void {
    this.#size++
    const at = Math.min(
      this.#chunkOf((other) => this.#compare(other, row) < 0),
      this.#chunks.length - 1,
    )
    const chunk = this.#chunks[at]
    if (chunk === undefined) {
      this.#chunks.push([row])
      return
    }
    chunk.splice(
      firstNot(chunk, (other) => this.#compare(other, row) < 0),
      0,
      row,
    )
    if (chunk.length <= CHUNK_ROWS) return
    this.#chunks.splice(at + 1, 0, chunk.splice(CHUNK_ROWS / 2))
  }

  /** Removes a row equal to this one, if there is one. */
  delete(row: T): void {
    const isBefore = (other: T) => this.#compare(other, row) < 0
    const at = this.#chunkOf(isBefore)
    const chunk = this.#chunks[at]
    if (chunk === undefined) return
    const place = firstNot(chunk, isBefore)
    if (this.#compare(chunk[place]!, row) !== 0) return
    this.#size--
    chunk.splice(place, 1)
    if (chunk.length === 0) this.#chunks.splice(at, 1)
  }

  /** In order, from the first that is not before the range. */
  *ascending(isBefore: (row: T) => boolean = () => false): Iterable<T> {
    const first = this.#chunkOf(isBefore)
    for (let at = first; at < this.#chunks.length; at++) {
      const chunk = this.#chunks[at]!
      for (let i = at === first ? firstNot(chunk, isBefore) : 0; i < chunk.length; i++) {
        yield chunk[i]!
      }
    }
  }

  /** Against the order, from the last that is still in the range. */
  *descending(isIn: (row: T) => boolean = () => true): Iterable<T> {
    const first = Math.min(this.#chunkOf(isIn), this.#chunks.length - 1)
    for (let at = first; at >= 0; at--) {
      const chunk = this.#chunks[at]!
      const end = at === first ? firstNot(chunk, isIn) : chunk.length
      for (let i = end - 1; i >= 0; i--) yield chunk[i]!
    }
  }

  /** The first chunk that ends with a row for which it does not hold; it holds for rows up to some place. */
  #chunkOf(holds: (row: T) => boolean): number {
    return firstNot(this.#chunks, (chunk) => holds(chunk.at(-1)!))
  }
}

function firstNot<T>(rows: readonly T[], holds: (row: T) => boolean): number {
  let low = 0
  let high = rows.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (holds(rows[middle]!)) low = middle + 1
    else high = middle
  }
  return low
}

/** So many of them. */
export function* first<T>(rows: Iterable<T>, limit: number): Iterable<T> {
  let left = limit
  if (left <= 0) return
  for (const row of rows) {
    yield row
    if (--left <= 0) return
  }
}
