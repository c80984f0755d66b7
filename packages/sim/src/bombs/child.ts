// The server that the bombs are thrown at: a real one, on a SQLite file, with tokens. It says where it listens.

import { writeSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { Engine, Helpers } from '@cellwake/engine'
import { systemClock } from '@cellwake/scheduler'
import { createServer } from '@cellwake/server'
import { openStore } from '@cellwake/store'
import { TOKENS } from './tokens.ts'

const { values } = parseArgs({ options: { url: { type: 'string' } } })

const clock = systemClock()
const store = await openStore(values.url ?? '', { clock })
const helpers = new Helpers({ clock })
const engine = new Engine({ store, clock, reader: helpers, onError: console.error })
const server = await createServer({
  engine,
  store,
  clock,
  simulate: (source, options, by) => helpers.simulate(source, options, by),
  tokens: Object.entries(TOKENS).map(([name, { token, scope }]) => {
    return { name, token, scopes: [scope], models: ['*'] }
  }),
  log: { level: 'error', to: process.stderr },
})
const { url } = await server.listen({ port: 0, host: '127.0.0.1' })
writeSync(1, `${url}\n`)
