// A lease is held by one host at a time; whoever lost it learns so at the next beat, and can commit nothing meanwhile.

import { type Durability, MemoryDriver, openStore } from '@cellwake/store'
import { WrappedDriver } from '@cellwake/store/testing'
import { expect, it } from 'vitest'
import { isLost, Ownership, virtualClock } from '../src/index.ts'

/** Memory that several hosts can have. */
class SharedMemory extends WrappedDriver {
  override get durability(): Durability {
    return { ...this.inner.durability, driver: 'postgres' }
  }
}

async function host(driver: MemoryDriver | SharedMemory, now = Date.UTC(2026, 0, 1)) {
  const clock = virtualClock(now)
  const store = await openStore(driver, { clock })
  const lost: [string, string | undefined][] = []
  const ownership = new Ownership({ store, clock, lost: (...what) => lost.push(what) })
  clock.onSettle(() => ownership.idle())
  return { clock, store, ownership, lost }
}

it('a lease that another host holds is not taken, and its holder is named', async () => {
  const driver = new SharedMemory(new MemoryDriver())
  const [first, second] = [await host(driver), await host(driver)]
  expect(await first.ownership.take('x')).toEqual({ held: true })
  expect(await second.ownership.take('x')).toEqual({ held: false, holder: first.store.session })
  await first.ownership.close()
  expect(await second.ownership.take('x')).toEqual({ held: true })
})

it('a lost lease is told at the next beat, and commits under it are refused before', async () => {
  const driver = new SharedMemory(new MemoryDriver())
  const first = await host(driver)
  await first.ownership.take('x')
  const second = await host(driver, Date.UTC(2026, 0, 1) + 60_000)
  expect(await second.ownership.take('x')).toEqual({ held: true })
  expect(isLost(await first.store.commit({ expect: first.ownership.expect('x') }))).toBe(true)
  await first.clock.advance(5_000)
  expect(first.lost).toEqual([['x', second.store.session]])
})

it('a store of one process needs no lease', async () => {
  const { ownership, store } = await host(new MemoryDriver())
  expect(ownership.expect('x')).toEqual([])
  expect(await ownership.take('x')).toEqual({ held: true })
  expect(await store.lease('x')).toBeUndefined()
})
