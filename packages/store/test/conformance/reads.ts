// Reads and writes that a transaction remembers, and which changes void them.

import { describe, expect, it } from 'vitest'
import type { Tx } from '../../src/index.ts'
import { BASES, START } from './basis.ts'
import type { Rig } from './rig.ts'
import { at, expectAccepted, expectRejected, put } from './support.ts'

function places(tx: Tx) {
  const { deep, shallow, writes } = tx.log()
  return {
    deep: deep.map(({ address }) => address.path),
    shallow: shallow.map(({ address }) => address.path),
    writes: writes.map(({ path }) => path),
  }
}

export function reads(rig: () => Rig): void {
  async function prepared() {
    const store = await rig().open()
    await put(store, { d: START })
    return store
  }

  describe('reads', () => {
    it('reads are deep unless they say otherwise', async () => {
      const tx = (await prepared()).begin()
      tx.read(at('d', 'a'))
      tx.read(at('d'), { depth: 'shallow' })
      expect(places(tx)).toEqual({ deep: [['a']], shallow: [[]], writes: [] })
    })

    it('a deep and a shallow read of one place are both remembered', async () => {
      const tx = (await prepared()).begin()
      tx.read(at('d', 'a'), { depth: 'shallow' })
      tx.read(at('d', 'a'))
      expect(places(tx)).toEqual({ deep: [['a']], shallow: [['a']], writes: [] })
    })

    it('a place read twice is remembered once, however its index is written', async () => {
      const tx = (await prepared()).begin()
      for (const path of [['list', 0], ['list', '0'], ['list', 0], []]) tx.read(at('d', ...path))
      tx.read(at('d'))
      expect(places(tx).deep).toEqual([['list', 0], []])
    })

    it('the read of something missing is remembered', async () => {
      const tx = (await prepared()).begin()
      tx.read(at('d', 'none', 'deeper'))
      tx.read(at('never'))
      expect(tx.log().deep.map(({ address }) => address)).toEqual([
        at('d', 'none', 'deeper'),
        at('never'),
      ])
    })

    it('what was written first is not a read', async () => {
      const tx = (await prepared()).begin()
      tx.write(at('d', 'a'), { x: 5 })
      expect(tx.read(at('d', 'a', 'x'))).toBe(5)
      expect(tx.read(at('d', 'a'))).toEqual({ x: 5 })
      expect(places(tx)).toEqual({ deep: [], shallow: [], writes: [['a']] })
    })

    it('the surroundings of what was written are a read', async () => {
      const tx = (await prepared()).begin()
      tx.write(at('d', 'a', 'x'), 5)
      tx.read(at('d', 'a'))
      expect(places(tx)).toEqual({ deep: [['a']], shallow: [], writes: [['a', 'x']] })
    })

    it('writes are listed in order, and those without effect are not', async () => {
      const tx = (await prepared()).begin()
      tx.write(at('d', 'n'), 2)
      tx.write(at('d', 'a', 'y'), 2)
      tx.delete(at('d', 'list', 0))
      tx.delete(at('d', 'none'))
      expect(places(tx).writes).toEqual([['n'], ['list', 0]])
    })

    it('a read says which version of the document it saw, whatever comes after', async () => {
      const store = await prepared()
      await store.edit((tx) => tx.write(at('d', 'n'), 2))
      const { version } = store.version(at('d'))
      const tx = store.begin()
      tx.read(at('d', 'n'))
      await store.edit((other) => other.write(at('d', 'n'), 3))
      tx.read(at('d', 'a'))
      expect(tx.log().deep.map(({ seenVersion }) => seenVersion)).toEqual([version, version])
      expect(store.version(at('d')).version).toBeGreaterThan(version)
    })

    it.each<[when: string, end: (tx: Tx) => unknown]>([
      ['while it is open', () => {}],
      ['after an abort', (tx) => tx.abort()],
      ['after a commit', (tx) => tx.commit().verdict],
    ])('the log can be read %s', async (_, end) => {
      const tx = (await prepared()).begin()
      tx.read(at('d', 'n'))
      tx.write(at('d', 'a', 'x'), 5)
      await end(tx)
      expect(places(tx)).toEqual({ deep: [['n']], shallow: [], writes: [['a', 'x']] })
    })

    it('the log can be read after the function threw', async () => {
      const store = await prepared()
      let inside: Tx | undefined
      const failing = store.edit((tx) => {
        inside = tx
        tx.read(at('d', 'n'))
        throw new Error('on purpose')
      })
      await expect(failing).rejects.toThrow('on purpose')
      expect(places(inside!).deep).toEqual([['n']])
    })

    it('a read that is not for scheduling is not in the log, but still part of the basis', async () => {
      const store = await prepared()
      const tx = store.begin()
      tx.read(at('d', 'n'), { ignoreForScheduling: true })
      tx.write(at('e'), 1)
      expect(places(tx).deep).toEqual([])
      await store.edit((other) => other.write(at('d', 'n'), 2))
      expectRejected(await tx.commit().verdict, 'stale')
    })

    it('a read that is not for conflicts is in the log, but no part of the basis', async () => {
      const store = await prepared()
      const tx = store.begin()
      tx.read(at('d', 'n'), { ignoreForConflict: true })
      tx.write(at('e'), 1)
      expect(places(tx).deep).toEqual([['n']])
      await store.edit((other) => other.write(at('d', 'n'), 2))
      expectAccepted(await tx.commit().verdict)
    })

    it('of two reads of one place the stricter holds, in either order', async () => {
      const store = await prepared()
      const lax = { ignoreForConflict: true, ignoreForScheduling: true }
      for (const first of [lax, {}]) {
        const tx = store.begin()
        tx.read(at('d', 'n'), first)
        tx.read(at('d', 'n'), first === lax ? {} : lax)
        expect(places(tx).deep).toEqual([['n']])
        await store.edit((other) => other.write(at('d', 'n'), Number(other.read(at('d', 'n'))) + 1))
        expectRejected(await tx.commit().verdict, 'stale')
      }
    })

    it.each(BASES)('the verdict on a read of %s (%s, at %j) after %s', async (...basis) => {
      const [, depth, path, , change, verdict] = basis
      const store = await prepared()
      const tx = store.begin()
      tx.read(at('d', ...path), { depth })
      tx.write(at('e'), 1)
      await store.edit(change)
      const result = await tx.commit().verdict
      expect(result.rejected ?? 'holds').toBe(verdict)
    })

    it('reads of many documents are all part of the basis', async () => {
      const store = await rig().open()
      const ids = Array.from({ length: 30 }, (_, i) => `d${i}`)
      await put(store, Object.fromEntries(ids.map((id) => [id, 0])))
      const tx = store.begin()
      for (const id of ids) tx.read(at(id))
      for (const id of ids) tx.read(at(id))
      tx.write(at('sum'), 0)
      expect(tx.log().deep.length).toBe(30)
      await store.edit((other) => other.write(at('d29'), 1))
      expectRejected(await tx.commit().verdict, 'stale')
    })
  })
}
