// One owner at a time, no zombie commits: a host that lost its lease cannot commit under it, and a
// worker that lost its job cannot report it, however late they wake.

import { describe, expect, it } from 'vitest'
import { everyRig, withRigs } from './conformance/rig.ts'
import {
  at,
  expectAccepted,
  expectRejected,
  held,
  loaded,
  put,
  TestClock,
} from './conformance/support.ts'

withRigs(everyRig(), (rig) => {
  describe('a host that slept through the end of its lease', () => {
    /** Its commits were made in time and are sent too late. */
    async function zombie() {
      const clock = new TestClock()
      const { driver, gate } = held(rig().driver())
      const host = await rig().openOn(driver, { clock })
      await put(host, { d: 0 })
      const { lease } = await host.acquireLease('model', 1_000)
      gate.shut()
      const expects = [{ type: 'epoch', lease: 'model', epoch: lease!.epoch }] as const
      const late = [1, 2, 3].map((value) =>
        host.commit({ expect: expects, write: [{ at: at('d'), value }] }),
      )
      clock.advance(1_000)
      const successor = await rig().peer({ clock })
      expect((await successor.acquireLease('model', 1_000)).held).toBe(true)
      return { host, successor, late, wake: () => gate.open() }
    }

    it('cannot land what it committed before it knew', async () => {
      const { host, successor, late, wake } = await zombie()
      await put(successor, { d: 'by the successor' })
      wake()
      for (const verdict of late) expectRejected(await verdict, 'permanent', 'epoch')
      expect(host.read(at('d'))).toBe('by the successor')
      expect(await loaded(await rig().restart(), at('d'))).toBe('by the successor')
    })

    it('cannot land it before the successor has done anything, either', async () => {
      const { late, wake } = await zombie()
      wake()
      for (const verdict of late) expectRejected(await verdict, 'permanent', 'epoch')
      expect(await loaded(await rig().peer(), at('d'))).toBe(0)
    })

    it('is told that the lease is another’s when it asks', async () => {
      const { host, successor, wake } = await zombie()
      wake()
      const { held, lease } = await host.acquireLease('model', 1_000)
      expect(held).toBe(false)
      expect(lease).toMatchObject({ holder: successor.session, epoch: 2 })
    })
  })

  it('owners that take turns never commit in each other’s epoch', async () => {
    const clock = new TestClock()
    const hosts = [await rig().open({ clock }), await rig().peer({ clock })]
    const accepted: string[] = []
    for (let turn = 0; turn < 6; turn++) {
      const owner = hosts[turn % 2]!
      const { lease } = await owner.acquireLease('model', 1_000)
      const epoch = lease!.epoch
      for (const [i, host] of hosts.entries()) {
        for (const claimed of [epoch - 1, epoch]) {
          const result = await host.commit({
            expect: [{ type: 'epoch', lease: 'model', epoch: claimed }],
            publish: [{ topic: 't', messageId: `${turn} ${i} ${claimed}` }],
          })
          if (result.rejected === undefined) accepted.push(`${turn}: epoch ${claimed}`)
        }
      }
      clock.advance(1_000)
    }
    // The epoch is the fence: nothing passes under the one before.
    expect(accepted).toEqual(
      [1, 2, 3, 4, 5, 6].flatMap((epoch) => Array(2).fill(`${epoch - 1}: epoch ${epoch}`)),
    )
  })

  it('a worker that lost its job reports in vain, and its commit with it', async () => {
    const clock = new TestClock()
    const [slow, next] = [await rig().open({ clock }), await rig().peer({ clock })]
    await slow.commit({ jobs: [{ op: 'add', id: 'j', queue: 'q' }] })
    const [first] = await slow.claim({ queues: ['q'], worker: 'slow', leaseMs: 1_000 })
    clock.advance(1_000)
    const [second] = await next.claim({ queues: ['q'], worker: 'next', leaseMs: 1_000 })
    const report = (attempt: number, result: string) => ({
      write: [{ at: at('answer'), value: result }],
      jobs: [{ op: 'done', id: 'j', attempt, result } as const],
    })
    const late = await slow.commit(report(first!.attempt, 'late'))
    expectRejected(late, 'permanent', 'job-lost')
    expectAccepted(await next.commit(report(second!.attempt, 'in time')))
    expectRejected(await slow.commit(report(first!.attempt, 'later')), 'permanent', 'job-lost')
    expect(await loaded(await rig().peer(), at('answer'))).toBe('in time')
    expect(await next.job('j')).toMatchObject({ state: 'done', result: 'in time' })
  })
})
