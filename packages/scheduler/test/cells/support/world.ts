// Random programs of cells, and the comparison with computing everything from scratch. What a
// derived value reads is decided by the values it meets. Every value that any function or sink sees,
// also in the middle of a pass, must be the one that follows from the cells as they are now.
import fc from 'fast-check'
import { type Cell, type Cells, cells, type Readable } from '../../../src/cells/cells.ts'
import { FAILED, INVALID, type Node, QUEUED } from '../../../src/graph/node.ts'
import { flaws, followQueue, graphOf, nodeOf, readersOf, started } from './inside.ts'

type Kind = 'sum' | 'pick' | 'prefix' | 'twice' | 'parity' | 'throws' | 'catches' | 'peeks' | 'lift'

export interface Formula {
  readonly kind: Kind
  /** Picks among what comes before, cells first. */
  readonly inputs: readonly number[]
}

export type Step =
  | { readonly do: 'set'; readonly cell: number; readonly value: number }
  | { readonly do: 'batch'; readonly sets: readonly (readonly [number, number])[] }
  /** Reaction of the sink when it is told: nothing, look at another value, set a cell, stop itself. */
  | { readonly do: 'sink'; readonly item: number; readonly then: Then }
  | { readonly do: 'stop'; readonly sink: number }
  | { readonly do: 'get' | 'peek'; readonly item: number }
  | { readonly do: 'flush' }

type Then =
  | { readonly kind: 'watch' }
  | { readonly kind: 'look'; readonly item: number }
  | { readonly kind: 'echo'; readonly cell: number; readonly item: number }
  | { readonly kind: 'once' }

export interface Program {
  readonly cells: readonly number[]
  readonly formulas: readonly Formula[]
  /** Made in an order other than that of reading; then lifts are derived. */
  readonly shuffle: boolean
  readonly steps: readonly Step[]
}

const value = fc.integer({ min: 0, max: 6 })
const pick = fc.nat(1000)

const kinds: readonly Kind[] = [
  'sum',
  'pick',
  'prefix',
  'twice',
  'parity',
  'throws',
  'catches',
  'peeks',
  'lift',
]

const then: fc.Arbitrary<Then> = fc.oneof(
  { weight: 3, arbitrary: fc.constant({ kind: 'watch' } as const) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('look' as const), item: pick }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('echo' as const), cell: pick, item: pick }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'once' } as const) },
)

/** With few sinks, most of the graph is dormant; with none, all of it. */
function step(sinks: number): fc.Arbitrary<Step> {
  const arbitraries: { weight: number; arbitrary: fc.Arbitrary<Step> }[] = [
    { weight: 6, arbitrary: fc.record({ do: fc.constant('set' as const), cell: pick, value }) },
    {
      weight: 1,
      arbitrary: fc.record({
        do: fc.constant('batch' as const),
        sets: fc.array(fc.tuple(pick, value), { maxLength: 4 }),
      }),
    },
    { weight: 4, arbitrary: fc.record({ do: fc.constantFrom('get', 'peek'), item: pick }) },
    { weight: 3, arbitrary: fc.constant({ do: 'flush' } as const) },
  ]
  if (sinks > 0) {
    arbitraries.push(
      {
        weight: sinks,
        arbitrary: fc.record({ do: fc.constant('sink' as const), item: pick, then }),
      },
      { weight: 1, arbitrary: fc.record({ do: fc.constant('stop' as const), sink: pick }) },
    )
  }
  return fc.oneof(...arbitraries)
}

export const programs: fc.Arbitrary<Program> = fc.constantFrom(0, 1, 4).chain((sinks) =>
  fc.record({
    cells: fc.array(value, { minLength: 1, maxLength: 4 }),
    formulas: fc.array(
      fc.record({
        kind: fc.constantFrom(...kinds),
        inputs: fc.array(pick, { minLength: 1, maxLength: 5 }),
      }),
      { minLength: 1, maxLength: 12 },
    ),
    shuffle: fc.boolean(),
    steps: fc.array(step(sinks), { minLength: 1, maxLength: 40 }),
  }),
)

/** Runs a program and returns the order in which things ran. Throws at the first difference. */
export function runProgram(program: Program): string[] {
  return new World(program).run()
}

/** A value, or that there is none. */
type Outcome = number | 'failed'

