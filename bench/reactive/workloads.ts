// The work that every system does: the same graph, the same changes. Each checks a value first, so
// that nothing is fast by being wrong.
import { median } from '../result.ts'
import { clockNs, counters, type Measured, perChange } from './measure.ts'
import type { Item, System } from './systems.ts'

export const workloads: Readonly<Record<string, (system: System) => Measured>> = {
  deep,
  broad,
  diamond,
  triangle,
  dynamic,
  'web with effects': (system) => web(system, true),
  'web, read without effects': (system) => web(system, false),
  'dormant, never read': neverRead,
  'dormant, read once': readOnce,
  memory,
}

/** The place where effects leave the value they read. */
let seen = 0

/** 1 source, a chain of 1,000, 1 effect. */
function deep(system: System): Measured {
  const length = 1000
  let source!: Item
  system.root(() => {
    source = system.source(0)
    let last = plusOne(system, source, true)
    for (let i = 1; i < length; i++) last = plusOne(system, last, false)
    observe(system, last)
  })
  system.write(source, 5)
  expectSeen(length + 5)
  return perChange(system, length, (x) => system.write(source, x + 10))
}

/** 1 source, 1,000 computed values, an effect on each. */
function broad(system: System): Measured {
  const width = 1000
  let source!: Item
  system.root(() => {
    source = system.source(0)
    for (let i = 0; i < width; i++) {
      const one = system.lift
        ? system.lift([source], (value) => {
            counters.evaluations++
            return value + i
          })
        : system.computed(() => {
            counters.evaluations++
            return system.read(source) + i
          })
      observe(system, one)
    }
  })
  system.write(source, 7)
  expectSeen(width - 1 + 7)
  return perChange(system, 2 * width, (x) => system.write(source, x + 10))
}

/** 1 source, 50 computed values, 1 sum of them, 1 effect. */
function diamond(system: System): Measured {
  const width = 50
  let source!: Item
  system.root(() => {
    source = system.source(0)
    const arms = Array.from({ length: width }, () => plusOne(system, source, true))
    observe(system, sum(system, arms))
  })
  system.write(source, 1)
  expectSeen(width * 2)
  return perChange(system, width + 1, (x) => system.write(source, x + 10))
}

/** A chain of 30, and 1 sum that reads all of it. */
function triangle(system: System): Measured {
  const length = 30
  let source!: Item
  system.root(() => {
    source = system.source(0)
    const chain = [plusOne(system, source, true)]
    for (let i = 1; i < length; i++) chain.push(plusOne(system, chain[i - 1]!, false))
    observe(system, sum(system, chain))
  })
  system.write(source, 1)
  expectSeen((length * (length + 1)) / 2 + length)
  return perChange(system, length + 1, (x) => system.write(source, x + 10))
}

/** 1,000 computed values that read a switch and then one of two sources of their own. */
function dynamic(system: System): Measured {
  const width = 1000
  let choice!: Item
  system.root(() => {
    choice = system.source(0)
    for (let i = 0; i < width; i++) {
      const a = system.source(i)
      const b = system.source(-i - 1)
      const one = system.computed(() => {
        counters.evaluations++
        return system.read(choice) & 1 ? system.read(a) : system.read(b)
      })
      observe(system, one)
    }
  })
  system.write(choice, 1)
  expectSeen(width - 1)
  system.write(choice, 2)
  expectSeen(-width)
  return perChange(system, width, (x) => system.write(choice, x + 10))
}

/**
 * 1,000 sources under 11 layers of 1,000; each value reads four of the layer below, one in twenty
 * drops one of them by value. A quarter of the top is observed, or read after each change.
 */
function web(system: System, observed: boolean): Measured {
  const width = 1000
  const layers = 12
  const chance = lcg(42)
  let sources: Item[] = []
  let top: Item[] = []
  let total = 0
  const add = (value: number) => {
    total += value
  }
  system.root(() => {
    sources = Array.from({ length: width }, (_, i) => system.source(i))
    let below = sources
    for (let layer = 1; layer < layers; layer++) {
      const read = layer === 1 ? system.read : system.readComputed
      const row: Item[] = []
      for (let i = 0; i < width; i++) {
        const four = [0, 1, 2, 3].map((k) => below[(i + k) % width]!)
        row.push(chance() < 0.95 ? sumOfFour(system, four, read) : threeOrFour(system, four, read))
      }
      below = row
    }
    top = below.filter(() => chance() < 0.25)
    for (const item of top) {
      if (!observed) total += system.readComputed(item)
      else if (system.sink) system.sink(item, add)
      else system.effect!(() => add(system.readComputed(item)))
    }
  })
  const write = (x: number) => system.write(sources[(x * 7) % width]!, x)
  if (observed) return perChange(system, 1000, write, 2)
  const measured = perChange(
    system,
    1000,
    (x) => {
      write(x)
      for (const item of top) total += system.readComputed(item)
    },
    2,
  )
  if (!(total > 0)) throw new Error('The web is wrong.')
  return measured
}

