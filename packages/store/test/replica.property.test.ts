// Against oracles and a model: values compare and change as plain JSON does, and the view of a
// document is its confirmed base with the pending layers on top, whatever the order of verdicts.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applyOps, type Doc, type Layer, type Op, Replica } from '../src/replica.ts'
import {
  deleteAt,
  differsAt,
  equal,
  equalShallow,
  getAt,
  setAt,
  take,
  type Value,
} from '../src/value.ts'
import { applyToModel, canonical, clone, type ModelOp, ops, paths, values } from './arbitraries.ts'

const RUNS = { numRuns: 1_000 }

describe('values, against plain JSON', () => {
  it('are equal when their canonical texts are', () => {
    fc.assert(
      fc.property(values, values, (a, b) => {
        expect(equal(take(a), take(b))).toBe(canonical(a) === canonical(b))
        expect(equal(take(a), take(clone(a)))).toBe(true)
      }),
      RUNS,
    )
  })

  it('change at a path as a copy would, or are refused where a copy cannot', () => {
    fc.assert(
      fc.property(values, ops, (value, op) => {
        let expected: Value | undefined | 'refused'
        try {
          expected = applyToModel(value, op)
        } catch {
          expected = 'refused'
        }
        const change = () =>
          op.value === undefined
            ? deleteAt(take(value), op.path)
            : setAt(take(value), op.path, take(op.value))
        if (expected === 'refused') expect(change).toThrow()
        else expect(canonical(change())).toBe(canonical(expected))
      }),
      RUNS,
    )
  })

  it('hold what was set, lose what was deleted, and keep everything else', () => {
    fc.assert(
      fc.property(values, paths, values, paths, (value, path, to, elsewhere) => {
        fc.pre(accepts(value, { path, value: to }))
        const set = setAt(take(value), path, take(to))
        expect(getAt(set, path)).toEqual(to)
        const texts = [path, elsewhere].map((p) => p.map(String))
        const shared = texts[0]!.findIndex((step, i) => step !== texts[1]![i])
        if (shared >= 0 && shared < elsewhere.length && !lengthens(value, path)) {
          expect(canonical(getAt(set, elsewhere))).toBe(canonical(getAt(take(value), elsewhere)))
        }
        const parent = getAt(set, path.slice(0, -1))
        if (!Array.isArray(parent)) expect(getAt(deleteAt(set, path), path)).toBeUndefined()
      }),
      RUNS,
    )
  })

  it('differ for a read exactly when the read would have seen something else', () => {
    const saw = (value: Value, path: readonly (string | number)[], shallow: boolean): string => {
      const holders = path.map((_, i) => getAt(value, path.slice(0, i)))
      const walkable = holders.findIndex((holder) => typeof holder !== 'object' || holder === null)
      if (walkable >= 0) return `stopped after ${walkable}`
      const found = getAt(value, path)
      if (!shallow || typeof found !== 'object' || found === null) return canonical(found)
      return Array.isArray(found) ? `list of ${found.length}` : canonical(Object.keys(found).sort())
    }
    fc.assert(
      fc.property(values, values, paths, fc.boolean(), (a, b, path, shallow) => {
        const depth = shallow ? 'shallow' : 'deep'
        const differs = saw(a, path, shallow) !== saw(b, path, shallow)
        expect(differsAt(take(a), take(b), path, depth)).toBe(differs)
        if (shallow) expect(equalShallow(take(a), take(b)) || !equal(take(a), take(b))).toBe(true)
      }),
      RUNS,
    )
  })
})

function accepts(value: Value, op: ModelOp): boolean {
  try {
    applyToModel(value, op)
    return true
  } catch {
    return false
  }
}

/** A write that appends to a list, or makes containers, changes more than its own place. */
function lengthens(value: Value, path: readonly (string | number)[]): boolean {
  return path.some((_, i) => getAt(take(value), path.slice(0, i + 1)) === undefined)
}

