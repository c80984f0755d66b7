// Offsets as people count them: lines and columns from 1. A line ends at LF, CRLF or CR.

/** A place in a text; `column` counts UTF-16 units. */
export interface Place {
  readonly line: number
  readonly column: number
}

/** The lines of one text. */
export interface LineIndex {
  readonly count: number
  /** Where an offset stands; one beyond the end counts as the end. */
  place(offset: number): Place
  /** Where a line starts; one beyond the last starts at the end. */
  start(line: number): number
}

/** The places of some offsets of a long text, without an index of all its lines. */
export function placesAt(source: string, offsets: Iterable<number>): ReadonlyMap<number, Place> {
  const places = new Map<number, Place>()
  const hasReturns = source.includes('\r')
  let [line, start] = [1, 0]
  let next = lineAfter(source, 0, hasReturns)
  for (const offset of [...offsets].sort((a, b) => a - b)) {
    const within = Math.max(0, Math.min(offset, source.length))
    for (; next <= within; next = lineAfter(source, start, hasReturns)) {
      line++
      start = next
    }
    places.set(offset, { line, column: within - start + 1 })
  }
  return places
}

/** Start of the next line; infinite behind the last one. */
function lineAfter(source: string, start: number, hasReturns: boolean): number {
  if (!hasReturns) {
    const feed = source.indexOf('\n', start)
    return feed < 0 ? Number.POSITIVE_INFINITY : feed + 1
  }
  for (let at = start; at < source.length; at++) {
    const unit = source.charCodeAt(at)
    if (unit === 10 || (unit === 13 && source.charCodeAt(at + 1) !== 10)) return at + 1
  }
  return Number.POSITIVE_INFINITY
}

export function lineIndex(source: string): LineIndex {
  const starts = [0]
  // Most texts have no CR. See performance: texts are searched by native functions
  if (source.includes('\r')) {
    for (let at = 0; at < source.length; at++) {
      const unit = source.charCodeAt(at)
      if (unit === 10 || (unit === 13 && source.charCodeAt(at + 1) !== 10)) starts.push(at + 1)
    }
  } else
    for (let at = source.indexOf('\n'); at >= 0; at = source.indexOf('\n', at + 1))
      starts.push(at + 1)
  const place = (offset: number): Place => {
    const within = Math.max(0, Math.min(offset, source.length))
    let low = 0
    let high = starts.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (starts[middle]! <= within) low = middle
      else high = middle - 1
    }
    return { line: low + 1, column: within - starts[low]! + 1 }
  }
  return {
    count: starts.length,
    place,
    start: (line) => starts[Math.max(0, line - 1)] ?? source.length,
  }
}
