// A small ledger. A payment is one commit: two balances, a receipt and an event, all or nothing.
// So the balances always add up to zero, and a payment with a known number is never taken twice.

import { type Address, openStore, RejectedError, type Store } from '@cellwake/store'

export const ACCOUNTS = ['till', 'bank', 'stock', 'taxes'] as const
const SPACE = 'ledger'
const CLIENTS = 8
const KEPT_MS = 30 * 86_400_000

export function balanceOf(account: string): Address {
  return { space: SPACE, id: account, path: ['balance'] }
}

/** Takes payments until the process ends, and says each number once it is durable. */
export async function takePayments(url: string, acknowledge: (line: string) => void) {
  const store = await openStore(url)
  await store.load({ space: SPACE })
  let next = Number(store.read({ space: SPACE, id: 'counter', path: [] }) ?? 0)
  const client = async () => {
    for (;;) {
      const number = ++next
      await pay(store, number)
      acknowledge(String(number))
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, client))
}

async function pay(store: Store, number: number): Promise<void> {
  const from = ACCOUNTS[number % ACCOUNTS.length]!
  const to = ACCOUNTS[(number + 1 + (number % 3)) % ACCOUNTS.length]!
  const amount = 1 + (number % 97)
  try {
    await store.edit(
      (tx) => {
        tx.receipt({ id: `payment/${number}`, expiresAt: store.now() + KEPT_MS })
        for (const [account, change] of [
          [from, -amount],
          [to, amount],
        ] as const) {
          const at = balanceOf(account)
          tx.write(at, Number(tx.read(at) ?? 0) + change)
        }
        const counter = { space: SPACE, id: 'counter', path: [] }
        tx.write(counter, Math.max(number, Number(tx.read(counter) ?? 0)))
        const messageId = String(number)
        tx.publish({ topic: 'payments', messageId, payload: { from, to, amount } })
      },
      { cause: { by: `payment ${number}`, detail: { from, to, amount } } },
    )
  } catch (error) {
    // Taken before the process was killed last time; the receipt says so.
    if (!(error instanceof RejectedError) || error.rejection.code !== 'receipt-exists') throw error
  }
}

export interface Audit {
  readonly found: number
  readonly missing: readonly number[]
  readonly sum: number
}

/** Looks for every acknowledged payment, and adds up the balances. */
export async function audit(store: Store, acknowledged: readonly number[]): Promise<Audit> {
  await store.load({ space: SPACE })
  const missing: number[] = []
  for (const number of acknowledged) {
    if ((await store.receipt(`payment/${number}`)) === undefined) missing.push(number)
  }
  let sum = 0
  for (const account of ACCOUNTS) sum += Number(store.read(balanceOf(account)) ?? 0)
  const topics = await store.topics()
  const found = topics.find(({ topic }) => topic === 'payments')?.events ?? 0
  return { found, missing, sum }
}
