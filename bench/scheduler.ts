// The full scheduler beside the cells API, on the same graphs: documents instead of cells, a
// transaction with its cause for each change, effects in transactions. Nodes come in both forms:
// `compute`, whose reads are known, and `run`, with a transaction of its own.
import { cells, type NodeSpec, Scheduler } from '@cellwake/scheduler'
import { openStore } from '@cellwake/store'
import { type Case, median, type Result, round } from './result.ts'

const SIZE = 1000
const ROUNDS = 80
const CHANGES = 25

type Shape = 'deep' | 'broad'
type Form = 'cells' | 'compute' | 'run'

interface System {
  change(value: number): unknown
  /** What the last effect saw. */
  seen(): number
  runs(): number
  close(): unknown
}

const shapes: readonly Shape[] = ['deep', 'broad']
const forms: readonly Form[] = ['cells', 'compute', 'run']

export const schedulerCases: Case[] = shapes.flatMap((shape) =>
  forms.map((form) => ({
    group: 'scheduler',
    name: `${shape} ${form}`,
    run: async () => [await measure(shape, form)],
  })),
)

async function measure(shape: Shape, form: Form): Promise<Result> {
  const system = form === 'cells' ? withCells(shape) : await withScheduler(shape, form)
  // An effect for each node of a broad graph.
  const nodes = shape === 'broad' ? 2 * SIZE : SIZE
  const slices: number[] = []
  let value = 0
  for (let i = 0; i < ROUNDS; i++) {
    const start = performance.now()
    for (let n = 0; n < CHANGES; n++) await system.change(++value)
    const each = ((performance.now() - start) * 1e6) / CHANGES / nodes
    if (system.seen() !== value + SIZE) throw new Error(`${form}: ${system.seen()}`)
    if (i >= ROUNDS / 4) slices.push(each)
  }
  const runsPerChange = system.runs() / (ROUNDS * CHANGES)
  await system.close()
  return {
    group: 'scheduler',
    workload: `${shape}, full scheduler`,
    system: form === 'cells' ? 'cells' : `cellwake ${form}`,
    version: '0.1.0',
    median: round(median(slices)),
    unit: 'ns per node',
    runs: slices.length,
    counters: { runsPerChange },
  }
}

function withCells(shape: Shape): System {
  const runtime = cells()
  const source = runtime.cell(0)
  let seen = 0
  let last: { get(): number } = source
  for (let i = 1; i <= SIZE; i++) {
    const from = shape === 'deep' ? last : source
    const add = shape === 'deep' ? 1 : i
    const node = runtime.derive(() => from.get() + add)
    last = node
    if (shape === 'broad' || i === SIZE) {
      runtime.sink(node, (value) => {
        seen = value
      })
    }
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

async function withScheduler(shape: Shape, form: 'compute' | 'run'): Promise<System> {
  const store = await openStore('memory:')
  const scheduler = new Scheduler({ store })
  const at = (id: string) => ({ space: 'bench', id, path: [] })
  const source = at('n0')
  let seen = 0
  for (let i = 1; i <= SIZE; i++) {
    const from = shape === 'deep' ? at(`n${i - 1}`) : source
    const to = at(`n${i}`)
    const add = shape === 'deep' ? 1 : i
    const spec = { name: to.id, kind: 'computation', derived: true } as const
    const known = { ...spec, outputs: [to], declaredReads: [from] }
    const nodes: Record<typeof form, NodeSpec> = {
      compute: { ...known, compute: (value) => (value as number) + add },
      run: { ...known, run: (tx) => tx.write(to, (tx.read(from) as number) + add) },
    }
    scheduler.register(nodes[form])
    if (shape === 'deep' && i < SIZE) continue
    const run: NodeSpec['run'] = (tx) => {
      seen = tx.read(to) as number
    }
    scheduler.register(
      { name: `effect ${i}`, kind: 'effect', declaredReads: [to], run },
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
