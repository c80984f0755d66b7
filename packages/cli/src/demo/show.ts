// The demonstration, told step by step.

import { openStore } from '@cellwake/store'
import { count, type Output } from '../output.ts'
import { ACCOUNTS, audit, balanceOf } from './ledger.ts'

/** True when everything that was promised was found. */
export async function showDemo(
  output: Output,
  url: string,
  pay: (url: string) => Promise<number[]>,
): Promise<boolean> {
  const { bold, dim, green, red } = output.colors
  const step = (n: number, text: string) => output.line(`\n  ${bold(String(n))}  ${text}`)
  const say = (text: string) => output.line(`     ${text}`)

  output.line(`\n  ${bold('Cellwake keeps what it acknowledges.')}`)

  step(1, `A ledger opens on ${url.split(':')[0]} ${dim(`(${url})`)}`)
  const before = await reading(url, async (store) => {
    say(`Tier ${store.durability.tier}. ${store.durability.sentence}`)
    return (await audit(store, [])).found
  })
  say(before === 0 ? 'It is empty.' : `It holds ${count(before, 'payment')} from earlier runs.`)

  step(2, 'A second process takes payments as fast as it can. Each is one commit:')
  say('two balances, a receipt and an event, all or nothing.')
  const acknowledged = await pay(url)
  say(`${count(acknowledged.length, 'payment')} acknowledged. Then it is killed with kill -9.`)

  step(3, 'The ledger opens again.')
  const sound = await reading(url, async (store) => {
    const { found, missing, sum } = await audit(store, acknowledged)
    const kept = acknowledged.length - missing.length
    const landed = found - before - acknowledged.length
    const mark = missing.length === 0 ? green('none lost') : red(`${missing.length} lost`)
    say(`${count(kept, 'acknowledged payment')} found: ${mark}.`)
    if (landed > 0) say(`${landed} more had landed whole when the process died.`)
    say(
      `The balances add up to ${sum}: ${sum === 0 ? green('no payment is half there') : red('half a payment is missing')}.`,
    )
    step(4, `Why is the ${ACCOUNTS[0]} at ${store.read(balanceOf(ACCOUNTS[0]))}?`)
    for (const { value, commit } of await store.history(
      { space: 'ledger', id: ACCOUNTS[0] },
      { limit: 3 },
    )) {
      const balance = (value as { balance: number }).balance
      const info = commit?.info as { by: string; detail: { from: string; to: string } }
      const when = new Date(commit?.at ?? 0).toISOString()
      say(
        `${String(balance).padStart(7)}  commit ${commit?.seq}, ${info.by}, ${info.detail.from} to ${info.detail.to}  ${dim(when)}`,
      )
    }
    return missing.length === 0 && sum === 0
  })
  output.line(
    `\n  Run it again: the ledger remembers. ${dim(`npx cellwake doctor --store ${url}`)}\n`,
  )
  return sound
}

async function reading<T>(
  url: string,
  look: (store: Awaited<ReturnType<typeof openStore>>) => Promise<T>,
): Promise<T> {
  await using store = await openStore(url)
  return await look(store)
}
