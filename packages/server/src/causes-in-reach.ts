// Causes as a principal may see them. The way back from a value may lead through workflows, topics and rules of models that
// the principal does not reach: those look as if they were not there.

import type { CauseView } from '@cellwake/client'
import type { Principal } from './principal.ts'

/** The same answer, with the causes in it as the principal may see them. */
export function withCausesInReach<T>(principal: Principal, answer: T): T {
  const seesAll = (['model', 'topic', 'workflow'] as const).every((thing) =>
    principal.reachesEvery(thing),
  )
  return seesAll ? answer : (seen(answer, principal) as T)
}

function seen(part: unknown, principal: Principal): unknown {
  if (Array.isArray(part)) {
    const here = part.every(isCause) ? wayInReach(part, principal) : part
    return here.map((one: unknown) => seen(one, principal))
  }
  if (typeof part !== 'object' || part === null) return part
  if (isCause(part)) return { ...part, run: runInReach(part.run, principal) }
  const fields = Object.entries(part)
  // Values of cells hold no causes, whatever they look like.
  return Object.fromEntries(
    fields.map(([name, one]) => [name, name === 'value' ? one : seen(one, principal)]),
  )
}

/** A way back, up to where it leaves what the principal reaches. */
function wayInReach(way: readonly CauseView[], principal: Principal): CauseView[] {
  const found: CauseView[] = []
  for (const cause of way) {
    if (cause.model !== undefined && !principal.reaches('model', cause.model)) break
    found.push(cause)
    const [event] = cause.run?.events ?? []
    if (event !== undefined && runInReach(cause.run, principal)?.events[0] !== event) break
  }
  return found
}

/** By its fields, which nothing else in such an answer has together. */
function isCause(part: unknown): part is CauseView {
  return typeof part === 'object' && part !== null && 'by' in part && 'rev' in part && 'run' in part
}

function runInReach(run: CauseView['run'], principal: Principal): CauseView['run'] {
  if (run === null || !principal.reaches('workflow', run.workflow)) return null
  return { ...run, events: run.events.filter(({ topic }) => principal.reaches('topic', topic)) }
}
