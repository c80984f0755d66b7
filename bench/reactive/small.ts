// Small graphs, as people compare such libraries with: many of few nodes, where the fixed cost of a write and of settling
// counts, not the cost of a node. Each workload is written once over `Small`; it checks its result, so that nothing is fast
// by being wrong.

import { clockNs, type Measured } from './measure.ts'

/** The least common interface of libraries of signals. */
export interface Small {
  signal(value: number): { read(): number; write(value: number): void }
  computed(fn: () => number): { read(): number }
  effect(fn: () => void): void
  /** Changes are seen together, and everything is at rest at the end. */
  batch(fn: () => void): void
  /** The same for making things. */
  build(fn: () => void): void
}

type Read = { read(): number }
type Signal = ReturnType<Small['signal']>

/** Makes a graph, and gives one iteration. */
type Workload = (small: Small) => () => void

const ROUNDS = 11
const ROUND_NS = 25e6

export const smallWorkloads: Readonly<Record<string, (small: Small) => Measured>> = {
  'create 100,000 cells': create((small, i) => small.signal(i)),
  'create 100,000 derived values': create((small, i, source) =>
    small.computed(() => source.read() + i),
  ),
  'create 100,000 read derived values': create((small, i, source) => {
    const made = small.computed(() => source.read() + i)
    made.read()
    return made
  }),
  'create 100,000 effects': create((small, i, source) => {
    small.effect(() => keep(source.read() + i))
  }),
  'set and settle one cell': each(setAndSettle),
  'set and settle through one derived value': each(throughOne),
  'set and read without an effect': each(setAndRead),
  avoidable: each(avoidable),
  'broad 50': each(broad),
  'deep 50': each(deep),
  'diamond 5': each(diamond),
  'mux 100': each(mux),
  'repeated 30': each(repeated),
  'triangle 10': each(triangle),
  'unstable 20': each(unstable),
  'four cells, 1,000 layers': each(fourCells),
  'layers 10x5': each(layers(10, 5, 2, 0.2, false)),
  'layers 10x10 dynamic': each(layers(10, 10, 6, 0.2, true)),
  'layers 1000x12': each(layers(1000, 12, 4, 1, false)),
  'layers 1000x5 wide': each(layers(1000, 5, 25, 1, false)),
  'layers 5x500 deep': each(layers(5, 500, 3, 1, false)),
  'layers 100x15 dynamic': each(layers(100, 15, 6, 0.5, true)),
}

/** Nothing that is computed may be optimised away. */
let kept = 0
function keep(value: number): void {
  kept = (kept + value) | 0
}

function expect(found: number, wanted: number): void {
  if (found !== wanted) throw new Error(`It found ${found} instead of ${wanted}.`)
}

/** Nanoseconds per iteration: the median of rounds, after as much warm-up. */
function each(workload: Workload): (small: Small) => Measured {
  return (small) => {
    let iteration!: () => void
    small.build(() => {
      iteration = workload(small)
    })
    let perRound = 0
    for (const end = clockNs() + 4 * ROUND_NS; clockNs() < end; perRound++) iteration()
    perRound = Math.max(1, Math.round(perRound / 4))
    const rounds: number[] = []
    for (let i = 0; i < ROUNDS; i++) {
      const start = clockNs()
      for (let n = 0; n < perRound; n++) iteration()
      rounds.push((clockNs() - start) / perRound)
    }
    rounds.sort((a, b) => a - b)
    return { values: [rounds[ROUNDS >> 1]!], counters: {} }
  }
}

function create(
  make: (small: Small, i: number, source: Signal) => unknown,
): (small: Small) => Measured {
  return (small) => {
    const count = 100_000
    const made: unknown[] = new Array(count).fill(null)
    const rounds: number[] = []
    for (let round = 0; round < 7; round++) {
      globalThis.gc?.()
      const start = clockNs()
      small.build(() => {
        const source = small.signal(round)
        for (let i = 0; i < count; i++) made[i] = make(small, i, source)
      })
      rounds.push((clockNs() - start) / count)
    }
    rounds.sort((a, b) => a - b)
    return { values: [rounds[3]!], counters: {} }
  }
}

function setAndSettle(small: Small): () => void {
  const a = small.signal(0)
  let seen = 0
  small.effect(() => {
    seen = a.read()
  })
  let x = 0
  return () => {
    x++
    small.batch(() => a.write(x))
    expect(seen, x)
  }
}

function throughOne(small: Small): () => void {
  const a = small.signal(0)
  const b = small.computed(() => a.read() + 1)
  let seen = 0
  small.effect(() => {
    seen = b.read()
  })
  let x = 0
  return () => {
    x++
    small.batch(() => a.write(x))
    expect(seen, x + 1)
  }
}

function setAndRead(small: Small): () => void {
  const a = small.signal(0)
  const b = small.computed(() => a.read() + 1)
  let x = 0
  return () => {
    a.write(++x)
    expect(b.read(), x + 1)
  }
}

function avoidable(small: Small): () => void {
  const head = small.signal(0)
  const first = small.computed(() => head.read())
  const zero = small.computed(() => first.read() * 0)
  const third = small.computed(() => zero.read() + 1)
  const fourth = small.computed(() => third.read() + 2)
  const fifth = small.computed(() => fourth.read() + 3)
  small.effect(() => keep(fifth.read()))
  let x = 0
  return () => {
    x++
    small.batch(() => head.write(x))
    expect(fifth.read(), 6)
  }
}