class World {
  readonly #program: Program
  readonly #runtime: Cells
  readonly #cells: Cell<number>[] = []
  readonly #items: Readable<number>[] = []
  readonly #nodes: Node[] = []
  readonly #sinks: {
    item: number
    stop: () => void
    then: Then
    seen: Outcome | 'nothing'
    on: boolean
  }[] = []
  readonly #trace: string[] = []
  readonly #wrong: string[] = []

  constructor(program: Program) {
    this.#program = program
    this.#runtime = cells({ onError: () => {} })
    for (const start of program.cells) this.#cells.push(this.#runtime.cell(start))
    const count = program.cells.length
    for (const [i, cell] of this.#cells.entries()) this.#items[i] = cell
    const order = program.formulas.map((_, i) => count + i)
    if (program.shuffle) order.sort((a, b) => ((a * 7) % 5) - ((b * 7) % 5))
    for (const index of order) this.#items[index] = this.#make(index)
    this.#nodes.push(...this.#items.map(nodeOf))
  }

  run(): string[] {
    const waiting = followQueue(graphOf(this.#runtime))
    for (const [i, one] of this.#program.steps.entries()) {
      this.#step(one)
      const wrong = [...this.#wrong, ...flaws(this.#nodes, waiting)]
      if (wrong.length > 0) throw new Error(`after step ${i}, ${one.do}: ${wrong.join('; ')}`)
    }
    this.#step({ do: 'flush' })
    for (const [index, item] of this.#items.entries()) this.#compare(index, item, 'at the end')
    for (const { stop } of this.#sinks) stop()
    for (const { live, ordinal } of this.#nodes) {
      if (live !== 0) this.#say(`node ${ordinal} is still wanted`)
    }
    if (this.#wrong.length > 0) throw new Error(`at the end: ${this.#wrong.join('; ')}`)
    this.#runtime.close()
    return this.#trace
  }

  #step(one: Step): void {
    switch (one.do) {
      case 'set':
        this.#cell(one.cell).set(one.value)
        return
      case 'batch':
        this.#runtime.batch(() => {
          for (const [cell, to] of one.sets) this.#cell(cell).set(to)
        })
        return
      case 'sink':
        this.#sink(one.item % this.#items.length, one.then)
        return
      case 'stop':
        if (this.#sinks.length > 0) this.#stop(this.#sinks[one.sink % this.#sinks.length]!)
        return
      case 'get':
      case 'peek': {
        const index = one.item % this.#items.length
        this.#compare(index, this.#items[index]!, one.do)
        return
      }
      case 'flush':
        this.#runtime.flushSync()
        this.#checkSettled()
    }
  }

  #stop(sink: { stop: () => void; on: boolean }): void {
    sink.on = false
    sink.stop()
  }

  #sink(item: number, then: Then): void {
    const sink = { item, then, stop: () => {}, seen: 'nothing' as Outcome | 'nothing', on: true }
    const name = this.#sinks.length
    const tell = (seen: number) => {
      this.#trace.push(`sink ${name}`)
      if (!sink.on) this.#say(`sink ${name} was told after it was stopped`)
      if (seen !== this.#expected(item)) this.#say(`sink ${name} saw ${seen}`)
      sink.seen = seen
      if (then.kind === 'once') this.#stop(sink)
      if (then.kind === 'look' || then.kind === 'echo') this.#look(then.item, `in sink ${name}`)
      // Only what settles: towards a fixed value, and never from what it reads.
      if (then.kind === 'echo') {
        this.#cell(then.cell).set(3)
        this.#look(then.item, `in sink ${name}, after a set`)
      }
    }
    const node = started(() => {
      sink.stop = this.#runtime.sink(this.#items[item]!, tell)
    })
    this.#sinks.push(sink)
    this.#nodes.push(node)
  }

  #look(pick: number, where: string): void {
    const index = pick % this.#items.length
    this.#compare(index, this.#items[index]!, where)
  }

  #make(index: number): Readable<number> {
    const formula = this.#program.formulas[index - this.#program.cells.length]!
    const before = formula.inputs.map((input) => input % index)
    if (formula.kind === 'lift' && !this.#program.shuffle) {
      return this.#runtime.lift((...values: number[]) => {
        this.#trace.push(`derive ${index}`)
        for (const [i, seen] of values.entries()) {
          if (seen !== this.#expected(before[i]!)) this.#say(`a lift saw ${seen} of ${before[i]}`)
        }
        return compute(formula, before, (input) => values[before.indexOf(input)]!)
      })(...before.map((input) => this.#items[input]!))
    }
    return this.#runtime.derive(() => {
      this.#trace.push(`derive ${index}`)
      return compute(
        formula,
        before,
        (input) => this.#seen(input, () => this.#items[input]!.get()),
        (input) => this.#seen(input, () => this.#items[input]!.peek()),
      )
    })
  }

  /** A value as a function sees it; a function that sees another than the true one is told of. */
  #seen(input: number, read: () => number): number {
    const seen = outcome(read)
    if (seen === UNWOUND) return read()
    if (seen !== this.#expected(input)) this.#say(`a function saw ${seen} of ${input}`)
    if (seen === 'failed') throw new Error('an input failed')
    return seen
  }

  #compare(index: number, item: Readable<number>, where: string): void {
    const found = outcome(() => (where === 'peek' ? item.peek() : item.get()))
    if (found !== this.#expected(index)) this.#say(`${where}: ${index} is ${String(found)}`)
  }

  #checkSettled(): void {
    for (const [name, { item, seen, on }] of this.#sinks.entries()) {
      const expected = this.#expected(item)
      // Who sets what it reads is not told of that.
      if (this.#setsItself(name)) continue
      if (on && expected !== 'failed' && seen !== expected) this.#say(`sink ${name} has ${seen}`)
    }
    for (const node of this.#nodes.filter(({ live }) => live > 0)) {
      if ((node.flags & QUEUED) !== 0) this.#say(`node ${node.ordinal} waits after a flush`)
      // What failed before it read all of its inputs may leave the rest of them invalid.
      const trusting = readersOf(node).some(
        ({ live, flags }) => live > 0 && (flags & (INVALID | FAILED)) === 0,
      )
      if (trusting && (node.flags & INVALID) !== 0) this.#say(`node ${node.ordinal} is invalid`)
    }
  }

  #setsItself(name: number): boolean {
    const { item, then } = this.#sinks[name]!
    return then.kind === 'echo' && item === then.cell % this.#cells.length
  }

  #say(what: string): void {
    this.#wrong.push(what)
  }

  #cell(pick: number): Cell<number> {
    return this.#cells[pick % this.#cells.length]!
  }

  /** From scratch, from what the cells hold now. */
  #expected(index: number): Outcome {
    const known: Outcome[] = this.#cells.map((cell) => cell.peek())
    const count = known.length
    for (let i = count; i <= index; i++) {
      const formula = this.#program.formulas[i - count]!
      const before = formula.inputs.map((input) => input % i)
      known[i] = outcome(() =>
        compute(formula, before, (input) => {
          if (known[input] === 'failed') throw new Error('an input failed')
          return known[input] as number
        }),
      ) as Outcome
    }
    return known[index]!
  }
}

