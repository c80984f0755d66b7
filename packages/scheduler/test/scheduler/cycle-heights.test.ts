// Heights after cycles: when a cycle is gone, its nodes stand in order again, however it was made;
// and one that comes and goes does not push them up without end.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LivenessRig } from './liveness-rig.ts'
import { world } from './support.ts'

const names = Array.from({ length: 5 }, (_, i) => `n${i}`)
const name = fc.constantFrom(...names)

/** Whether any node follows from itself. */
function hasCycle(rig: LivenessRig): boolean {
  const left = new Map([...rig.tasks.values()].map((task) => [task, new Set(task.writers.keys())]))
  for (let size = -1; size !== left.size; ) {
    size = left.size
    for (const [task, writers] of left) {
      if (writers.size > 0) continue
      left.delete(task)
      for (const others of left.values()) others.delete(task)
    }
  }
  return left.size > 0
}

describe('heights after cycles', () => {
  it('whenever there is no cycle, every reader stands above what it reads', () => {
    const steps = fc.array(fc.record({ name, ids: fc.uniqueArray(name, { maxLength: 3 }) }), {
      maxLength: 20,
      size: 'max',
    })
    fc.assert(
      fc.property(steps, (changes) => {
        const rig = new LivenessRig()
        for (const each of names) rig.add(each)
        for (const change of changes) {
          rig.reads(change.name, change.ids)
          if (hasCycle(rig)) continue
          for (const task of rig.tasks.values()) {
            for (const writer of task.writers.keys()) {
              expect(task.node.height).toBeGreaterThan(writer.node.height)
            }
          }
        }
      }),
      { numRuns: 500, seed: 5005 },
    )
  })

  it('a cycle that comes and goes a thousand times leaves its nodes where they were', () => {
    const rig = new LivenessRig()
    rig.add('a')
    rig.add('b')
    rig.reads('a', ['b'])
    for (let i = 0; i < 1000; i++) {
      rig.reads('b', ['a'])
      rig.reads('b', [])
    }
    expect(rig.tasks.get('a')!.node.height).toBeLessThan(10)
  })

  it('a cycle that lost its first edge runs writers first again', async () => {
    const w = await world()
    w.computation('a', (get) => get('s') + (get('loop') > 0 ? Math.min(get('b'), 3) : 0))
    w.computation('b', (get) => get('a') + get('s'))
    w.effect('first', (get) => get('a'))
    await w.change({ loop: 1, s: 1 })
    w.effect('show', (get) => get('b'))
    await w.s.idle()
    await w.change({ loop: 0 })
    w.taken()
    await w.change({ s: 10 })
    expect(w.taken().filter((run) => run !== 'first')).toEqual(['a', 'b', 'show'])
  })
})
