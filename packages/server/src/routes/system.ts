// The server itself: its health, who is asking, the functions of the language.

import type { Group } from '../handlers.ts'
import { HEALTH_AGE_MS } from '../limits.ts'
import type { Parts } from '../parts.ts'
import { VERSION } from '../version.ts'

export const systemRoutes: Group<'functions' | 'whoAmI' | 'health' | 'ready'> = {
  async functions(_, { engine }) {
    return { functions: engine.functions() }
  },

  async whoAmI({ principal: { name, scopes, models, open } }) {
    return { name, scopes, models, open }
  },

  async health(_, parts) {
    const { store, clock, startedAt } = parts
    const { driver, tier, sentence } = store.durability
    const models = await countModels(parts)
    const { trouble } = store
    return {
      status: models === undefined || trouble !== undefined ? 'degraded' : 'ok',
      version: VERSION,
      uptimeMs: Math.max(0, clock.now() - startedAt),
      store: { driver, tier, survives: sentence, ...(trouble !== undefined && { trouble }) },
      models: models ?? 0,
      putAside: parts.engine.putAside.length,
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

const counts = new WeakMap<Parts, { readonly at: number; readonly models: number }>()

/** How many models there are; undefined if the store does not say. Anyone may ask, so it is kept a while. */
async function countModels(parts: Parts): Promise<number | undefined> {
  const known = counts.get(parts)
  const now = parts.clock.now()
  if (known !== undefined && Math.abs(now - known.at) < HEALTH_AGE_MS) return known.models
  try {
    const models = (await parts.engine.models()).length
    counts.set(parts, { at: now, models })
    return models
  } catch (error) {
    parts.log.error({ err: error }, 'the store does not answer')
    return undefined
  }
}
