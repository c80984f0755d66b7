// Trees without their places, all nodes of a tree, and the corpus.
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Span } from '../../src/parser/ast.ts'

const places = new Set(['start', 'end', 'fnEnd', 'source', 'comments'])

/** A copy without offsets, so that two texts of one model can be compared. */
export function bare(tree: unknown): unknown {
  if (Array.isArray(tree)) return tree.map(bare)
  if (typeof tree !== 'object' || tree === null) return tree
  return Object.fromEntries(
    Object.entries(tree)
      .filter(([key]) => !places.has(key))
      .map(([key, value]) => [key, bare(value)]),
  )
}

export interface Placed extends Span {
  readonly type?: string
}

/** Every part with a span, each behind its parent; `visit` gets the parent too. */
export function walk(
  tree: unknown,
  visit: (node: Placed, parent: Placed | undefined) => void,
): void {
  const inner = (value: unknown, parent: Placed | undefined): void => {
    if (Array.isArray(value)) {
      for (const item of value) inner(item, parent)
      return
    }
    if (typeof value !== 'object' || value === null) return
    const isPlaced = 'start' in value && 'end' in value
    if (isPlaced) visit(value as Placed, parent)
    for (const child of Object.values(value)) inner(child, isPlaced ? (value as Placed) : parent)
  }
  inner(tree, undefined)
}

export interface Sample {
  readonly name: string
  readonly source: string
}

/** The corpus: models that are well formed, or models with mistakes. */
export function corpus(kind: 'valid' | 'broken'): Sample[] {
  const folder = fileURLToPath(new URL(`../corpus/${kind}/`, import.meta.url))
  return readdirSync(folder)
    .sort()
    .map((name) => ({ name, source: readFileSync(folder + name, 'utf8') }))
}
