// Goal: what no model can show yet is right all the same: published events are found in order and once,
// and a refusal that changes something is not taken for one. Method: events put into the store by hand;
// a host that breaks its promise.

import { MemoryDriver, openStore } from '@cellwake/store'
import { describe, expect, it } from 'vitest'
import { EngineError } from '../../src/errors.ts'
import { runEvents } from '../../src/model-tests/run-events.ts'
import { mustRefuse, type RefusingHost } from '../../src/model-tests/run-refuse.ts'
import { TestHost } from '../../src/model-tests/test-host.ts'

async function eventHost() {
  const driver = new MemoryDriver()
  const host = new TestHost({ startAt: 0, functions: new Map(), driver })
  await host.deploy('A1 = 1\n')
  const store = await openStore(driver)
  let sent = 0
  return {
    host,
    publish: (topic: string, payload: unknown) =>
      store.commit({ publish: [{ topic, messageId: `m${++sent}`, payload }] }),
  }
}

describe('events', () => {
  it('are those since the step before, of all topics, in the order of publishing', async () => {
    const { host, publish } = await eventHost()
    await publish('b', { event: 'one', args: ['x', 1] })
    await publish('a', { event: 'two', args: [] })
    await publish('b', { event: 'three', args: [{ datetime: '2026-01-01T00:00:00.000Z' }, 0.333] })
    const expected = [
      { topic: 'b', event: 'one', args: ['x', 1] },
      { topic: 'a', event: 'two', args: [] },
      {
        topic: 'b',
        event: 'three',
        args: [{ datetime: '2026-01-01T00:00:00Z' }, { near: 0.3, within: 0.1 }],
      },
    ]
    await expect(runEvents(host, expected)).resolves.toBeUndefined()
    await expect(runEvents(host, [])).resolves.toBeUndefined()
    await publish('a', { event: 'four', args: [] })
    await host.restart()
    const four = [{ topic: 'a', event: 'four', args: [] }]
    await expect(runEvents(host, four)).resolves.toBeUndefined()
  })

  it.each([
    ['another topic', [{ topic: 'b', event: 'e', args: [1, 2] }]],
    ['another event', [{ topic: 'a', event: 'f', args: [1, 2] }]],
    ['an argument too few', [{ topic: 'a', event: 'e', args: [1] }]],
    ['an argument too many', [{ topic: 'a', event: 'e', args: [1, 2, 3] }]],
    ['another order of arguments', [{ topic: 'a', event: 'e', args: [2, 1] }]],
    ['another kind', [{ topic: 'a', event: 'e', args: [1, '2'] }]],
    ['none', []],
    ['one more', [1, 2].map(() => ({ topic: 'a', event: 'e', args: [1, 2] }))],
  ])('fail with %s', async (_, expected) => {
    const { host, publish } = await eventHost()
    await publish('a', { event: 'e', args: [1, 2] })
    await expect(runEvents(host, expected)).rejects.toThrow(/^Event [12] should be .*, but is /)
  })

  it('of any number are all read', async () => {
    const { host, publish } = await eventHost()
    const expected = Array.from({ length: 2500 }, (_, i) => ({ topic: 'a', event: 'e', args: [i] }))
    await Promise.all(expected.map(({ topic, event, args }) => publish(topic, { event, args })))
    await expect(runEvents(host, expected)).resolves.toBeUndefined()
  })
})

describe('a refusal', () => {
  const values = { A1: 5 }
  const broken = (set: () => Promise<void>, after: unknown): RefusingHost => {
    let now: unknown = 1
    return {
      set: () => {
        now = after
        return set()
      },
      settle: async () => undefined,
      model: {
        rev: 1,
        cells: () => ({
          A1: { kind: 'number', value: Number(now), typeTag: 'number', status: 'ready', rev: 1 },
        }),
      },
    }
  }
  const refusing = async () => {
    throw new EngineError('bad-value', 'No.')
  }

  it('that changes nothing is one', async () => {
    await expect(mustRefuse(broken(refusing, 1), values)).resolves.toBeUndefined()
  })

  it('that changes a cell is none', async () => {
    await expect(mustRefuse(broken(refusing, 2), values)).rejects.toThrow(
      'Setting A1 was refused, but changed something.',
    )
  })

  it('is no crash of the engine', async () => {
    const crashing = async () => {
      throw new TypeError('undefined is not a function')
    }
    await expect(mustRefuse(broken(crashing, 1), values)).rejects.toThrow(TypeError)
  })
})
