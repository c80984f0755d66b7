// Two functions of one's own, for the models beside this file. `npx cellwake dev examples/own-functions --functions
// examples/own-functions/functions.ts` runs them; saved again, they are taken up while it runs.

import { CallError, defineFunction } from 'cellwake/functions'

const rates: Readonly<Record<string, number>> = { DE: 0.19, FR: 0.2, IE: 0.23 }

/** Plain TypeScript that waits for nothing. It is a job all the same, so that one slow call never holds a model up. */
export const tax = defineFunction({
  name: 'TAX',
  about: 'The tax on an amount, by the country it is owed in.',
  args: [
    { name: 'amount', kind: 'number' },
    { name: 'country', kind: 'text' },
  ],
  returns: 'number',
  handler: ([amount, country]) => {
    const rate = rates[country ?? '']
    // Of this class, so that nobody tries again what cannot succeed.
    if (rate === undefined) throw new CallError('rejected', `There is no tax rate of ${country}.`)
    return Math.round((amount ?? 0) * rate * 100) / 100
  },
})

/** Asks a carrier. Quotes serve for ten minutes; old ones serve for an hour while a newer one is on its way. */
export const shipping = defineFunction({
  name: 'SHIPPING',
  about: 'What a carrier charges for a parcel.',
  args: [
    { name: 'kilos', kind: 'number' },
    { name: 'country', kind: 'text' },
  ],
  returns: 'number',
  route: 'carrier.quotes',
  cache: { ttlMs: 600_000, maxStalenessMs: 3_600_000, refreshMode: 'background' },
  timeoutMs: 5_000,
  rateLimit: { calls: 10, perMs: 1_000 },
  concurrency: 4,
  handler: async ([kilos, country], { connection, requestId }) => {
    // cellwake connections add carrier --url https://api.carrier.example --token -
    const carrier = await connection('carrier')
    const query = new URLSearchParams({ kilos: String(kilos), country: String(country) })
    const { text } = await carrier.request(`/quotes?${query}`, {
      accept: 'json',
      headers: { 'x-request-id': requestId },
    })
    return (JSON.parse(text) as { price: number }).price
  },
})
