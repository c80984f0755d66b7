// The demo: three models, a feed that moves their inputs, a provider of rates, workflows that live on their events, and the
// server, until it is stopped. The data stays, so the next start goes on where this one ended.

import { fileURLToPath } from 'node:url'
import type { Engine } from '@cellwake/engine'
import type { Clock } from '@cellwake/scheduler'
import { system } from '@cellwake/store'
import { FolderModels } from '../hosting/folder-models.ts'
import { type Host, listen, openHost } from '../hosting/host.ts'
import { findSettings, type GivenSettings } from '../hosting/settings.ts'
import { askedToStop } from '../hosting/stopping.ts'
import { showOutcomes } from '../text/outcomes-text.ts'
import type { Output } from '../text/output.ts'
import { startFeed } from './feed.ts'
import { startRates } from './rates.ts'
import { demoWorkflows } from './workflows.ts'

export const demoFolder = fileURLToPath(new URL('../../demo', import.meta.url))
const DEMO_STORE = 'sqlite:.cellwake/demo.db'

export interface DemoOptions extends GivenSettings {
  readonly json?: boolean
}

export async function runDemo(output: Output, options: DemoOptions): Promise<void> {
  const { json = false, ...flags } = options
  const { settings, origins } = await findSettings(flags)
  const store = origins.store === 'default' ? DEMO_STORE : settings.store
  const stopped = askedToStop()
  const report = (error: unknown) => output.error(error)
  await using rates = await startRates(system.random)
  const outside = { fx: rates.config, ...settings.outside }
  const host = await openHost({ ...settings, store, outside }, output)
  try {
    const outcomes = await deployDemo(host)
    for (const one of demoWorkflows) await host.outside.workflows.bring(one, { by: 'demo' })
    const { url } = await listen(host, settings)
    if (json) output.jsonLine({ url })
    else {
      showOutcomes(output, outcomes)
      announce(output, url, store)
    }
    const { engine, clock } = host
    const stopFeed = startFeed({ engine, clock, random: system.random, report })
    await stopped
    await stopFeed()
  } finally {
    await host[Symbol.asyncDispose]()
  }
}

/** Models that are missing, or whose files have changed, are deployed; all are woken. */
export async function deployDemo({
  engine,
  store,
  clock,
}: Pick<Host, 'engine' | 'store' | 'clock'>) {
  const outcomes = await new FolderModels(engine, store, 'demo').deploy(demoFolder)
  const isNew = outcomes.some((one) => one.outcome === 'deployed' && one.id === 'operations')
  if (isNew) await setNightAt(engine, clock)
  await engine.wake()
  return outcomes
}

/** Night comes at eight in the evening, Central European time, of the day the demo is first started. */
async function setNightAt(engine: Engine, clock: Clock): Promise<void> {
  const day = 24 * 3_600_000
  const eight = new Date(clock.now()).setUTCHours(19, 0, 0, 0)
  const at = eight > clock.now() ? eight : eight + day
  const model = await engine.model('operations')
  await model.set({ night_at: { expr: `dt"${new Date(at).toISOString()}"` } }, { by: 'feed' })
}

function announce(output: Output, url: string, store: string): void {
  const { bold, cyan, dim } = output.colors
  output.line(`\n  ${bold('Cellwake')} at ${cyan(url)}`)
  output.line('  Three models that live: a price desk, an operations rulebook, a treasury.')
  output.line('  Three workflows live on their events; one of them asks you before it acts.')
  output.line(
    `  ${dim(`A feed moves their inputs, and rates come from a provider beside it. Kept in ${store}. Ctrl-C stops it.`)}
`,
  )
}
