// The demo's provider of exchange rates: a server of its own on this machine, which the demo's models ask as they
// would ask any other. Rates move a little with each request.

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { stepped, type Walk } from './walk.ts'

/** Dollars for one unit. */
const walks: Readonly<Record<string, Walk>> = {
  EUR: { home: 1.0842, step: 0.0016, digits: 4, least: 0.5 },
  GBP: { home: 1.2701, step: 0.0018, digits: 4, least: 0.5 },
  CHF: { home: 1.1302, step: 0.0014, digits: 4, least: 0.5 },
}

export interface Rates extends AsyncDisposable {
  /** As the setting `outside.fx` has it. */
  readonly config: { readonly url: string; readonly path: string }
}

/** Answers `GET /latest?base=EUR` with `{ "base": "EUR", "rates": { "USD": 1.0842 } }`. */
export async function startRates(random: () => number): Promise<Rates> {
  const now = new Map(Object.entries(walks).map(([base, { home }]) => [base, home]))
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
    const base = searchParams.get('base') ?? ''
    const walk = Object.hasOwn(walks, base) ? walks[base] : undefined
    const isKnown = request.method === 'GET' && pathname === '/latest' && walk !== undefined
    if (isKnown) now.set(base, stepped(now.get(base)!, walk, random))
    const answer = isKnown
      ? { base, rates: { USD: now.get(base) } }
      : { error: { message: 'Ask such as GET /latest?base=EUR.' } }
    response.writeHead(isKnown ? 200 : 404, { 'content-type': 'application/json' })
    response.end(JSON.stringify(answer))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}/latest?base={base}`
  return {
    config: { url, path: 'rates.{quote}' },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
