// A process with one server in it, for the benchmark: ours on SQLite, or a bare fastify. Prints its address.

import { join } from 'node:path'
import { Engine } from '@cellwake/engine'
import { systemClock } from '@cellwake/scheduler'
import { createServer } from '@cellwake/server'
import { openStore } from '@cellwake/store'
import fastify from 'fastify'

const [system, folder = '.'] = process.argv.slice(2)
process.stdout.write(`${system === 'cellwake' ? await ours() : await bare()}\n`)

async function ours(): Promise<string> {
  const clock = systemClock()
  const store = await openStore(`sqlite:${join(folder, 'server.db')}`)
  const engine = new Engine({ store, clock })
  await engine.deploy('A1 = 1\nB1 = A1 * 2\n', { id: 'bench' })
  // The rate limits would dominate the measurement.
  const rate = { perSecond: 1e9, burst: 1e9 }
  const rates = { caller: rate, address: rate }
  const server = await createServer({ engine, store, clock, rates })
  return (await server.listen({ port: 0 })).url
}

async function bare(): Promise<string> {
  const app = fastify()
  app.get('/hello', async () => ({ hello: 'world' }))
  return app.listen({ port: 0, host: '127.0.0.1' })
}
