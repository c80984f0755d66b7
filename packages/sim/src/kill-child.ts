// The process that the kill rig kills. It says one line per thing that the store has acknowledged:
// `a OPERATION COMMIT`, `c JOB ATTEMPT`, or `x PROBLEM`. The line is written before anything else
// happens, so the store's acknowledgements and the parent's log differ by at most that line.

import { writeSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { openDriver, openStore } from '@cellwake/store'
import { LoadClient } from './kill-load.ts'
import { AcknowledgesEarly } from './planted.ts'

const { values } = parseArgs({
  options: {
    url: { type: 'string' },
    clients: { type: 'string' },
    plant: { type: 'string' },
  },
})

const driver = await openDriver(values.url ?? '')
const early = values.plant === 'acknowledge-before-durable'
const store = await openStore(early ? new AcknowledgesEarly(driver) : driver, {
  // Little history, so that retention runs under the load as well.
  historyCommits: 5_000,
  // The audit wants to see every job.
  finishedJobs: Number.MAX_SAFE_INTEGER,
  onError: (error) => say('x', error instanceof Error ? error.message : String(error)),
})

function say(...words: (string | number)[]): void {
  writeSync(1, `${words.join(' ')}\n`)
}

const voice = {
  acknowledged: (operation: string, seq: number) => say('a', operation, seq),
  claimed: (job: string, attempt: number) => say('c', job, attempt),
  wrong: (problem: string) => say('x', problem),
}
const names = (values.clients ?? '').split(',')
await Promise.all(names.map((name) => new LoadClient(store, name, voice).run()))
