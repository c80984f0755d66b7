// Measures one form of the scheduler on one graph, and prints nanoseconds per node.

import { cells, type NodeSpec, Scheduler } from '@cellwake/scheduler'
import { type Address, openStore } from '@cellwake/store'
import { median } from './result.ts'
import type { Form, Measured, Shape } from './scheduler.ts'

const SIZE = 1000
const ARMS = 50
const CHANGES = 25
const WARM_MS = 600
const RUN_MS = 900

/** A graph: the reads of each node, by place, and its addend. The source is in place 0. */
interface Plan {
  readonly nodes: readonly { readonly from: readonly number[]; readonly add: number }[]
  /** Nodes with an effect. */
  readonly watched: ReadonlySet<number>
  /** The value expected at the last effect, by the value of the source. */
  readonly expected: (value: number) => number
}

interface System {
  change(value: number): unknown
  /** The value at the last effect. */
  seen(): number
  runs(): number
  close(): unknown
}

async function measure(shape: Shape, form: Form): Promise<Measured> {
  const plan = plans[shape]()
  const system = form === 'cells' ? withCells(plan) : await withScheduler(plan, form)
  const nodes = plan.nodes.length + plan.watched.size
  const slices: number[] = []
  let value = 0
  let changes = 0
  const warm = performance.now() + WARM_MS
  for (const end = warm + RUN_MS; performance.now() < end; ) {
    const start = performance.now()
    for (let n = 0; n < CHANGES; n++) await system.change(++value)
    const each = ((performance.now() - start) * 1e6) / CHANGES / nodes
    changes += CHANGES
    if (system.seen() !== plan.expected(value)) throw new Error(`${form}: ${system.seen()}`)
    if (start >= warm) slices.push(each)
  }
  const runsPerChange = system.runs() / changes
  await system.close()
  return { nsPerNode: median(slices), runsPerChange }
}

const plans: Readonly<Record<Shape, () => Plan>> = {
  deep: () => ({
    nodes: Array.from({ length: SIZE }, (_, i) => ({ from: [i], add: 1 })),
    watched: new Set([SIZE]),
    expected: (value) => value + SIZE,
  }),
  broad: () => ({
    nodes: Array.from({ length: SIZE }, (_, i) => ({ from: [0], add: i + 1 })),
    watched: new Set(Array.from({ length: SIZE }, (_, i) => i + 1)),
    expected: (value) => value + SIZE,
  }),
  // Several over one source, so that the commit of the change is spread over as many nodes.
  diamond: () => {
    const nodes: { from: number[]; add: number }[] = []
    const watched = new Set<number>()
    while (nodes.length < SIZE) {
      const arms = Array.from({ length: ARMS }, () => nodes.push({ from: [0], add: 1 }))
      watched.add(nodes.push({ from: arms, add: 0 }))
    }
    return { nodes, watched, expected: (value) => ARMS * (value + 1) }
  },
}

function withCells({ nodes, watched }: Plan): System {
  const runtime = cells()
  const source = runtime.cell(0)
  let seen = 0
  const made: { get(): number }[] = [source]
  for (const { from, add } of nodes) {
    const inputs = from.map((place) => made[place]!)
    const [input] = inputs
    const node =
      inputs.length === 1
        ? runtime.derive(() => input!.get() + add)
        : runtime.derive(() => {
            let sum = add
            for (let i = 0; i < inputs.length; i++) sum += inputs[i]!.get()
            return sum
          })
    if (!watched.has(made.push(node) - 1)) continue
    runtime.sink(node, (value) => {
      seen = value
    })
  }
  runtime.flushSync()
  const before = runtime.stats().runs
  return {
    change: (value) => {
      source.set(value)
      runtime.flushSync()
    },
    seen: () => seen,
    runs: () => runtime.stats().runs - before,
    close: () => runtime.close(),
  }
}

async function withScheduler({ nodes, watched }: Plan, form: 'compute' | 'run'): Promise<System> {
  const store = await openStore('memory:')
  const scheduler = new Scheduler({ store })
  const at = (id: string) => ({ space: 'bench', id, path: [] })
  const source = at('n0')
  let seen = 0
  for (const [i, { from, add }] of nodes.entries()) {
    const to = at(`n${i + 1}`)
    const inputs = from.map((place) => at(`n${place}`))
    const spec = { name: to.id, kind: 'computation', derived: true } as const
    const known = { ...spec, outputs: [to], declaredReads: inputs }
    scheduler.register({ ...known, ...work(form, inputs, to, add) })
    if (!watched.has(i + 1)) continue
    const run: NodeSpec['run'] = (tx) => {
      seen = tx.read(to) as number
    }
    scheduler.register(
      { name: `effect ${i + 1}`, kind: 'effect', declaredReads: [to], run },
      { gate: { noAutoDebounce: true } },
    )
  }
  const change = async (value: number) => {
    await store.edit((tx) => tx.write(source, value), { cause: { by: 'bench' } })
    await scheduler.idle()
  }
  await change(0)
  const before = scheduler.getStats().runs
  return {
    change,
    seen: () => seen,
    runs: () => scheduler.getStats().runs - before,
    close: async () => {
      scheduler.dispose()
      await store.close()
    },
  }
}

/** The body of a node, in either form. */
function work(
  form: 'compute' | 'run',
  inputs: readonly Address[],
  to: Address,
  add: number,
): Pick<NodeSpec, 'compute' | 'run'> {
  const [input] = inputs
  if (form === 'compute') {
    if (inputs.length === 1) return { compute: (value) => (value as number) + add }
    return { compute: (...values) => sumOf(values as readonly number[]) + add }
  }
  if (inputs.length === 1) {
    return { run: (tx) => tx.write(to, (tx.read(input!) as number) + add) }
  }
  return {
    run: (tx) => {
      let sum = add
      for (let i = 0; i < inputs.length; i++) sum += tx.read(inputs[i]!) as number
      tx.write(to, sum)
    },
  }
}

function sumOf(values: readonly number[]): number {
  let sum = 0
  for (let i = 0; i < values.length; i++) sum += values[i]!
  return sum
}

const [shape, form] = process.argv.slice(2) as [Shape, Form]
process.stdout.write(JSON.stringify(await measure(shape, form)), () => process.exit(0))
