// I5: what a node writes itself does not make it run again. What others write does.
import { describe, expect, it } from 'vitest'
import { ownWritesDoNotComeBack } from './scenarios.ts'
import { at, num, turns, world } from './support.ts'

describe('self-stability', () => {
  it('a node that reads what it writes runs once per outside trigger', ownWritesDoNotComeBack)

  it('an equal rewrite makes no pass at all', async () => {
    const w = await world()
    w.computation('x', (get) => Math.min(get('x') + 1 + get('s') * 0, 2))
    w.effect('show', (get) => get('x'))
    await w.change({ s: 1 })
    await w.change({ s: 2 })
    await w.change({ s: 3 })
    w.taken()
    const { passes } = w.s.getStats()
    await w.change({ x: 2 })
    expect(w.s.getStats().passes).toBe(passes)
    expect(w.taken()).toEqual([])
  })

  it('two nodes of one name do not suppress each other', async () => {
    const w = await world()
    const twin = (out: string, other: string) =>
      w.s.register({
        name: 'twin',
        kind: 'computation',
        outputs: [at(out)],
        run: (tx) => {
          w.runs.push(out)
          tx.write(at(out), Math.min(num(tx, other) + 1, 3))
        },
      })
    twin('x', 'y')
    twin('y', 'x')
    w.effect('show', (get) => get('x') + get('y'))
    await w.s.idle()
    expect([w.value('x'), w.value('y')]).toEqual([3, 3])
  })

  it('an effect that writes what it reads runs once', async () => {
    const w = await world()
    w.effect('count', (get, tx) => {
      tx.write(at('n'), get('n') + 1)
      return get('s')
    })
    await w.s.idle()
    await w.change({ s: 1 })
    expect([w.value('n'), w.count('count')]).toEqual([2, 2])
  })

  it('a change of its own that was taken back does come back', async () => {
    const w = await world()
    await w.put({ n: 1 })
    const begun: unknown[] = []
    w.effect('watch', (get) => begun.push(get('n')))
    await w.s.idle()
    const source = w.tasks.get('watch')!
    const tx = w.store.begin({ source })
    tx.require({ type: 'entity-absent', space: 'demo', id: 'n' })
    tx.write(at('n'), 2)
    tx.commit()
    await turns()
    await w.s.idle()
    // Written by its own transaction: no run. Taken back: a run.
    expect(begun).toEqual([1, 1])
  })

  it('changes of its own group do not come back to an effect, others do', async () => {
    const w = await world()
    const group = { editor: 1 }
    w.effect('mine', (get) => get('text'), { changeGroup: group })
    w.effect('theirs', (get) => get('text'))
    await w.change({ text: 1 })
    w.taken()
    await w.store.edit((tx) => tx.write(at('text'), 2), { changeGroup: group })
    await w.s.idle()
    expect(w.taken()).toEqual(['theirs'])
    await w.store.edit((tx) => tx.write(at('text'), 3), { changeGroup: { editor: 1 } })
    await w.s.idle()
    expect(w.taken()).toEqual(['mine', 'theirs'])
  })
})
