// The server that the live rig kills: a real one, on a SQLite file. It says where it listens, and nothing more.

import { writeSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { Engine } from '@cellwake/engine'
import { systemClock } from '@cellwake/scheduler'
import { createServer } from '@cellwake/server'
import { openDriver, openStore } from '@cellwake/store'
import { AcknowledgesEarly } from './planted.ts'

const { values } = parseArgs({
  options: { url: { type: 'string' }, port: { type: 'string' }, plant: { type: 'string' } },
})

const driver = await openDriver(values.url ?? '')
const early = values.plant === 'acknowledge-before-durable'
const store = await openStore(early ? new AcknowledgesEarly(driver) : driver)
const clock = systemClock()
const engine = new Engine({ store, clock })
const server = await createServer({ engine, store, clock })
const { url } = await server.listen({ port: Number(values.port ?? 0), host: '127.0.0.1' })
writeSync(1, `${url}\n`)
