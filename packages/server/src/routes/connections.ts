// Named connections and providers. Secrets come in and never go out; actions are recorded under the caller's name. A
// connection serves all models, so it is for admins whose reach has no bounds.

import { type ConnectionView, providerList, tryConnection, tryProvider } from '@cellwake/workers'
import { ServerError } from '../errors.ts'
import type { Group } from '../handlers.ts'
import type { OutsideParts, Parts } from '../parts.ts'
import type { Principal } from '../principal.ts'

type Name =
  | 'connections'
  | 'addConnection'
  | 'removeConnection'
  | 'tryConnection'
  | 'providers'
  | 'tryProvider'

export const connections: Group<Name> = {
  async connections({ principal }, parts) {
    const { connections: all } = ownedBy(principal, parts)
    return { connections: (await all.list()).map(shown), hasKey: all.hasKey }
  },

  async addConnection({ body, principal }, parts) {
    const { name, ...input } = body
    return shown(await ownedBy(principal, parts).connections.add(name, input, principal.name))
  },

  async removeConnection({ params, principal }, parts) {
    const { connections: all } = ownedBy(principal, parts)
    if (await all.remove(params.name, principal.name)) return { removed: params.name }
    throw new ServerError('unknown-connection', `There is no connection ${params.name}.`)
  },

  async tryConnection({ params, principal }, parts) {
    const { connections: all, egress } = ownedBy(principal, parts)
    return await tryConnection(await all.open(params.name), egress, parts.clock)
  },

  async providers(_, parts) {
    return { providers: providerList(outsideOf(parts).functions.all) }
  },

  async tryProvider({ params, principal }, parts) {
    const { functions } = ownedBy(principal, parts)
    const name = params.function.toUpperCase()
    const found = functions.get(name)
    if (found === undefined)
      throw new ServerError('unknown-function', `There is no external function ${name}.`)
    return await tryProvider(found, parts.clock)
  },
}

function outsideOf({ outside }: Parts): OutsideParts {
  if (outside !== undefined) return outside
  throw new ServerError('no-outside', 'This host makes no calls outside.')
}

/** For admins of everything alone. */
export function ownedBy(principal: Principal, parts: Parts): OutsideParts {
  const outside = outsideOf(parts)
  if (principal.reachesEvery('model')) return outside
  throw new ServerError(
    'forbidden',
    'Connections and sinks serve all models, and this token reaches only some of them.',
  )
}

function shown({ changedAt, ...view }: ConnectionView) {
  return { ...view, changed: new Date(changedAt).toISOString() }
}
