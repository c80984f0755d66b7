// One adapter per system, over its own objects: nothing is wrapped, so that times and memory are
// its own. A change is a write after which everything observed is up to date.

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type Cells, cells } from '@cellwake/scheduler'

/** A source or a computed value, as the system has it. */
export type Item = object

export interface System {
  /** Nodes made inside belong together; some systems ask for it. */
  root(fn: () => void): void
  source(value: number): Item
  read(source: Item): number
  /** Changes a source and brings everything observed up to date. */
  write(source: Item, value: number): void
  computed(fn: () => number): Item
  readComputed(computed: Item): number
  /** Runs `fn` now and whenever one of its reads has changed. */
  effect?(fn: () => void): void
  /** Calls `fn` with the value, now and whenever it changed: the equivalent of our system. */
  sink?(computed: Item, fn: (value: number) => void): void
  /** A computed value with static reads, where the system has such. */
  lift?(inputs: readonly Item[], fn: (...values: number[]) => number): Item
  /** Runs so far, where the system counts them. */
  runs?(): number
}

export const systems: Readonly<Record<string, () => Promise<System>>> = {
  cellwake: async () => ours(cells()),
  'cellwake lift': async () => {
    const runtime = cells()
    return {
      ...ours(runtime),
      lift: (inputs, fn) => runtime.lift(fn)(...(inputs as never[])) as Item,
    }
  },
  'alien-signals': async () => {
    const { signal, computed, effect, effectScope } = await import('alien-signals')
    type Signal = ReturnType<typeof signal<number>>
    return {
      root: (fn) => void effectScope(fn),
      source: (value) => signal(value),
      read: (source) => (source as Signal)(),
      write: (source, value) => (source as Signal)(value),
      computed: (fn) => computed(fn),
      readComputed: (item) => (item as () => number)(),
      effect: (fn) => void effect(fn),
    }
  },
  preact: async () => {
    const { signal, computed, effect } = await import('@preact/signals-core')
    type Signal = { value: number }
    return {
      root: (fn) => fn(),
      source: (value) => signal(value),
      read: (source) => (source as Signal).value,
      write: (source, value) => {
        ;(source as Signal).value = value
      },
      computed: (fn) => computed(fn),
      readComputed: (item) => (item as Signal).value,
      effect: (fn) => void effect(fn),
    }
  },
  's-js': async () => {
    type Signal = (value?: number) => number
    // Its types describe a module that it is not.
    const S = createRequire(import.meta.url)('s-js') as {
      (fn: () => unknown): Signal
      root(fn: () => void): void
      value(value: number): Signal
    }
    return {
      root: (fn) => void S.root(fn),
      source: (value) => S.value(value),
      read: (source) => (source as Signal)(),
      write: (source, value) => void (source as Signal)(value),
      computed: (fn) => S(fn),
      readComputed: (item) => (item as Signal)(),
      effect: (fn) => void S(fn),
    }
  },
  mobx: async () => {
    process.env.NODE_ENV = 'production'
    const { observable, computed, autorun, configure } = await import('mobx')
    configure({ enforceActions: 'never' })
    type Box = { get(): number; set(value: number): void }
    return {
      root: (fn) => fn(),
      source: (value) => observable.box(value, { deep: false }),
      read: (source) => (source as Box).get(),
      write: (source, value) => (source as Box).set(value),
      computed: (fn) => computed(fn),
      readComputed: (item) => (item as Box).get(),
      effect: (fn) => void autorun(fn),
    }
  },
}

function ours(runtime: Cells): System {
  type Cell = { get(): number; set(value: number): void }
  return {
    root: (fn) => {
      fn()
      runtime.flushSync()
    },
    source: (value) => runtime.cell(value),
    read: (source) => (source as Cell).get(),
    write: (source, value) => {
      ;(source as Cell).set(value)
      runtime.flushSync()
    },
    computed: (fn) => runtime.derive(fn),
    readComputed: (item) => (item as Cell).get(),
    sink: (item, fn) => void runtime.sink(item as never, fn),
    runs: () => runtime.stats().runs,
  }
}

const packages: Readonly<Record<string, string>> = {
  cellwake: 'packages/scheduler',
  'cellwake lift': 'packages/scheduler',
  preact: 'node_modules/@preact/signals-core',
}

export function versionOf(system: string): string {
  const folder = packages[system] ?? `node_modules/${system}`
  const text = readFileSync(new URL(`../../${folder}/package.json`, import.meta.url), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}
