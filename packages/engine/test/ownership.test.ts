// Goal: whoever does not have a model cannot change it, at whatever instant it learns so. Method: two hosts on one
// memory that says it is shared; the second takes the model while the first deploys, deletes or sets. With a
// real Postgres: packages/sim/test/12-one-owner.test.ts.

import { virtualClock } from '@cellwake/scheduler'
import { type Durability, MemoryDriver, openStore } from '@cellwake/store'
import { WrappedDriver } from '@cellwake/store/testing'
import { describe, expect, it } from 'vitest'
import { Engine } from '../src/engine.ts'
import { OwnedElsewhereError } from '../src/errors.ts'
import type { LiveModel } from '../src/model/live-model.ts'
import { Ownership } from '../src/model/ownership.ts'

/** Memory that several hosts can have. */
class SharedMemory extends WrappedDriver {
  override get durability(): Durability {
    return { ...this.inner.durability, driver: 'postgres' }
  }
}

const START = Date.UTC(2026, 0, 1)
const SOURCE = 'A1 = 0\nWHEN A1 > 0 THEN\n B1 = B1 + 1\nEND\n'

async function host(driver: SharedMemory, now: number) {
  const clock = virtualClock(now)
  const store = await openStore(driver, { clock })
  const errors: unknown[] = []
  const engine = new Engine({ store, clock, onError: (error) => errors.push(error) })
  clock.onSettle(() => engine.idle())
  return { clock, store, engine, errors }
}

/** Two hosts. The second has taken the model, and the first does not know. */
async function takenOver() {
  const driver = new SharedMemory(new MemoryDriver())
  const first = await host(driver, START)
  const { model } = await first.engine.deploy(SOURCE, { id: 'm' })
  const second = await host(driver, START + 60_000)
  const taken = await second.engine.model('m')
  return { first, second, model, taken }
}

async function turns(count: number): Promise<void> {
  for (let i = 0; i < count; i++) await Promise.resolve()
}

describe('without the lease', () => {
  it('every commit is refused, of a model that was never taken and of one that was lost', async () => {
    const { clock, store } = await host(new SharedMemory(new MemoryDriver()), START)
    const ownership = new Ownership({ store, clock, lost: () => {} })
    const commit = () =>
      store.commit({
        expect: ownership.expect('m'),
        write: [{ at: { space: 'model:m', id: 'A1', path: [] }, value: 1 }],
      })
    expect(await commit()).toMatchObject({ rejected: 'permanent', code: 'epoch' })
    await ownership.take('m')
    expect(await commit()).toMatchObject({ seq: 1 })
    ownership.forget('m')
    expect(await commit()).toMatchObject({ rejected: 'permanent', code: 'epoch' })
    await ownership.close()
  })
})

const acts: Record<string, (engine: Engine, model: LiveModel) => Promise<unknown>> = {
  'a deploy': (engine) => engine.deploy('A1 = 5\n', { id: 'm' }),
  'a delete': (engine) => engine.delete('m', 'm'),
  'a set': (_, model) => model.set({ A1: 9 }),
}

describe.each(Object.entries(acts))('%s on a host that lost the model', (_, act) => {
  it.each(Array.from({ length: 16 }, (_, i) => i))(
    'is refused, whether it learns so at once or %i turns later',
    async (count) => {
      const { first, model, taken } = await takenOver()
      const refused = act(first.engine, model).catch((error: unknown) => error)
      await turns(count)
      model.lose(new OwnedElsewhereError('m'))
      expect(await refused).toBeInstanceOf(OwnedElsewhereError)
      expect(() => first.engine.running('m')).toThrow('There is no model m here')
      await taken.set({ A1: 1 })
      expect([taken.version, taken.get('A1').value, taken.get('B1').value]).toEqual([1, 1, 1])
      expect(first.errors).toEqual([])
    },
  )
})

it('a host that lost a model and took it again does not finish what it began before', async () => {
  for (let count = 0; count < 16; count++) {
    const { first, second, model } = await takenOver()
    const refused = first.engine.deploy('A1 = 5\n', { id: 'm' }).catch((error: unknown) => error)
    await turns(count)
    model.lose(new OwnedElsewhereError('m'))
    await second.engine.close()
    const again = first.engine.model('m')
    const outcome = await refused
    const found = await again
    expect(first.engine.running('m')).toBe(await first.engine.model('m'))
    // Either the deploy came after all of it, or it was refused; never a model beside another.
    if (outcome instanceof Error) expect([found.version, found.get('A1').value]).toEqual([1, 0])
    else expect(first.engine.running('m').version).toBe(2)
    await first.engine.close()
  }
})

it('a host that cannot have the model leaves it alone, and has it once it is free', async () => {
  const { first, second, model } = await takenOver()
  await expect(model.set({ A1: 1 })).rejects.toThrow(OwnedElsewhereError)
  await expect(first.engine.model('m')).rejects.toMatchObject({
    code: 'owned-elsewhere',
    status: 503,
    retryable: true,
    owner: second.store.session,
  })
  await second.engine.close()
  expect((await first.engine.model('m')).get('A1').value).toBe(0)
})
