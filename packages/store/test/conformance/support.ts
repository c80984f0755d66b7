// Words that the cases share: addresses, verdicts, a clock, and drivers that can be held.

import { expect } from 'vitest'
import {
  type Address,
  type CommitResult,
  type Committed,
  type DocRef,
  type Driver,
  type Notification,
  type Path,
  type Rejected,
  type RejectionClass,
  type RejectionCode,
  type Store,
  StoreError,
  type StoreErrorCode,
  type System,
  system,
  type Value,
} from '../../src/index.ts'
import { Gate } from './gate.ts'

export const SPACE = 'model'

export function at(id: string, ...path: Path): Address {
  return { space: SPACE, id, path }
}

export function ref(id: string): DocRef {
  return { space: SPACE, id }
}

export function expectAccepted(result: CommitResult): Committed {
  expect(result).not.toHaveProperty('rejected')
  return result as Committed
}

export function expectRejected(
  result: CommitResult,
  rejected: RejectionClass,
  code?: RejectionCode,
): Rejected {
  expect(result).toMatchObject(code === undefined ? { rejected } : { rejected, code })
  return result as Rejected
}

/** `run` throws, or answers with a promise that rejects. */
export async function expectCode(run: () => unknown, code: StoreErrorCode): Promise<StoreError> {
  let thrown: unknown
  try {
    await run()
  } catch (error) {
    thrown = error
  }
  expect(thrown).toBeInstanceOf(StoreError)
  expect((thrown as StoreError).code).toBe(code)
  return thrown as StoreError
}

/** Writes documents of the usual space and waits until they are durable. */
export async function put(store: Store, docs: Readonly<Record<string, Value>>): Promise<number> {
  const write = Object.entries(docs).map(([id, value]) => ({ at: at(id), value }))
  return expectAccepted(await store.commit({ write })).seq
}

/** The content of the database, as far as this session can tell after a load. */
export async function loaded(store: Store, address: Address): Promise<Value | undefined> {
  await store.load({ space: address.space, id: address.id })
  return store.read(address)
}

/** Waits for what comes by itself. */
export function eventually<T>(probe: () => T) {
  return expect.poll(probe, { timeout: 10_000, interval: 2 })
}

export function recorded(store: Store): Notification[] {
  const seen: Notification[] = []
  store.subscribe((notification) => seen.push(notification))
  return seen
}

/** The history of one document, in order. */
export function changesOf(notifications: readonly Notification[], id: string) {
  return notifications.flatMap(({ type, changes }) =>
    changes
      .filter((change) => change.id === id)
      .map(({ before, after }) => ({ type, before, after })),
  )
}

export class TestClock {
  #now: number

  constructor(now = 1_700_000_000_000) {
    this.#now = now
  }

  now(): number {
    return this.#now
  }

  advance(ms: number): number {
    this.#now += ms
    return this.#now
  }
}

/** The real system with its dice loaded. */
export function systemWith(over: Partial<System>): System {
  return { ...system, ...over }
}

/** The same driver, with some of its methods replaced. */
export function altered(driver: Driver, over: Partial<Driver>): Driver {
  return new Proxy(driver, {
    get(target, name) {
      if (Object.hasOwn(over, name)) return Reflect.get(over, name)
      const member = Reflect.get(target, name) as unknown
      return typeof member === 'function' ? member.bind(target) : member
    },
  })
}

/** A driver whose transactions wait at a gate. */
export function held(driver: Driver): { driver: Driver; gate: Gate } {
  const gate = new Gate()
  const transact: Driver['transact'] = async (needs, body) => {
    await gate.pass()
    return driver.transact(needs, body)
  }
  return { driver: altered(driver, { transact }), gate }
}

/** A driver that loses the answer of its next transaction, after or before it was made durable. */
export function forgetful(
  driver: Driver,
  loses: 'answer' | 'request',
  meanwhile: () => Promise<unknown> = async () => {},
): { driver: Driver; loseNext: () => void; sent: () => number } {
  let armed = false
  let sent = 0
  const transact: Driver['transact'] = async (needs, body) => {
    sent++
    if (!armed) return driver.transact(needs, body)
    armed = false
    if (loses === 'answer') await driver.transact(needs, body)
    await meanwhile()
    throw new StoreError('outcome-unknown', 'the test cut the line')
  }
  const loseNext = (): void => {
    armed = true
  }
  return { driver: altered(driver, { transact }), loseNext, sent: () => sent }
}
