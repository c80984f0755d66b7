// A process that the kill rig of external calls starts and kills: a host with its models, a worker, or both. Time runs
// faster in it, the same for all processes, so that a lease of thirty seconds ends in five.

import { writeSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { Engine } from '@cellwake/engine'
import { catalogue, withFunctions } from '@cellwake/language'
import { systemClock } from '@cellwake/scheduler'
import { createServer } from '@cellwake/server'
import { openStore } from '@cellwake/store'
import { CallError, defineFunction, Egress, Functions, startWorker } from '@cellwake/workers'
import { type CallPlant, plantInCalls } from './plants.ts'

const { values } = parseArgs({
  options: {
    url: { type: 'string', default: '' },
    port: { type: 'string', default: '0' },
    role: { type: 'string', default: 'both' },
    witness: { type: 'string', default: '' },
    began: { type: 'string', default: '0' },
    plant: { type: 'string' },
  },
})

const TIMES = 6
const began = Number(values.began)
const clock = systemClock({
  now: () => began + (Date.now() - began) * TIMES,
  startTimer: (fn, ms) => setTimeout(fn, ms / TIMES),
})

/** The witness is asked directly: the egress is not the subject here. */
const ask = defineFunction({
  name: 'ASK',
  args: [{ name: 'x', kind: 'number' }],
  returns: 'number',
  timeoutMs: 600_000,
  retry: { attempts: 20 },
  handler: async ([x], { job }) => {
    const answer = await fetch(`${values.witness}/${encodeURIComponent(job)}?x=${x}`)
    if (!answer.ok) throw new CallError('rejected', `The witness says no to ${x}.`)
    return Number(await answer.text())
  },
})

const store = await openStore(values.url, { clock, onError: () => {} })
if (values.plant !== undefined) plantInCalls(store, values.plant as CallPlant)
const functions = new Functions([ask])
if (values.role !== 'host') startWorker({ store, clock, functions, egress: new Egress({ clock }) })
if (values.role === 'worker') writeSync(1, 'working\n')
else {
  const known = withFunctions(catalogue, functions.signatures)
  const engine = new Engine({ store, clock, catalogue: known, onError: () => {} })
  const server = await createServer({ engine, store, clock })
  const { url } = await server.listen({ port: Number(values.port), host: '127.0.0.1' })
  void engine.wake()
  writeSync(1, `${url}\n`)
}
