// Leases: one holder at a time, and an epoch that never goes back. A holder that lost its lease
// cannot commit anything under it.

import { describe, expect, it } from 'vitest'
import type { CommitSpec, Store } from '../../src/index.ts'
import type { Rig } from './rig.ts'
import { at, expectAccepted, expectCode, expectRejected, put, TestClock } from './support.ts'

const KINDS: readonly [kind: string, spec: CommitSpec][] = [
  ['documents', { write: [{ at: at('d'), value: 1 }] }],
  ['a delete', { write: [{ at: at('kept') }] }],
  ['a receipt', { receipts: [{ id: 'r' }] }],
  ['an event', { publish: [{ topic: 't', messageId: 'm' }] }],
  ['a job', { jobs: [{ op: 'add', id: 'j', queue: 'q' }] }],
  ['a cancelled job', { jobs: [{ op: 'cancel', id: 'waits' }] }],
  ['a timer', { timers: [{ op: 'set', id: 't', at: 1 }] }],
  ['a fired timer', { timers: [{ op: 'fire', id: 'stands', at: 1 }] }],
  ['nothing at all', {}],
]

export function leases(rig: () => Rig): void {
  async function hosts() {
    const clock = new TestClock()
    return { clock, a: await rig().open({ clock }), b: await rig().peer({ clock }) }
  }
  const under = (epoch: number): CommitSpec => ({
    expect: [{ type: 'epoch', lease: 'own', epoch }],
  })

  describe('leases', () => {
    it('a free lease is acquired in its first epoch', async () => {
      const { a, clock } = await hosts()
      const lease = { name: 'own', holder: a.session, epoch: 1, expiresAt: clock.now() + 1_000 }
      expect(await a.acquireLease('own', 1_000)).toEqual({ held: true, lease })
      expect(await a.lease('own')).toEqual(lease)
    })

    it('a lease that nobody took is not there', async () => {
      expect(await (await rig().open()).lease('own')).toBeUndefined()
    })

    it('a held lease is refused to others, who learn whose it is', async () => {
      const { a, b } = await hosts()
      const { lease } = await a.acquireLease('own', 1_000)
      expect(await b.acquireLease('own', 1_000)).toEqual({ held: false, lease })
    })

    it('its holder renews it, and keeps the epoch', async () => {
      const { a, clock } = await hosts()
      await a.acquireLease('own', 1_000)
      clock.advance(900)
      const renewed = await a.acquireLease('own', 1_000)
      expect(renewed).toMatchObject({
        held: true,
        lease: { epoch: 1, expiresAt: clock.now() + 1_000 },
      })
    })

    it('its holder renews it after its end, if nobody took it', async () => {
      const { a, clock } = await hosts()
      await a.acquireLease('own', 1_000)
      clock.advance(5_000)
      expect(await a.acquireLease('own', 1_000)).toMatchObject({ held: true, lease: { epoch: 1 } })
    })

    it('after its end another takes it, in the next epoch', async () => {
      const { a, b, clock } = await hosts()
      await a.acquireLease('own', 1_000)
      clock.advance(999)
      expect((await b.acquireLease('own', 1_000)).held).toBe(false)
      clock.advance(1)
      expect(await b.acquireLease('own', 1_000)).toMatchObject({
        held: true,
        lease: { epoch: 2, holder: b.session },
      })
      expect(await a.acquireLease('own', 1_000)).toMatchObject({ held: false, lease: { epoch: 2 } })
    })

    it('the epoch grows each time it changes hands', async () => {
      const { a, b, clock } = await hosts()
      const epochs: number[] = []
      for (const session of [a, b, a, b, b]) {
        const { lease } = await session.acquireLease('own', 1_000)
        epochs.push(lease!.epoch)
        clock.advance(1_000)
      }
      expect(epochs).toEqual([1, 2, 3, 4, 4])
    })

    it('a released lease is free at once, in the next epoch', async () => {
      const { a, b } = await hosts()
      await a.acquireLease('own', 60_000)
      expect((await a.releaseLease('own')).held).toBe(false)
      expect(await b.acquireLease('own', 1_000)).toMatchObject({ held: true, lease: { epoch: 2 } })
    })

    it('who releases and takes it again is in the next epoch', async () => {
      const { a } = await hosts()
      await a.acquireLease('own', 1_000)
      await a.releaseLease('own')
      expect(await a.acquireLease('own', 1_000)).toMatchObject({ held: true, lease: { epoch: 2 } })
    })

    it('a lease is not released by one who does not hold it', async () => {
      const { a, b } = await hosts()
      const { lease } = await a.acquireLease('own', 1_000)
      expect(await b.releaseLease('own')).toEqual({ held: false, lease })
      expect(await a.lease('own')).toEqual(lease)
      expect(await b.releaseLease('none')).toEqual({ held: false, lease: undefined })
    })

    it('of many who ask at once one gets it', async () => {
      const { a, b, clock } = await hosts()
      const answers = await Promise.all(
        [a, b, await rig().peer({ clock })].map((s) => s.acquireLease('own', 9_000)),
      )
      expect(answers.filter(({ held }) => held).length).toBe(1)
      expect(new Set(answers.map(({ lease }) => lease?.holder)).size).toBe(1)
    })

    it('leases of different names do not touch each other', async () => {
      const { a, b } = await hosts()
      expect((await a.acquireLease('one', 1_000)).held).toBe(true)
      expect((await b.acquireLease('two', 1_000)).held).toBe(true)
    })

    it('a lease and a commit under it may be asked for in one turn', async () => {
      const { a } = await hosts()
      const [, result] = await Promise.all([a.acquireLease('own', 1_000), a.commit(under(1))])
      expectAccepted(result)
    })

    it('epochs never go back, over restarts', async () => {
      const { a, clock } = await hosts()
      await a.acquireLease('own', 1_000)
      await a.releaseLease('own')
      const again = await rig().restart({ clock })
      expect(await again.acquireLease('own', 1_000)).toMatchObject({ lease: { epoch: 2 } })
      clock.advance(1_000)
      const third = await rig().restart({ clock })
      expect(await third.acquireLease('own', 1_000)).toMatchObject({ lease: { epoch: 3 } })
    })

    it('a lease outlives its holder until its time is over', async () => {
      const { a, clock } = await hosts()
      await a.acquireLease('own', 1_000)
      const again = await rig().restart({ clock })
      expect((await again.acquireLease('own', 1_000)).held).toBe(false)
      clock.advance(1_000)
      expect((await again.acquireLease('own', 1_000)).held).toBe(true)
    })

    it.each([0.5, Number.NaN, -1])('a term of %s milliseconds is refused', async (term) => {
      const { a } = await hosts()
      await expectCode(() => a.acquireLease('own', term), 'commit-malformed')
      expect(await put(a, { after: 1 })).toBe(1)
    })
  })

  describe('epochs', () => {
    async function lost(): Promise<{ old: Store; now: Store }> {
      const { a, b, clock } = await hosts()
      await put(a, { kept: 1 })
      await a.commit({
        jobs: [{ op: 'add', id: 'waits', queue: 'other' }],
        timers: [{ op: 'set', id: 'stands', at: 1 }],
      })
      await a.acquireLease('own', 1_000)
      clock.advance(1_000)
      await b.acquireLease('own', 1_000)
      return { old: a, now: b }
    }

    it.each(KINDS)('a holder commits %s under its epoch', async (_, spec) => {
      const { now } = await lost()
      expectAccepted(await now.commit({ ...spec, ...under(2) }))
    })

    it.each(KINDS)('a former holder cannot commit %s', async (_, spec) => {
      const { old } = await lost()
      const kept = async () => {
        // How many bytes they take is the database's: it tidies up when it likes.
        const { bytes: _, ...stats } = await old.stats()
        return [stats, await old.commits(), await old.timers(), await old.jobs()]
      }
      const before = await kept()
      expectRejected(await old.commit({ ...spec, ...under(1) }), 'permanent', 'epoch')
      expect(await kept()).toEqual(before)
      expect(old.read(at('kept'))).toBe(1)
    })

    it.each([0, 3, -1, 1.5])('nobody commits under epoch %s', async (epoch) => {
      const { old, now } = await lost()
      expectRejected(await now.commit(under(epoch)), 'permanent', 'epoch')
      expectRejected(await old.commit(under(epoch)), 'permanent', 'epoch')
    })

    it('who renews in time commits on', async () => {
      const { a, clock } = await hosts()
      await a.acquireLease('own', 1_000)
      for (let i = 0; i < 3; i++) {
        clock.advance(600)
        await a.acquireLease('own', 1_000)
        expectAccepted(await a.commit(under(1)))
      }
    })
  })
}
