// The server that bombs and the soak are thrown at: a real one, on a SQLite file, with tokens. It says where it listens.

import { writeSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { Engine, Helpers } from '@cellwake/engine'
import { systemClock } from '@cellwake/scheduler'
import { createServer } from '@cellwake/server'
import { openDriver, openStore } from '@cellwake/store'
import { AcknowledgesEarly, leak } from '../planted.ts'
import { TOKENS } from './tokens.ts'

const { values } = parseArgs({
  options: { url: { type: 'string' }, port: { type: 'string' }, plant: { type: 'string' } },
})

const clock = systemClock()
const driver = await openDriver(values.url ?? '')
const early = values.plant === 'acknowledge-before-durable'
const store = await openStore(early ? new AcknowledgesEarly(driver) : driver, { clock })
if (values.plant === 'leak') leak()
const helpers = new Helpers({ clock })
const engine = new Engine({ store, clock, reader: helpers, onError: console.error })
const server = await createServer({
  engine,
  store,
  clock,
  simulate: (source, options, by) => helpers.simulate(source, options, by),
  tokens: Object.entries(TOKENS).map(([name, { token, scope }]) => {
    return { name, token, scopes: [scope], models: ['*'], topics: ['*'] }
  }),
  log: { level: 'error', to: process.stderr },
})
const { url } = await server.listen({ port: Number(values.port ?? 0), host: '127.0.0.1' })
writeSync(1, `${url}\n`)
await engine.wake()
