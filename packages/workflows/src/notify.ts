// Whoever must act is told: once for each issue, and once more when it is resolved. What was told is kept, so that a restart
// tells what is left and nothing twice, unless the host went away between telling and keeping.

import { Abandoned } from './errors.ts'
import type { WorkflowParts } from './parts.ts'
import { type IssueRecord, lists } from './records.ts'
import { commit } from './transitions.ts'

export interface Notice {
  /** The same for the same notice. */
  readonly id: string
  readonly workflow: string
  readonly state: 'open' | 'resolved'
  readonly kind: string
  readonly sentence: string
  readonly actions: readonly string[]
}

export type Notifier = (notice: Notice) => Promise<void>

/** How many of the newest issues are looked at. */
const ISSUES = 20

/** Tells what was not told yet. What cannot be told now is told the next time. */
export async function tellIssues(parts: WorkflowParts, notifier: Notifier): Promise<void> {
  const { name, world } = parts
  const list = lists.issues(name)
  const rows = await world.store.entries({ list, newestFirst: true, limit: ISSUES })
  for (const { id, state, value } of [...rows].reverse()) {
    const { kind, sentence, actions } = value as unknown as IssueRecord
    const about = { workflow: name, kind, sentence, actions }
    const opened = await isTold(parts, `${id}/open`)
    if (state === 'open' && !opened)
      await tell(parts, notifier, { ...about, id: `${id}/open`, state })
    // Nobody need hear of the end of what nobody heard of.
    if (state !== 'resolved' || !opened || (await isTold(parts, `${id}/resolved`))) continue
    await tell(parts, notifier, { ...about, id: `${id}/resolved`, state, actions: [] })
  }
}

async function isTold({ name, world }: WorkflowParts, id: string): Promise<boolean> {
  return (await world.store.entry(lists.notices(name), id)) !== undefined
}

async function tell(parts: WorkflowParts, notifier: Notifier, notice: Notice): Promise<void> {
  try {
    await notifier(notice)
    const list = lists.notices(parts.name)
    const entries = [{ list, id: notice.id, from: null, state: 'told', final: true }]
    await commit(parts, { act: 'tell', entries })
  } catch (error) {
    if (error instanceof Abandoned) throw error
    parts.world.report(error)
  }
}
