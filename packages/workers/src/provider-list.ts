// The providers of external functions, for the operator: which are configured, which setting the others need,
// and whether a provider or a connection can be reached now.

import type { Clock } from '@cellwake/scheduler'
import type { Connection } from './connection.ts'
import { Deadline } from './deadline.ts'
import type { FunctionDefinition } from './define-function.ts'
import type { Egress } from './egress.ts'
import { CallError, isCallError, WorkersError } from './errors.ts'
import { PROBE_MS } from './limits.ts'

export interface ProviderView {
  /** Its functions; it is tried by the name of the first. */
  readonly functions: readonly string[]
  readonly route: string
  /** The provider; null if there is none, or if it is code of the user's own. */
  readonly provider: string | null
  /** `own`: a function that the user defined. */
  readonly state: 'configured' | 'unconfigured' | 'own'
  /** The setting that an unconfigured one needs. */
  readonly missing?: string
  /** Whether it can be tried. */
  readonly triable: boolean
}

/** The result of a try. */
export interface Tried {
  readonly ok: boolean
  /** A sentence: the finding, or the problem and its remedy. */
  readonly said: string
}

/** Functions that one provider answers stand together. */
export function providerList(functions: readonly FunctionDefinition[]): ProviderView[] {
  const views: ProviderView[] = []
  const byProbe = new Map<unknown, number>()
  for (const { name, signature, provider, missing, probe } of functions) {
    const known = probe === undefined ? undefined : byProbe.get(probe)
    if (known !== undefined) {
      const view = views[known]!
      views[known] = { ...view, functions: [...view.functions, name] }
      continue
    }
    if (probe !== undefined) byProbe.set(probe, views.length)
    const state =
      missing !== undefined ? 'unconfigured' : provider === undefined ? 'own' : 'configured'
    views.push({
      functions: [name],
      route: signature.external?.route ?? '',
      provider: state === 'configured' ? (provider?.([]) ?? null) : null,
      state,
      ...(missing !== undefined && { missing }),
      triable: probe !== undefined,
    })
  }
  return views
}

/** Tries the provider of a function. */
export async function tryProvider(definition: FunctionDefinition, clock: Clock): Promise<Tried> {
  const { name, missing, probe } = definition
  if (missing !== undefined)
    return { ok: false, said: `${name} has no provider. Add the setting ${missing}` }
  if (probe === undefined)
    return { ok: true, said: `${name} has nothing that could be tried without calling it.` }
  return await tried(clock, name, probe)
}

/** Reaches the place that a connection leads to, and shows it the credentials. */
export async function tryConnection(
  connection: Connection,
  egress: Egress,
  clock: Clock,
): Promise<Tried> {
  const what = `The connection ${connection.name}`
  return await tried(clock, what, (signal) => reach(connection, egress, signal))
}

async function reach(connection: Connection, egress: Egress, signal: AbortSignal): Promise<string> {
  if (connection.kind === 'postgres') {
    const limits = { signal, totalMs: PROBE_MS }
    return await egress.postgres(connection, limits, async (session) => {
      const { rows } = await session.query("SELECT current_user, current_setting('server_version')")
      return `Postgres ${String(rows[0]?.[1])} answers, and takes ${String(rows[0]?.[0])}.`
    })
  }
  if (connection.kind === 'smtp') {
    await egress.greetMailServer(connection, { signal, totalMs: PROBE_MS })
    const who = connection.user === undefined ? '' : `, and takes ${connection.user}`
    return `The mail server ${connection.host} answers${who}.`
  }
  const { url, endpoint } = connection
  try {
    await egress.request({ url, endpoint, signal, totalMs: PROBE_MS })
    return `${url} answers.`
  } catch (error) {
    // An API need not have anything at its root. A rejection proves that it was reached.
    if (!(error instanceof CallError) || error.class !== 'rejected') throw error
    return `${url} is reached. It has nothing at this address itself: ${error.message}`
  }
}

async function tried(
  clock: Clock,
  what: string,
  probe: (signal: AbortSignal) => Promise<string>,
): Promise<Tried> {
  const deadline = new Deadline({ clock, totalMs: PROBE_MS, what })
  try {
    return { ok: true, said: await deadline.race(probe(deadline.signal)) }
  } catch (error) {
    if (isCallError(error) || error instanceof WorkersError)
      return { ok: false, said: error.message }
    throw error
  } finally {
    deadline.end()
  }
}
