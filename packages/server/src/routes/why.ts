// Why a cell has its value, its history, its dependencies, and the audit log.

import type { AuditEntry } from '@cellwake/engine'
import { withCausesInReach } from '../causes-in-reach.ts'
import type { Group } from '../handlers.ts'
import { PAGE_ROWS } from '../limits.ts'
import { checkSymbols } from '../request-text.ts'
import { revisionOf } from './cells.ts'
import { paged } from './page.ts'

export const why: Group<'explain' | 'history' | 'graph' | 'activity' | 'audit'> = {
  async explain({ params, query, principal }, parts) {
    const [symbol = ''] = checkSymbols([params.symbol])
    const model = await parts.engine.model(params.id)
    const at = query.at === undefined ? undefined : await revisionOf(query.at, parts)
    const explained = await model.explain(symbol, {
      ...(query.depth !== undefined && { depth: query.depth }),
      ...(at !== undefined && { at }),
    })
    return withCausesInReach(principal, explained)
  },

  async history({ params, query, principal }, { engine }) {
    const [symbol = ''] = checkSymbols([params.symbol])
    const page = await (await engine.model(params.id)).history(symbol, paged(query, PAGE_ROWS))
    return withCausesInReach(principal, page)
  },

  async graph({ params, query }, { engine }) {
    return (await engine.model(params.id)).dependencies({
      ...(query.focus !== undefined && { focus: query.focus }),
      ...(query.limit !== undefined && { limit: query.limit }),
    })
  },

  async activity({ params, query }, { engine }) {
    await engine.model(params.id)
    const shows = ({ kind }: AuditEntry) => kind === 'model'
    return engine.activity({ about: params.id, shows, ...paged(query, PAGE_ROWS) })
  },

  async audit({ query, principal }, { engine }) {
    const about = query.about === undefined ? {} : { about: query.about }
    // An administrator of a part sees that part.
    const shows = (entry: AuditEntry) => principal.reaches(entry.kind, entry.about)
    return engine.activity({ ...about, shows, ...paged(query, PAGE_ROWS) })
  },
}