type Step =
  | { readonly type: 'write'; readonly ops: readonly ModelOp[] }
  | { readonly type: 'accept' | 'reject'; readonly which: number }
  | { readonly type: 'foreign'; readonly op: ModelOp }
  | { readonly type: 'old'; readonly value: Value }

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    fc.record({
      type: fc.constant('write' as const),
      ops: fc.array(ops, { minLength: 1, maxLength: 3 }),
    }),
    fc.record({ type: fc.constantFrom('accept' as const, 'reject' as const), which: fc.nat(5) }),
    fc.record({ type: fc.constant('foreign' as const), op: ops }),
    fc.record({ type: fc.constant('old' as const), value: values }),
  ),
  { maxLength: 25 },
)

/** One document: what the database has, and what is pending here. */
class Model {
  base: Value | undefined = undefined
  seq = 0
  pending: (readonly ModelOp[])[] = []

  view(): Value | undefined {
    return this.pending.reduce((value, layer) => this.fold(value, layer), this.base)
  }

  /** What does not fit is left out. */
  fold(value: Value | undefined, layer: readonly ModelOp[]): Value | undefined {
    return layer.reduce((current, op) => {
      try {
        return applyToModel(current, op)
      } catch {
        return current
      }
    }, clone(value))
  }
}

describe('the replica, against a model', () => {
  it('shows the base with the pending layers on top, and tells every change of that', () => {
    fc.assert(
      fc.property(steps, (history) => {
        const replica = new Replica(true)
        const doc = replica.doc('s', 'd')
        const model = new Model()
        const layers: Layer[] = []
        let told = canonical(doc.value)
        const hear = (change: { before: unknown; after: unknown } | undefined) => {
          if (change === undefined) return
          expect(canonical(change.before)).toBe(told)
          told = canonical(change.after)
        }
        for (const step of history) {
          const { version } = doc
          const before = canonical(doc.value)
          run(step, replica, doc, model, layers, hear)
          expect(canonical(doc.value)).toBe(canonical(model.view()))
          expect(told).toBe(canonical(doc.value))
          expect(doc.seq).toBe(model.seq)
          if (canonical(doc.value) !== before) expect(doc.version).toBeGreaterThan(version)
        }
      }),
      RUNS,
    )
  })

  function run(
    step: Step,
    replica: Replica,
    doc: Doc,
    model: Model,
    layers: Layer[],
    hear: (change: { before: unknown; after: unknown } | undefined) => void,
  ): void {
    const taken = (op: ModelOp): Op => ({
      path: op.path,
      value: op.value === undefined ? undefined : take(op.value),
    })
    if (step.type === 'write') {
      const layer: Layer = { doc, ops: step.ops.map(taken) }
      const before = doc.value
      const after = applyOps(before, layer.ops, 'lenient')
      replica.push(layer, after)
      hear({ before, after })
      layers.push(layer)
      model.pending.push(step.ops)
    } else if (step.type === 'foreign') {
      model.base = model.fold(model.base, [step.op])
      model.seq++
      hear(replica.integrate(doc, model.seq, takeOptional(model.base)))
    } else if (step.type === 'old') {
      expect(replica.integrate(doc, Math.max(0, model.seq - 1), take(step.value))).toBeUndefined()
    } else if (layers.length > 0) {
      // Verdicts come in order; a refusal may hit any of them.
      const at = step.type === 'accept' ? 0 : step.which % layers.length
      const [layer] = layers.splice(at, 1)
      const [mine] = model.pending.splice(at, 1)
      if (step.type === 'reject') hear(replica.drop(layer!))
      else {
        model.base = model.fold(model.base, mine!)
        model.seq++
        hear(replica.confirm(layer!, model.seq, takeOptional(model.base)))
      }
    }
  }

  function takeOptional(value: Value | undefined): Value | undefined {
    return value === undefined ? undefined : take(value)
  }
})
