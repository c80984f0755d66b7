// A worker in a process of its own, beside servers on one store: it answers the calls of some routes, and has no models.
// Stopped, it takes no more jobs, drains running ones, and releases the others.

import { systemClock } from '@cellwake/scheduler'
import { openStore } from '@cellwake/store'
import { startWorker, type Worker, type WorkerEvent } from '@cellwake/workers'
import { CliError } from '../errors.ts'
import type { Output } from '../text/output.ts'
import { visible } from '../text/visible-text.ts'
import { reachOf } from './outside.ts'
import { routeNames } from './route-names.ts'
import type { Settings } from './settings.ts'
import { withoutPassword } from './shown-url.ts'
import { userFunctions } from './user-functions.ts'

export type WorkSettings = Pick<
  Settings,
  'store' | 'routes' | 'functions' | 'outside' | 'secretKeyFile'
>

/** Answers calls until it is stopped. */
export async function work(
  settings: WorkSettings,
  output: Output,
  { json, stopped }: { readonly json: boolean; readonly stopped: Promise<unknown> },
): Promise<void> {
  const { store: url, outside: config, secretKeyFile } = settings
  if (!/^postgres(ql)?:/.test(url))
    throw new CliError(
      'store-not-shared',
      `A worker of its own needs a store that it shares with a server, and ${withoutPassword(url)} is held by one process. Name one: --store postgres://… A server answers calls by itself, too.`,
    )
  const functions = settings.functions === undefined ? [] : await userFunctions(settings.functions)
  const report = (error: unknown) => output.error(error)
  const clock = systemClock({ onError: report })
  await using store = await openStore(url, { clock, onError: report })
  const place = { store, clock, config, functions, env: process.env, secretKeyFile }
  const reach = await reachOf(place)
  const routes = routeNames(settings.routes)
  const worker = startWorker({
    store,
    clock,
    functions: reach.functions,
    egress: reach.egress,
    connections: reach.connections,
    ...(reach.config.routes !== undefined && { overrides: reach.config.routes }),
    ...(routes !== undefined && { routes }),
    onEvent: (event) => tell(output, event, json),
  })
  try {
    announce(output, worker, url, json)
    await stopped
    if (!json) output.line('Stopping: finishing the calls that have begun.')
  } finally {
    await worker.stop()
    await reach.egress.close()
    clock.close()
  }
}

function announce(output: Output, worker: Worker, store: string, json: boolean): void {
  const routes = worker.stats().routes.map(({ route, concurrency }) => ({ route, concurrency }))
  if (json) output.jsonLine({ worker: worker.name, routes })
  else {
    const { bold, dim } = output.colors
    output.line(`\n  ${bold('A worker')} of ${withoutPassword(store)}, called ${worker.name}`)
    for (const { route, concurrency } of routes)
      output.line(`  ${visible(route)} ${dim(`at most ${concurrency} at once, over all machines`)}`)
    output.line(`  ${dim('Ctrl-C stops it.')}\n`)
  }
}

/** Events of the worker: all for machines, failures for people. */
function tell(output: Output, event: WorkerEvent, json: boolean): void {
  if (event.type === 'trouble') output.error(event.error)
  else if (json) output.jsonLine('at' in event ? { ...event, at: isoOf(event.at) } : event)
  else if (event.type === 'circuit') output.line(`  ${circuitText(event)}`)
  else if (event.outcome === 'retry' || event.outcome === 'failed') {
    const { function: name, model, attempt, outcome, error = '' } = event
    const next = outcome === 'retry' ? 'It is tried again.' : 'It has failed.'
    const what = `${name} for ${model}, attempt ${attempt}: ${error}`
    output.line(`  ${visible(what)} ${next}`)
  }
}

function isoOf(ms: number): string {
  return new Date(ms).toISOString()
}

function circuitText({ route, circuit, state }: Extract<WorkerEvent, { type: 'circuit' }>): string {
  const who = visible(circuit === '' ? route : `${circuit} of ${route}`)
  return state === 'open' ? `${who} is left alone for a while.` : `${who} is well again.`
}
