// Goal: no function works without being charged for it. Method: every function of the library, with what its
// examples give it, but for one argument that is large: many elements, a long text, an extreme number. The
// processor's time for a step is bounded, far above what a step takes, for all that take long enough to tell.
import { catalogue, compile, type IrExpr, parameterAt } from '@cellwake/language'
import { afterEach, expect, it } from 'vitest'
import { callable } from '../../src/call.ts'
import { Compiler } from '../../src/compile/compile.ts'
import type { Args } from '../../src/functions.ts'
import { functions } from '../../src/library.ts'
import { refuel } from '../../src/primitives.ts'
import { arrayOf, BLANK, isLambda, objectOf, type Value } from '../../src/values.ts'
import { nothingAround } from '../evaluate.ts'
import { type Spent, spentOn } from './spent.ts'

/** A step is some 10 ns. This is for slow and busy machines, and for code that runs for the first time. */
const STEP_MAX_NS = 1_000
/** What takes less tells nothing. */
const TOLD_FROM_MS = 20

const compiler = new Compiler({ catalogue, functions })

function column(length: number, item: (at: number) => Value): Value {
  return arrayOf(
    length,
    1,
    Array.from({ length }, (_, at) => item(at)),
  )
}

const longTexts = [
  'x'.repeat(100_000),
  '😀'.repeat(30_000),
  'Äb c,'.repeat(10_000),
  '1'.repeat(50_000),
]
const isWhole = process.env.CELLWAKE_TEST_WHOLE === 'yes'
const extremes = isWhole ? [-1, 0.5, 1e3, 1e6, 1e9, 1e15, 1e300] : [-1, 1e6, 1e15, 1e300]
const bigArrays = [
  column(10_000, (at) => at + 0.5),
  column(2_000, (at) => `Key of some length ${at}`),
  column(2_000, (at) => (at % 2 === 0 ? at : BLANK)),
  column(1_000, (at) => objectOf(['a', 'b'], [at, 'x'])),
  arrayOf(
    60,
    60,
    Array.from({ length: 3_600 }, (_, at) => Math.sin(at)),
  ),
  column(10, (at) => `${'x'.repeat(50_000)}${at}`),
]

/** The first call of a function in an expression. */
function callIn(expr: unknown, name: string): (IrExpr | null)[] | undefined {
  if (!Array.isArray(expr)) return undefined
  if (expr[0] === 'call' && expr[1] === name) return expr.slice(2)
  for (const part of expr) {
    const found = callIn(part, name)
    if (found !== undefined) return found
  }
  return undefined
}

/** The arguments of each example. */
function exampleArgs(name: string): (Value | undefined)[][] {
  return catalogue.get(name)!.examples.flatMap(({ formula }) => {
    const args = callIn(compile(`x = ${formula}\n`).ir?.formulas[0]?.expr, name)
    if (args === undefined) return []
    return [
      args.map((arg) =>
        arg === null ? undefined : compiler.compile(arg, nothingAround)(undefined, []),
      ),
    ]
  })
}

/** What stands in for an argument. */
function largeOnes(name: string, at: number, value: Value): Value[] {
  const kind = parameterAt(catalogue.get(name)!, at)?.kind
  if (kind === 'array') return isLambda(value) ? [] : bigArrays
  if (kind === 'lambda' || kind === 'reference') return []
  const copies = [column(1_000, () => value)]
  if (typeof value === 'number') {
    for (const extreme of extremes)
      copies.push(
        extreme,
        column(20, () => extreme),
      )
    copies.push(column(1_000, (i) => (i + 0.5) / 1_000))
  }
  if (typeof value === 'string')
    copies.push(
      ...longTexts,
      column(20, () => longTexts[0]!),
    )
  return copies
}

afterEach(() => {
  refuel(Number.POSITIVE_INFINITY)
})

const names = Object.keys(functions).filter((name) => exampleArgs(name).length > 0)

it('almost every function is tried', () => {
  expect(names.length).toBeGreaterThan(Object.keys(functions).length * 0.9)
})

it.each(names)('%s is charged for what it does', (name) => {
  const call = callable(catalogue.get(name)!, functions[name]!)
  const unpaid: string[] = []
  const args = exampleArgs(name)[0]!
  for (const [at, value] of args.entries()) {
    if (value === undefined) continue
    for (const [which, large] of largeOnes(name, at, value).entries()) {
      const given: Args = args.map((arg, i) => (i === at ? large : arg))
      const isPaid = ({ steps, ms }: Spent) => ms < TOLD_FROM_MS || (ms * 1e6) / steps < STEP_MAX_NS
      let spent = spentOn(() => call(given))
      // A collection of garbage, or a core that is shared, falls into one of them and not into all.
      for (let i = 0; i < 3 && !isPaid(spent); i++) spent = spentOn(() => call(given))
      if (isPaid(spent)) continue
      const { steps, ms } = spent
      unpaid.push(`argument ${at}, kind ${which}: ${ms} ms for ${steps} steps`)
    }
  }
  expect(unpaid).toEqual([])
})
