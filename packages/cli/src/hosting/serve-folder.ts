// Runs a host with the models of a folder until it is stopped.

import type { Listening } from '@cellwake/server'
import { outcomesJson, showOutcomes } from '../text/outcomes-text.ts'
import type { Output } from '../text/output.ts'
import { FolderModels } from './folder-models.ts'
import { followFunctions } from './follow-functions.ts'
import { type Host, listen, openHost } from './host.ts'
import { findSettings, type GivenSettings, type Settings } from './settings.ts'
import { withoutPassword } from './shown-url.ts'
import { askedToStop } from './stopping.ts'
import { watchFolder } from './watch-folder.ts'

export interface ServeOptions extends GivenSettings {
  readonly json?: boolean
}

/** Without a folder, the models that the store holds. */
export async function serveFolder(
  output: Output,
  folder: string | undefined,
  options: ServeOptions,
  { watches }: { readonly watches: boolean },
): Promise<void> {
  const { json = false, ...flags } = options
  const { settings } = await findSettings(flags)
  const stopped = askedToStop()
  const host = await openHost(settings, output)
  try {
    await runHost(output, host, settings, folder, { json, watches }, stopped)
  } finally {
    await host[Symbol.asyncDispose]()
  }
}

async function runHost(
  output: Output,
  host: Host,
  settings: Settings,
  folder: string | undefined,
  { json, watches }: { readonly json: boolean; readonly watches: boolean },
  stopped: Promise<unknown>,
): Promise<void> {
  const { engine, store, clock } = host
  const models = new FolderModels(engine, store, watches ? 'dev' : 'serve')
  const deploy = async (at: string, changed: readonly string[] = []) => {
    const outcomes = await models.deploy(at, changed)
    if (json && outcomes.length > 0) output.jsonLine({ files: outcomesJson(outcomes) })
    else if (!json) showOutcomes(output, outcomes)
  }
  // Watched from here on, so that no change is missed; deployed after the deploys under way.
  const deployed = folder === undefined ? Promise.resolve() : deploy(folder)
  const unwatch =
    watches && folder !== undefined
      ? watchFolder(folder, clock, {
          ending: '.grid',
          begun: deployed,
          changed: () => deploy(folder),
          failed: (error) => output.error(error),
        })
      : undefined
  const unfollow =
    watches && settings.functions !== undefined
      ? followFunctions(settings.functions, host, output, {
          begun: deployed,
          replaced: (changed) => (folder === undefined ? undefined : deploy(folder, changed)),
        })
      : undefined
  try {
    await Promise.race([deployed, stopped])
    const listening = await listen(host, settings)
    if (json) output.jsonLine(listening)
    else announce(output, listening, settings, watches ? folder : undefined)
    // Models that take long to open are not awaited.
    engine.wake().catch((error: unknown) => output.error(error))
    await stopped
    if (!json) output.line('Stopping: finishing what has begun.')
  } finally {
    await unwatch?.()
    await unfollow?.()
  }
}

function announce(
  output: Output,
  { url, warning }: Listening,
  { store, redis }: Settings,
  watched: string | undefined,
): void {
  const { bold, cyan, dim, yellow } = output.colors
  output.line(`\n  ${bold('Cellwake')} at ${cyan(url)}`)
  output.line(`  ${dim(`Kept in ${withoutPassword(store)}. Ctrl-C stops it.`)}`)
  if (redis !== undefined) {
    output.line(`  ${dim(`Models of the Lua runtimes live in ${withoutPassword(redis)}.`)}`)
  }
  if (watched !== undefined) output.line(`  ${dim(`Watching ${watched} for changes.`)}`)
  if (store === 'memory:') output.line(`  ${yellow('Everything is gone when it stops.')}`)
  if (warning !== undefined) output.line(`  ${yellow(warning)}`)
}
