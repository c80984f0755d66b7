// Small values with few names, so that random writes meet; and a plain model of documents, written
// without looking at the real one: it copies everything and changes the copy.

import fc from 'fast-check'
import type { Path, Value } from '../src/index.ts'

const keys = fc.constantFrom('a', 'b', '0', 'constructor')

export const values: fc.Arbitrary<Value> = fc.letrec<{ tree: Value }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    fc.constantFrom<Value>(null, true, 0, 1, 'x', [], {}),
    fc.array(tie('tree'), { maxLength: 3 }),
    fc.dictionary(keys, tie('tree'), { maxKeys: 3, noNullPrototype: true }),
  ),
})).tree

export const paths: fc.Arbitrary<Path> = fc.array(
  fc.oneof(keys, fc.constantFrom<string | number>(0, 1, 2, '1')),
  { maxLength: 3 },
)

/** A write, or a delete where there is no value. */
export interface ModelOp {
  readonly path: Path
  readonly value: Value | undefined
}

export const ops: fc.Arbitrary<ModelOp> = fc.record({
  path: paths,
  value: fc.option(values, { nil: undefined, freq: 3 }),
})

type Tree = Record<string, unknown> | unknown[]

/** Throws where the write has no place. */
export function applyToModel(value: Value | undefined, { path, value: to }: ModelOp) {
  const root = { it: clone(value) } as { it: unknown }
  let holder: Tree = root as Record<string, unknown>
  const steps: (string | number)[] = ['it', ...path]
  for (const [i, step] of steps.entries()) {
    const key = place(holder, step, to !== undefined)
    if (key === undefined) return clone(value)
    if (i === steps.length - 1) {
      if (to !== undefined) (holder as Record<string, unknown>)[key] = clone(to)
      else if (Array.isArray(holder)) holder.splice(Number(key), 1)
      else delete holder[key]
      break
    }
    const next = Object.hasOwn(holder, key) ? (holder as Record<string, unknown>)[key] : undefined
    if (next === undefined || next === null) {
      if (to === undefined) return clone(value)
      ;(holder as Record<string, unknown>)[key] = {}
    } else if (typeof next !== 'object') {
      if (to === undefined) return clone(value)
      throw new Error('a scalar is in the way')
    }
    holder = (holder as Record<string, unknown>)[key] as Tree
  }
  return root.it as Value | undefined
}

/** The key of a step in a container; undefined where a delete finds nothing. */
function place(holder: Tree, step: string | number, writes: boolean): string | undefined {
  const key = String(step)
  if (!Array.isArray(holder)) return writes || Object.hasOwn(holder, key) ? key : undefined
  const isIndex = /^\d+$/.test(key) && String(Number(key)) === key
  const fits = isIndex && Number(key) <= holder.length
  if (writes && !fits) throw new Error('not an index of this list')
  return fits && (writes || Number(key) < holder.length) ? key : undefined
}

/** Also of what stands in two places: two copies. */
export function clone<T>(value: T): T {
  return value === undefined ? value : (JSON.parse(JSON.stringify(value)) as T)
}

/** The same text for equal values. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'absent'
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([key, inner]) => `${JSON.stringify(key)}:${canonical(inner)}`).join()}}`
}