/** A run that was unwound because it went too deep: it saw nothing. */
const UNWOUND = Symbol('unwound')

function outcome(read: () => number): Outcome | typeof UNWOUND {
  try {
    return read()
  } catch (error) {
    return typeof error === 'symbol' ? UNWOUND : 'failed'
  }
}

function compute(
  { kind }: Formula,
  inputs: readonly number[],
  read: (input: number) => number,
  peek: (input: number) => number = read,
): number {
  const [first] = inputs as [number]
  switch (kind) {
    case 'pick':
      return read(inputs[read(first) % inputs.length]!) + 1
    case 'prefix': {
      // Fewer or more of them, and in another order.
      const many = read(first) % (inputs.length + 1)
      let total = 0
      for (let i = 0; i < many; i++) total += read(inputs[(i + many) % inputs.length]!)
      return total % 100
    }
    case 'twice': {
      let total = read(first)
      for (const input of inputs) total += read(input)
      return (total + read(first)) % 100
    }
    case 'parity':
      return read(first) % 2
    case 'throws': {
      const seen = read(first)
      if (seen % 5 === 4) throw new Error('it is four')
      return seen
    }
    case 'catches':
      try {
        return read(first) + read(inputs.at(-1)!)
      } catch (error) {
        if (typeof error === 'symbol') throw error
        return 50
      }
    case 'peeks':
      // What it peeks at it has read, or its value would depend on when it ran.
      return read(first) + peek(first)
    default: {
      let total = 0
      for (const input of inputs) total += read(input)
      return total % 100
    }
  }
}
