// The server itself: its health, the caller's principal, the functions of the language.

import type { Engine } from '@cellwake/engine'
import type { Group } from '../handlers.ts'
import { HEALTH_AGE_MS } from '../limits.ts'
import type { Parts } from '../parts.ts'
import { VERSION } from '../version.ts'

export const systemRoutes: Group<'functions' | 'whoAmI' | 'health' | 'ready'> = {
  async functions(_, { engine }) {
    return { functions: engine.functions() }
  },

  async whoAmI({ principal: { name, scopes, models, workflows, open } }) {
    return { name, scopes, models, workflows, open }
  },

  async health(_, parts) {
    const { store, clock, startedAt } = parts
    const { driver, tier, sentence } = store.durability
    const counted = await count(parts)
    const { trouble } = store
    const homes = parts.engine.homes.map(homeOf)
    const isWhole = trouble === undefined && homes.every((home) => home.trouble === undefined)
    return {
      status: counted !== undefined && isWhole ? 'ok' : 'degraded',
      version: VERSION,
      uptimeMs: Math.max(0, clock.now() - startedAt),
      store: { driver, tier, survives: sentence, ...(trouble !== undefined && { trouble }) },
      ...(homes.length > 0 && { homes }),
      models: counted?.models ?? 0,
      putAside: parts.engine.putAside.length,
      rulesWaitingForClock: counted?.rulesWaitingForClock ?? 0,
    }
  },

  async ready(_, parts) {
    const why = parts.notReady()
    if (why !== undefined) return { ready: false, why }
    const { isWaking, putAside } = parts.engine
    return {
      ready: true,
      ...(isWaking && { waking: true }),
      ...(putAside.length > 0 && { putAside: putAside.length }),
    }
  },
}

/** Anyone may ask for the health, so why a home is away, with its address, is for the log alone. */
function homeOf({ durability, trouble }: Engine['homes'][number]) {
  const { driver, tier, sentence } = durability
  const away = trouble === undefined ? {} : { trouble: 'unreachable' as const }
  return { driver, tier, survives: sentence, ...away }
}

interface Counts {
  readonly at: number
  readonly models: number
  readonly rulesWaitingForClock: number
}

const counts = new WeakMap<Parts, Counts>()

/** How many there are; undefined if the store does not say. Anyone may ask, so it is kept a while. */
async function count(parts: Parts): Promise<Counts | undefined> {
  const known = counts.get(parts)
  const at = parts.clock.now()
  if (known !== undefined && Math.abs(at - known.at) < HEALTH_AGE_MS) return known
  try {
    const models = (await parts.engine.models()).length
    const counted = { at, models, rulesWaitingForClock: parts.engine.rulesWaitingForClock }
    counts.set(parts, counted)
    return counted
  } catch (error) {
    parts.log.error({ err: error }, 'the store does not answer')
    return undefined
  }
}
