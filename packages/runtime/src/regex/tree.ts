// The syntax tree of a pattern, between parser and compiler.

/** Characters by ranges: first, last, first, last, … */
export interface CharSet {
  /** From `\d` and its kind: taken as they are. */
  readonly exact: readonly number[]
  /** Written out: in another case too, where case does not count. */
  readonly written: readonly number[]
  readonly negated: boolean
}

export type Place = 'start' | 'end' | 'edge' | 'inside' | 'line-start' | 'line-end'

export type Tree =
  | { readonly t: 'char'; readonly point: number }
  | { readonly t: 'set'; readonly set: CharSet }
  | { readonly t: 'place'; readonly place: Place }
  | { readonly t: 'all'; readonly items: readonly Tree[] }
  | { readonly t: 'any'; readonly items: readonly Tree[] }
  | { readonly t: 'group'; readonly index: number; readonly body: Tree }
  | Repeat

export interface Repeat {
  readonly t: 'repeat'
  readonly body: Tree
  readonly least: number
  /** -1 for no end. */
  readonly most: number
  readonly greedy: boolean
  /** The groups inside: from the first up to, not including, the last. */
  readonly firstGroup: number
  readonly endGroup: number
}

export interface Pattern {
  readonly tree: Tree
  /** With the whole as group 0. */
  readonly groups: number
  readonly ignoreCase: boolean
}

/** Whether it can fit nothing at all. */
export function fitsNothing(tree: Tree): boolean {
  if (tree.t === 'char' || tree.t === 'set') return false
  if (tree.t === 'place') return true
  if (tree.t === 'group') return fitsNothing(tree.body)
  if (tree.t === 'repeat') return tree.least === 0 || fitsNothing(tree.body)
  if (tree.t === 'any') {
    for (const item of tree.items) if (fitsNothing(item)) return true
    return false
  }
  for (const item of tree.items) if (!fitsNothing(item)) return false
  return true
}
