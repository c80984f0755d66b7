// Tries each configured provider for `doctor`: by way of the server that runs here, which holds the store with the
// connections, or else from this process.

import { CellwakeClient } from '@cellwake/client'
import { systemClock } from '@cellwake/scheduler'
import { openStore, type Store } from '@cellwake/store'
import { providerList, type Tried, tryProvider, WorkersError } from '@cellwake/workers'
import { isExplained } from '../errors.ts'
import { reachOf } from './outside.ts'
import type { Settings } from './settings.ts'

/** A fault to be fixed. */
export interface Problem {
  readonly code: string
  readonly message: string
}

export interface ProviderFacts {
  /** The configured providers, and the results of a try. */
  readonly providers: readonly TriedProvider[]
  readonly problem?: Problem
}

export interface TriedProvider extends Tried {
  readonly functions: readonly string[]
  readonly provider: string | null
}

/** By way of a server; its token may not be allowed to. */
export async function tryAtServer(url: string, token: string | undefined): Promise<ProviderFacts> {
  const client = new CellwakeClient({ url, ...(token !== undefined && { token }) })
  try {
    const { providers } = await client.providers()
    return await tryEach(providers, (name) => client.tryProvider({ function: name }))
  } catch (error) {
    if (!isExplained(error)) throw error
    // An older server, or a missing permission: no fault of a provider.
    return { providers: [] }
  }
}

/** From this process, with the connections of the store; without a store there are none. */
export async function tryHere(settings: Settings, store?: Store): Promise<ProviderFacts> {
  const { outside: config, secretKeyFile } = settings
  if (config === undefined) return { providers: [] }
  const clock = systemClock()
  const own = store ?? (await openStore('memory:', { clock }))
  try {
    const env = process.env
    const place = { store: own, clock, config, functions: [], env, secretKeyFile }
    const { functions, egress } = await reachOf(place)
    const facts = await tryEach(providerList(functions.all), (name) =>
      tryProvider(functions.get(name)!, clock),
    )
    await egress.close()
    return facts
  } catch (error) {
    if (!(error instanceof WorkersError) && !isExplained(error)) throw error
    return { providers: [], problem: { code: error.code, message: error.message } }
  } finally {
    if (store === undefined) await own.close()
    clock.close()
  }
}

interface Triable {
  readonly functions: readonly string[]
  readonly provider: string | null
  readonly triable: boolean
}

async function tryEach(
  all: readonly Triable[],
  run: (name: string) => Promise<Tried>,
): Promise<ProviderFacts> {
  const triable = all.filter((one) => one.triable)
  const providers = await Promise.all(
    triable.map(async ({ functions, provider }) => {
      const { ok, said } = await run(functions[0]!)
      return { functions, provider, ok, said }
    }),
  )
  const failed = providers.find(({ ok }) => !ok)
  if (failed === undefined) return { providers }
  const message = `The provider of ${failed.functions.join(', ')} does not answer: ${failed.said}`
  return { providers, problem: { code: 'provider', message } }
}
