// A process that commits orders and is killed while it does, and what it leaves behind.

import { type Driver, openDriver } from '../src/index.ts'
import { runChild } from './children/run.ts'

export interface Aftermath {
  /** The numbers of the orders that were acknowledged before the end. */
  readonly acknowledged: readonly number[]
  /** Counts of each kind in the database. */
  readonly kept: Readonly<Record<string, readonly number[]>>
  readonly commits: number
}

export async function afterKill(url: string, acknowledgements: number): Promise<Aftermath> {
  const child = runChild('commit-until-killed.ts', url)
  await child.printed(acknowledgements)
  await child.kill()
  const driver = await openDriver(url)
  try {
    return {
      acknowledged: sorted(child.lines.map(Number)),
      kept: await everything(driver),
      commits: (await driver.commits(0, 1_000_000)).length,
    }
  } finally {
    await driver.close()
  }
}

async function everything(driver: Driver): Promise<Record<string, number[]>> {
  const number = (text: string) => Number(text.split(' ').at(-1))
  const documents = async (space: string) => (await driver.load(space)).map(({ id }) => number(id))
  const orders = await documents('orders')
  const receipts: number[] = []
  for (const n of orders) if (await driver.receipt(`order ${n}`)) receipts.push(n)
  const jobs = await driver.jobs({ limit: 1_000_000 })
  return {
    orders: sorted(orders),
    totals: sorted(await documents('totals')),
    receipts: sorted(receipts),
    events: sorted(
      (await driver.events('orders', { limit: 1_000_000 })).map(({ messageId }) =>
        number(messageId),
      ),
    ),
    jobs: sorted(jobs.map(({ id }) => number(id))),
    timers: sorted((await driver.timers(1e15, 1_000_000)).map(({ id }) => number(id))),
  }
}

function sorted(numbers: readonly number[]): number[] {
  return [...numbers].sort((a, b) => a - b)
}
