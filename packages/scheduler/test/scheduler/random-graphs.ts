// Random graphs, random changes, random interleavings: the same description always gives the same
// graph and the same course of events.

import { MemoryDriver, openStore, type Store, type Tx } from '@cellwake/store'
import { type Fault, FaultDriver, seededPlan, seededSystem } from '@cellwake/store/testing'
import fc from 'fast-check'
import { expect } from 'vitest'
import type { GateOptions, NodeSpec } from '../../src/index.ts'
import { at, num, turns, type World, world } from './support.ts'

export const SOURCES = 4
export const NODES = 7
export const EFFECTS = 3

/** Reads the first; which of the others it reads depends on that. */
export interface NodeShape {
  readonly first: number
  readonly odd: number
  readonly even: number
  /** Turns of the event loop that it waits between its reads and its end; 0 for none. */
  readonly waits: number
  readonly gate: GateOptions
}

export type Step =
  | { readonly do: 'write'; readonly source: number; readonly value: number }
  /** Somebody else writes it, just before the next commit of ours. */
  | { readonly do: 'foreign'; readonly source: number; readonly value: number }
  | { readonly do: 'add' | 'remove' | 'promote'; readonly node: number }
  | { readonly do: 'wait'; readonly turns: number }

export interface Scenario {
  readonly shapes: readonly NodeShape[]
  /** Nodes that are there from the beginning. */
  readonly initial: readonly number[]
  readonly steps: readonly Step[]
}

const pick = (max: number) => fc.integer({ min: 0, max: max - 1 })

/** Any scenario; where cycles are allowed a node may read any other, else only earlier ones. */
export function scenarios(options: { cycles: boolean; effects?: number }): fc.Arbitrary<Scenario> {
  const shape: fc.Arbitrary<NodeShape> = fc.record({
    first: pick(1000),
    odd: pick(1000),
    even: pick(1000),
    waits: fc.oneof({ arbitrary: fc.constant(0), weight: 4 }, { arbitrary: pick(4), weight: 1 }),
    gate: fc.oneof(
      { arbitrary: fc.constant({}), weight: 6 },
      { arbitrary: fc.constant({ debounce: 40 }), weight: 1 },
      { arbitrary: fc.constant({ debounce: 40, maxWait: 60 }), weight: 1 },
      { arbitrary: fc.constant({ throttle: 70 }), weight: 1 },
    ),
  })
  const total = NODES + (options.effects ?? EFFECTS)
  const step: fc.Arbitrary<Step> = fc.oneof(
    {
      arbitrary: fc.record({
        do: fc.constant('write' as const),
        source: pick(SOURCES),
        value: pick(6),
      }),
      weight: 6,
    },
    {
      arbitrary: fc.record({
        do: fc.constant('foreign' as const),
        source: pick(SOURCES),
        value: pick(6),
      }),
      weight: 2,
    },
    { arbitrary: fc.record({ do: fc.constant('add' as const), node: pick(total) }), weight: 4 },
    { arbitrary: fc.record({ do: fc.constant('remove' as const), node: pick(total) }), weight: 3 },
    {
      arbitrary: fc.record({ do: fc.constant('promote' as const), node: pick(NODES) }),
      weight: 1,
    },
    { arbitrary: fc.record({ do: fc.constant('wait' as const), turns: pick(6) }), weight: 4 },
  )
  return fc.record({
    shapes: fc
      .array(shape, { minLength: total, maxLength: total })
      .map((shapes) => shapes.map((each, i) => wired(each, i, options.cycles))),
    initial: fc.shuffledSubarray(
      Array.from({ length: total }, (_, i) => i),
      { minLength: Math.ceil(total / 2) },
    ),
    steps: fc.array(step, { minLength: 10, maxLength: 40, size: 'max' }),
  })
}

/** From any numbers to documents it may read: the sources, then the nodes. */
function wired(shape: NodeShape, index: number, cycles: boolean): NodeShape {
  const readable = SOURCES + (cycles ? NODES : Math.min(index, NODES))
  return {
    ...shape,
    first: shape.first % readable,
    odd: shape.odd % readable,
    even: shape.even % readable,
  }
}

export function docName(index: number): string {
  return index < SOURCES ? `s${index}` : `n${index - SOURCES}`
}

/** The function of a node. */
export function computed(shape: NodeShape, read: (id: string) => number): number {
  const first = read(docName(shape.first))
  const second = read(docName(first % 2 === 1 ? shape.odd : shape.even))
  return (first * 2 + second + 1) % 7
}

export class Graphs {
  readonly worlds: readonly World[]
  readonly scenario: Scenario
  readonly store: Store
  readonly faults: Fault[]
  readonly saw = new Map<string, number>()
  readonly runs: string[] = []
  readonly #specs: { spec: NodeSpec & { kind: string }; shape: NodeShape; world: World }[]
  readonly #registered = new Set<number>()

