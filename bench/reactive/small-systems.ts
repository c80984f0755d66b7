// The systems of the small workloads, over the interface that all of them have.

import { cells } from 'cellwake/cells'
import type { Small } from './small.ts'

export const smallSystems: Readonly<Record<string, () => Promise<Small>>> = {
  cellwake: async () => {
    const rt = cells()
    return {
      signal: (value) => {
        const cell = rt.cell(value)
        return { read: () => cell.get(), write: (next) => cell.set(next) }
      },
      computed: (fn) => {
        const derived = rt.derive(fn)
        return { read: () => derived.get() }
      },
      effect: (fn) => void rt.effect(fn),
      batch: (fn) => {
        rt.batch(fn)
        rt.flushSync()
      },
      build: (fn) => {
        fn()
        rt.flushSync()
      },
    }
  },
  'alien-signals': async () => {
    const { signal, computed, effect, effectScope, startBatch, endBatch } = await import(
      'alien-signals'
    )
    return {
      signal: (value) => {
        const made = signal(value)
        return { read: () => made(), write: (next) => made(next) }
      },
      computed: (fn) => {
        const made = computed(fn)
        return { read: () => made() }
      },
      effect: (fn) => void effect(fn),
      batch: (fn) => {
        startBatch()
        fn()
        endBatch()
      },
      build: (fn) => void effectScope(fn),
    }
  },
}
