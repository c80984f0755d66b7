// Names of everything: odd ones are kept apart and come back, impossible ones are refused.

import { describe, expect, it } from 'vitest'
import type { Store } from '../../src/index.ts'
import type { Rig } from './rig.ts'
import { at, eventually, expectAccepted, expectCode, loaded } from './support.ts'

const KEPT: readonly [kind: string, name: string][] = [
  ['the longest', 'n'.repeat(512)],
  ['the longest in letters of several bytes', '漢'.repeat(512)],
  ['emoji', '🦊👩‍👩‍👧'],
  ['spaces', ' a  b '],
  ['quotes', `'"\``],
  ['slashes', '../a\\b/c'],
  ['SQL', `'); DROP TABLE docs; --`],
  ['patterns', '%_*?[a-z]'],
  ['template marks', '$1 :name @x {y}'],
  ['JSON', '{"a":[null]}'],
  ['an inherited name', 'constructor'],
  ['the prototype', '__proto__'],
]

const IMPOSSIBLE: readonly [kind: string, name: string][] = [
  ['an empty name', ''],
  ['a name that is too long', 'n'.repeat(513)],
  ['a name with a control character', 'a\nb'],
  ['a name with a null character', 'a\u0000'],
  ['a name with half a surrogate pair', 'a\ud800'],
]

const USES: readonly [use: string, act: (store: Store, name: string) => unknown][] = [
  ['a space', (store, space) => store.begin().write({ space, id: 'd', path: [] }, 1)],
  ['a document', (store, id) => store.begin().write(at(id), 1)],
  ['a read document', (store, id) => store.begin().read(at(id))],
  ['a receipt', (store, id) => store.begin().receipt({ id })],
  ['a topic', (store, topic) => store.begin().publish({ topic, messageId: 'm' })],
  ['a message', (store, messageId) => store.begin().publish({ topic: 't', messageId })],
  ['a job', (store, id) => store.begin().job({ op: 'add', id, queue: 'q' })],
  ['a cancelled job', (store, id) => store.begin().job({ op: 'cancel', id })],
  ['a queue', (store, queue) => store.begin().job({ op: 'add', id: 'j', queue })],
  ['a timer', (store, id) => store.begin().timer({ op: 'set', id, at: 1 })],
  ['a cleared timer', (store, id) => store.begin().timer({ op: 'clear', id })],
  ['a lease', (store, name) => store.acquireLease(name, 1_000)],
  ['a claimed queue', (store, queue) => store.claim({ queues: [queue], worker: 'w' })],
  ['a worker', (store, worker) => store.claim({ queues: ['q'], worker })],
  [
    'an expected document',
    (store, id) => store.begin().require({ type: 'entity-absent', space: 's', id }),
  ],
  [
    'an expected lease',
    (store, lease) => store.begin().require({ type: 'epoch', lease, epoch: 0 }),
  ],
]

export function names(rig: () => Rig): void {
  describe('names', () => {
    it.each(KEPT)('%s in every kind of name come back', async (_, name) => {
      const store = await rig().open()
      expectAccepted(
        await store.commit({
          write: [{ at: { space: name, id: name, path: [] }, value: 'doc' }],
          receipts: [{ id: name, value: 'receipt' }],
          publish: [{ topic: name, messageId: name, payload: 'event' }],
          jobs: [{ op: 'add', id: name, queue: name, payload: 'job' }],
          timers: [{ op: 'set', id: name, at: 1, payload: 'timer' }],
          entries: [{ list: name, id: name, from: null, state: name, value: 'entry' }],
        }),
      )
      const lease = await store.acquireLease(name, 60_000)
      expect(lease).toMatchObject({ held: true, lease: { name } })
      const peer = await rig().peer()
      expect(await loaded(peer, { space: name, id: name, path: [] })).toBe('doc')
      expect(await peer.spaces()).toEqual([name])
      expect(await peer.receipt(name)).toMatchObject({ id: name, value: 'receipt' })
      expect(await peer.events(name)).toMatchObject([{ topic: name, messageId: name }])
      expect(await peer.timers()).toMatchObject([{ id: name, payload: 'timer' }])
      expect(await peer.entry(name, name)).toMatchObject({ state: name, value: 'entry' })
      expect(await peer.entries({ list: name, states: [name] })).toMatchObject([{ id: name }])
      const claimed = await peer.claim({ queues: [name], worker: name })
      expect(claimed).toMatchObject([{ id: name, queue: name, worker: name, payload: 'job' }])
    })

    it('many names of the greatest length travel in one commit', async () => {
      const store = await rig().open()
      const peer = await rig().peer()
      const long = Array.from({ length: 9 }, (_, i) => `${i}`.padEnd(512, '漢'))
      const topics = new Set<string>()
      peer.onArrival((arrival) => {
        for (const topic of arrival.topics) topics.add(topic)
      })
      expectAccepted(
        await store.commit({
          publish: long.map((topic) => ({ topic, messageId: 'm' })),
          jobs: long.map((queue) => ({ op: 'add', id: queue, queue })),
        }),
      )
      await eventually(() => [...topics].sort()).toEqual(long)
    })

    describe.each(IMPOSSIBLE)('%s', (_, name) => {
      it.each(USES)('is refused for %s', async (_use, act) => {
        const store = await rig().open()
        await expectCode(() => act(store, name), 'name-malformed')
      })
    })
  })
}
