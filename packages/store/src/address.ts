// Address of a value: a space, a document in it, and a path into the document.
// Two addresses overlap when one path is a prefix of the other.

export type PathSegment = string | number
export type Path = readonly PathSegment[]

export interface Address {
  readonly space: string
  readonly id: string
  readonly path: Path
}

/** A document, without a path. */
export interface DocRef {
  readonly space: string
  readonly id: string
}

/** A key for maps that no choice of names can forge: the length of the space stands first. */
export function docKey(space: string, id: string): string {
  return `${space.length}:${space}${id}`
}

export function isPrefix(prefix: Path, path: Path): boolean {
  if (prefix.length > path.length) return false
  for (let i = 0; i < prefix.length; i++) if (!sameSegment(prefix[i]!, path[i]!)) return false
  return true
}

export function overlaps(a: Path, b: Path): boolean {
  return a.length <= b.length ? isPrefix(a, b) : isPrefix(b, a)
}

export function commonPrefix(a: Path, b: Path): Path {
  const length = Math.min(a.length, b.length)
  let n = 0
  while (n < length && sameSegment(a[n]!, b[n]!)) n++
  return n === a.length ? a : a.slice(0, n)
}

/** An array index may be written as a number or as its text. */
function sameSegment(a: PathSegment, b: PathSegment): boolean {
  return a === b || String(a) === String(b)
}

export function formatAddress(address: Address): string {
  const path = address.path.map((s) => (typeof s === 'number' ? `[${s}]` : `.${s}`)).join('')
  return `${address.space}/${address.id}${path}`
}