  constructor(worlds: readonly World[], scenario: Scenario, faults: Fault[]) {
    this.worlds = worlds
    this.scenario = scenario
    this.store = worlds[0]!.store
    this.faults = faults
    this.#specs = scenario.shapes.map((shape, i) => ({
      spec: this.#spec(i, shape),
      shape,
      world: worlds[i % worlds.length]!,
    }))
  }

  async play(after: () => void = () => {}): Promise<void> {
    for (const node of this.scenario.initial) await this.#do({ do: 'add', node })
    await turns(4)
    for (const step of this.scenario.steps) {
      await this.#do(step)
      after()
    }
  }

  async rest(): Promise<void> {
    for (let quiet = 0; quiet < 3; ) {
      const { length } = this.runs
      await this.store.pendingCommitsSettled()
      for (const w of this.worlds) {
        expect(await w.restsSlowlyWithin(10_000)).toBe(true)
        // Rest does not wait for computations that ran before; a test does.
        await w.advance(300)
      }
      await turns(3)
      quiet = this.runs.length === length ? quiet + 1 : 0
    }
  }

  /** Every live node has what a computation from scratch gives. */
  expectConsistent(): void {
    const read = (id: string) => Number(this.store.read(at(id)) ?? 0)
    for (const i of this.#registered) {
      const { spec, shape, world: w } = this.#specs[i]!
      if (!w.isLive(spec.name)) continue
      const value = computed(shape, read)
      expect([spec.name, this.saw.get(spec.name)]).toEqual([spec.name, value])
      if (i < NODES) expect([spec.name, read(`n${i}`)]).toEqual([spec.name, value])
    }
    expect(this.worlds.flatMap((w) => w.codes())).toEqual([])
  }

  /** Wanted is what the roots reach, and nothing else. */
  expectLiveness(): void {
    for (const w of this.worlds) {
      const { nodes, edges } = w.s.getGraphSnapshot()
      const reached = new Set(nodes.filter(({ kind }) => kind === 'effect').map(({ name }) => name))
      for (const name of reached) {
        for (const { from, to } of edges) if (to === name) reached.add(from)
      }
      const live = nodes.filter((node) => node.live).map(({ name }) => name)
      expect(new Set(live)).toEqual(reached)
    }
  }

  #spec(i: number, shape: NodeShape): NodeSpec & { kind: string } {
    const isNode = i < NODES
    const name = isNode ? `n${i}` : `e${i - NODES}`
    const run = (tx: Tx) => {
      this.runs.push(name)
      const value = computed(shape, (id) => num(tx, id))
      const end = () => {
        this.saw.set(name, value)
        if (isNode) tx.write(at(name), value)
      }
      if (shape.waits === 0) end()
      else return turns(shape.waits).then(end)
      return undefined
    }
    return isNode
      ? { name, kind: 'computation', outputs: [at(name)], run }
      : { name, kind: 'effect', run }
  }

  async #do(step: Step): Promise<void> {
    switch (step.do) {
      case 'write':
        void this.store.edit((tx) => tx.write(at(`s${step.source}`), step.value))
        break
      case 'foreign':
        this.faults.push({
          kind: 'conflict',
          space: 'demo',
          id: `s${step.source}`,
          value: step.value,
        })
        void this.store.edit((tx) => tx.write(at('elsewhere'), this.runs.length))
        break
      case 'add': {
        const { spec, shape, world: w } = this.#specs[step.node]!
        if (!this.#registered.has(step.node)) w.s.register(spec, { gate: shape.gate })
        this.#registered.add(step.node)
        break
      }
      case 'remove': {
        const { spec, world: w } = this.#specs[step.node]!
        w.s.remove(spec)
        this.#registered.delete(step.node)
        break
      }
      case 'promote': {
        const { spec, world: w } = this.#specs[step.node]!
        ;(spec as { kind: string }).kind = 'effect'
        w.s.register(spec)
        this.#registered.add(step.node)
        break
      }
      case 'wait':
        await turns(step.turns)
        for (const w of this.worlds) await w.clock.advance(step.turns * 10)
    }
  }
}

export interface Setting {
  readonly schedulers: number
  /** A database that is slow, loses answers and hears things twice, by this seed. */
  readonly faultsFrom?: number
}

export async function graphs(scenario: Scenario, setting: Setting): Promise<Graphs> {
  const faults: Fault[] = []
  const transient =
    setting.faultsFrom === undefined
      ? () => undefined
      : seededPlan(setting.faultsFrom, { rate: 0.2 })
  const driver = new FaultDriver(
    new MemoryDriver(),
    (call) => (call.operation === 'transact' ? faults.shift() : undefined) ?? transient(call),
    seededSystem(2),
  )
  const store = await openStore(driver, { system: seededSystem(3) })
  await store.load({ space: 'demo' })
  const worlds: World[] = []
  for (let i = 0; i < setting.schedulers; i++) {
    worlds.push(await world({ store, random: () => 0.5 }))
  }
  return new Graphs(worlds, scenario, faults)
}

/** Plays a scenario in a setting, and gives the trace of its runs. */
export async function played(
  scenario: Scenario,
  setting: Setting,
  check: (g: Graphs) => void,
  after?: (g: Graphs) => void,
): Promise<string[]> {
  const g = await graphs(scenario, setting)
  try {
    await g.play(() => after?.(g))
    await g.rest()
    check(g)
    return g.runs
  } finally {
    for (const w of g.worlds) w.s.dispose()
  }
}
