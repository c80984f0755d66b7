// Notifications of people who must act: once for each issue, and once more when it is resolved. Each leaves a receipt, so
// that a restart sends only the rest, unless the host crashed between sending and the receipt.

import { Abandoned } from './errors.ts'
import type { WorkflowParts } from './parts.ts'
import { type IssueRecord, lists } from './records.ts'
import { commit } from './transitions.ts'

export interface Notice {
  /** The same for the same notice of the workflow. */
  readonly id: string
  readonly workflow: string
  readonly state: 'open' | 'resolved'
  readonly kind: string
  readonly sentence: string
  readonly actions: readonly string[]
}

export type Notifier = (notice: Notice) => Promise<void>

/** By name: each notifier has receipts of its own. */
export type Notifiers = Readonly<Record<string, Notifier>>

/** The newest issues that are read. */
const ISSUES = 20

/** Sends notifications that are due. A failed one is retried the next time: true if none is left. */
export async function tellIssues(parts: WorkflowParts, notifiers: Notifiers): Promise<boolean> {
  const { name, world } = parts
  const list = lists.issues(name)
  const rows = await world.store.entries({ list, newestFirst: true, limit: ISSUES })
  let isAllTold = true
  for (const { id, state, value } of [...rows].reverse()) {
    const { kind, sentence, actions } = value as unknown as IssueRecord
    const about = { workflow: name, kind, sentence, actions }
    for (const [to, notifier] of Object.entries(notifiers)) {
      const said = { to, notifier }
      const opened = await isTold(parts, keyOf(`${id}/open`, to))
      if (state === 'open' && !opened) {
        const notice = { ...about, id: `${id}/open`, state } as const
        if (!(await tell(parts, said, `${id}/open`, notice))) isAllTold = false
      }
      // A notifier that was not told of the issue need not hear of its end.
      const isOver = state === 'resolved' && opened
      if (!isOver || (await isTold(parts, keyOf(`${id}/resolved`, to)))) continue
      const notice = {
        ...about,
        id: `${id}/resolved`,
        state: 'resolved',
        actions: [],
      } as const
      if (!(await tell(parts, said, `${id}/resolved`, notice))) isAllTold = false
    }
  }
  return isAllTold
}

function keyOf(id: string, to: string): string {
  return `${id}/${to}`
}

async function isTold({ name, world }: WorkflowParts, id: string): Promise<boolean> {
  return (await world.store.entry(lists.notices(name), id)) !== undefined
}

async function tell(
  parts: WorkflowParts,
  { to, notifier }: { readonly to: string; readonly notifier: Notifier },
  id: string,
  notice: Notice,
): Promise<boolean> {
  try {
    await notifier(notice)
    const list = lists.notices(parts.name)
    const entries = [{ list, id: keyOf(id, to), from: null, state: 'told', final: true }]
    await commit(parts, { act: 'tell', entries })
    return true
  } catch (error) {
    if (error instanceof Abandoned) throw error
    parts.world.report(error)
    return false
  }
}