/** N computed values over one source without readers, and one observed. */
function neverRead(system: System): Measured {
  const at = [1000, 10_000, 100_000].map((count) => {
    const { source } = dormant(system, count)
    return perChange(system, 1, (x) => system.write(source, x + 10)).values[0]!
  })
  return { values: [at[2]!], counters: { at1k: at[0]!, at10k: at[1]!, at100k: at[2]! } }
}

/** The same, all read before each first write; then three writes without reading. */
function readOnce(system: System): Measured {
  const values: number[] = []
  const found: Record<string, number> = {}
  for (const [name, count] of Object.entries({ at1k: 1000, at10k: 10_000, at100k: 100_000 })) {
    const { source, items } = dormant(system, count)
    const times: [number[], number[], number[]] = [[], [], []]
    for (let round = 0; round < 15; round++) {
      for (const item of items) seen += system.readComputed(item)
      for (const [write, list] of times.entries()) {
        const start = clockNs()
        system.write(source, round * 3 + write + 10)
        if (round >= 4) list.push(clockNs() - start)
      }
    }
    const medians = times.map(median)
    for (const [write, ns] of medians.entries()) found[`write${write + 1}${name}`] = ns
    values.splice(0, 3, ...medians)
  }
  return { values, counters: found }
}

function dormant(system: System, count: number): { source: Item; items: Item[] } {
  let source!: Item
  const items: Item[] = []
  system.root(() => {
    source = system.source(0)
    for (let i = 0; i < count; i++) {
      items.push(
        system.computed(() => {
          counters.evaluations++
          return system.read(source) + i
        }),
      )
    }
    observe(system, items[500]!)
  })
  system.write(source, 9)
  expectSeen(509)
  return { source, items }
}

/** Bytes of a source, a computed value on it and an effect on that. */
function memory(system: System): Measured {
  const count = 100_000
  const sources: Item[] = new Array(count).fill(null)
  const items: Item[] = new Array(count).fill(null)
  const collect = (globalThis as { gc?: () => void }).gc!
  const heap = () => {
    for (let i = 0; i < 4; i++) collect()
    return process.memoryUsage().heapUsed
  }
  system.root(() =>
    observe(
      system,
      system.computed(() => 1),
    ),
  )
  const before = heap()
  system.root(() => {
    for (let i = 0; i < count; i++) sources[i] = system.source(i)
    for (let i = 0; i < count; i++) {
      const source = sources[i]!
      items[i] = system.computed(() => system.read(source) + 1)
    }
    for (let i = 0; i < count; i++) seen += system.readComputed(items[i]!)
    for (let i = 0; i < count; i++) observe(system, items[i]!)
  })
  const bytes = (heap() - before) / count
  // Asked for after the measurement, so that all of it is alive during it.
  if (system.read(sources[3]!) + system.readComputed(items[3]!) !== 7) throw new Error('wrong')
  return { values: [bytes], counters: {} }
}

function observe(system: System, item: Item): void {
  if (system.sink) {
    system.sink(item, (value) => {
      seen = value
    })
  } else {
    system.effect!(() => {
      seen = system.readComputed(item)
    })
  }
}

function plusOne(system: System, input: Item, isSource: boolean): Item {
  if (system.lift) {
    return system.lift([input], (value) => {
      counters.evaluations++
      return value + 1
    })
  }
  if (isSource) {
    return system.computed(() => {
      counters.evaluations++
      return system.read(input) + 1
    })
  }
  return system.computed(() => {
    counters.evaluations++
    return system.readComputed(input) + 1
  })
}

function sum(system: System, inputs: readonly Item[]): Item {
  if (system.lift) {
    return system.lift(inputs, (...values) => {
      counters.evaluations++
      let total = 0
      for (let i = 0; i < values.length; i++) total += values[i]!
      return total
    })
  }
  return system.computed(() => {
    counters.evaluations++
    let total = 0
    for (let i = 0; i < inputs.length; i++) total += system.readComputed(inputs[i]!)
    return total
  })
}

function sumOfFour(system: System, four: readonly Item[], read: (item: Item) => number): Item {
  if (system.lift) {
    return system.lift(four, (a, b, c, d) => {
      counters.evaluations++
      return (a! + b! + c! + d!) % 1_000_003
    })
  }
  return system.computed(() => {
    counters.evaluations++
    let total = 0
    for (let i = 0; i < 4; i++) total += read(four[i]!)
    return total % 1_000_003
  })
}

function threeOrFour(system: System, four: readonly Item[], read: (item: Item) => number): Item {
  return system.computed(() => {
    counters.evaluations++
    let total = read(four[0]!)
    const drop = total & 1
    for (let i = 1; i < 4; i++) if (i !== 2 || drop === 0) total += read(four[i]!)
    return total % 1_000_003
  })
}

function expectSeen(value: number): void {
  if (seen !== value) throw new Error(`An effect saw ${seen} instead of ${value}.`)
}

function lcg(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