function broad(small: Small): () => void {
  const head = small.signal(0)
  let last: Read = head
  let runs = 0
  for (let i = 0; i < 50; i++) {
    const one = small.computed(() => head.read() + i)
    const two = small.computed(() => one.read() + 1)
    small.effect(() => {
      keep(two.read())
      runs++
    })
    last = two
  }
  let x = 0
  return () => {
    x++
    runs = 0
    small.batch(() => head.write(x))
    expect(runs, 50)
    expect(last.read(), x + 50)
  }
}

function deep(small: Small): () => void {
  const head = small.signal(0)
  let last: Read = head
  for (let i = 0; i < 50; i++) {
    const below = last
    last = small.computed(() => below.read() + 1)
  }
  const end = last
  small.effect(() => keep(end.read()))
  let x = 0
  return () => {
    x++
    small.batch(() => head.write(x))
    expect(end.read(), x + 50)
  }
}

function diamond(small: Small): () => void {
  const head = small.signal(0)
  const arms = Array.from({ length: 5 }, () => small.computed(() => head.read() + 1))
  const sum = small.computed(() => total(arms))
  small.effect(() => keep(sum.read()))
  let x = 0
  return () => {
    x++
    small.batch(() => head.write(x))
    expect(sum.read(), (x + 1) * 5)
  }
}

function mux(small: Small): () => void {
  const heads = Array.from({ length: 100 }, () => small.signal(0))
  const sums = small.computed(() => total(heads))
  const split = heads.map((head) => small.computed(() => sums.read() * 0 + head.read() + 1))
  for (const one of split) small.effect(() => keep(one.read()))
  let x = 0
  return () => {
    x++
    const at = x % 10
    small.batch(() => heads[at]!.write(x))
    expect(split[at]!.read(), x + 1)
  }
}

function repeated(small: Small): () => void {
  const head = small.signal(0)
  const sum = small.computed(() => {
    let result = 0
    for (let i = 0; i < 30; i++) result += head.read()
    return result
  })
  small.effect(() => keep(sum.read()))
  let x = 0
  return () => {
    x++
    small.batch(() => head.write(x))
    expect(sum.read(), x * 30)
  }
}

function triangle(small: Small): () => void {
  const head = small.signal(0)
  const chain: Read[] = []
  let last: Read = head
  for (let i = 0; i < 10; i++) {
    const below = last
    chain.push(below)
    last = small.computed(() => below.read() + 1)
  }
  const sum = small.computed(() => total(chain))
  small.effect(() => keep(sum.read()))
  let x = 0
  return () => {
    x++
    small.batch(() => head.write(x))
    expect(sum.read(), x * 10 + 45)
  }
}

function unstable(small: Small): () => void {
  const head = small.signal(0)
  const twice = small.computed(() => head.read() * 2)
  const inverse = small.computed(() => -head.read())
  const current = small.computed(() => {
    let result = 0
    for (let i = 0; i < 20; i++) result += head.read() % 2 === 1 ? twice.read() : inverse.read()
    return result
  })
  small.effect(() => keep(current.read()))
  let x = 0
  return () => {
    x++
    small.batch(() => head.write(x))
    expect(current.read(), x % 2 === 1 ? x * 40 : x * -20)
  }
}

function fourCells(small: Small): () => void {
  const start = [1, 2, 3, 4].map((value) => small.signal(value))
  let layer: Read[] = start
  for (let i = 0; i < 1000; i++) {
    const [p, q, r, s] = layer as [Read, Read, Read, Read]
    layer = [
      small.computed(() => q.read()),
      small.computed(() => p.read() - r.read()),
      small.computed(() => q.read() + s.read()),
      small.computed(() => r.read()),
    ]
    for (const one of layer) small.effect(() => keep(one.read()))
  }
  const end = layer
  let x = 0
  return () => {
    x++
    small.batch(() => {
      for (let i = 0; i < 4; i++) start[i]!.write(x % 2 === 0 ? i + 1 : 4 - i)
    })
    keep(total(end))
  }
}

/**
 * Layers of computed values, each of which reads some of the layer below; with `dynamic`, a quarter of them read one of
 * their sources only sometimes. A part of the last layer is read after each write of a source.
 */
function layers(
  width: number,
  height: number,
  sources: number,
  read: number,
  dynamic: boolean,
): Workload {
  return (small) => {
    const heads = Array.from({ length: width }, (_, i) => small.signal(i))
    let layer: Read[] = heads
    for (let level = 1; level < height; level++) {
      const below = layer
      layer = below.map((_, at) => {
        const mine = Array.from({ length: sources }, (_, i) => below[(at + i) % width]!)
        const [first] = mine as [Read]
        const rest = mine.slice(1)
        if (!dynamic || at % 4 !== 0) return small.computed(() => total(mine) % 1_000_003)
        return small.computed(() => {
          let sum = first.read()
          const skipped = sum & 1 ? sum % rest.length : -1
          for (let i = 0; i < rest.length; i++) if (i !== skipped) sum += rest[i]!.read()
          return sum % 1_000_003
        })
      })
    }
    const leaves = layer.filter((_, i) => i % Math.round(1 / read) === 0)
    let x = 0
    return () => {
      x++
      const at = x % width
      small.batch(() => heads[at]!.write(x + at))
      for (let i = 0; i < leaves.length; i++) keep(leaves[i]!.read())
    }
  }
}

function total(reads: readonly Read[]): number {
  let sum = 0
  for (let i = 0; i < reads.length; i++) sum += reads[i]!.read()
  return sum
}
