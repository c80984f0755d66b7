// One wave: the bodies of all rules that fire together read the values as they are, then everything they
// write, their states, receipts and events are one commit. Nothing of an aborted wave happens.

import { BLANK, datetime, type Value } from '@cellwake/runtime'
import { readCount } from '@cellwake/scheduler'
import type { EventSpec, ReceiptSpec, Write } from '@cellwake/store'
import type { CellNode } from './cell-node.ts'
import { type Fire, jsonOf } from './firing.ts'
import { RECEIPT_AGE_MS } from './limits.ts'
import type { LiveRule } from './live-rule.ts'
import type { ModelGraph } from './model-graph.ts'
import type { ModelRecords } from './records.ts'
import type { RuleBook, RuleNews } from './rule-book.ts'
import type { RuleEvent, RuleRecord, RuleWrite } from './rule-state.ts'
import type { Work } from './slices.ts'
import { templateOf } from './template.ts'

/** One commit of a wave. */
export interface WaveCommit {
  readonly write: readonly Write[]
  readonly receipts: readonly ReceiptSpec[]
  readonly publish: readonly EventSpec[]
  readonly by: string
  /** What is on record with it. */
  readonly news: readonly RuleNews[]
}

export interface WaveHost {
  readonly id: string
  readonly graph: ModelGraph
  readonly records: ModelRecords
  /** Writes a value into a cell that a rule owns. */
  give(node: CellNode, value: Value): void
  /** What must be kept beside what a wave writes: last good values. */
  otherWrites(): Iterable<Write>
  commit(commit: WaveCommit, changed: readonly CellNode[]): void
}

/** What a body does. */
interface Done {
  readonly nodes: readonly CellNode[]
  readonly writes: readonly RuleWrite[]
  readonly events: readonly RuleEvent[]
}

/** Fires together, and commits. `look` says what follows from the change; it is asked before the commit. */
export function* fireTogether(
  fires: readonly Fire[],
  now: number,
  wave: number,
  book: RuleBook,
  host: WaveHost,
  look: (changed: readonly CellNode[]) => Fire[],
): Work<{ readonly fired: RuleNews[]; readonly next: Fire[] }> {
  const { graph, records } = host
  graph.prepare(now)
  const bodies = fires.map((fire) => evaluated(fire, graph))
  // Later in the source wins.
  const written = new Map<CellNode, RuleWrite>()
  for (const { nodes, writes } of bodies) {
    for (let i = 0; i < nodes.length; i++) written.set(nodes[i]!, writes[i]!)
  }
  const write: Write[] = []
  for (const [node, { symbol, after }] of written) {
    host.give(node, after)
    write.push(records.putGiven(symbol, after))
  }
  const fired: RuleNews[] = []
  const receipts: ReceiptSpec[] = []
  const publish: EventSpec[] = []
  for (let i = 0; i < fires.length; i++) {
    const fire = fires[i]!
    const { writes, events } = bodies[i]!
    const record: RuleRecord = { outcome: 'fired', due: fire.due, at: now, wave, writes, events }
    const id = firingId(host.id, fire)
    book.fired(fire.rule, fire.state, record)
    receipts.push({ id: `fire:${id}`, expiresAt: now + RECEIPT_AGE_MS })
    events.forEach(({ topic, event, args }, position) => {
      const payload = { event, args: args.map(jsonOf) }
      publish.push({ topic, messageId: `${id}/${position}`, payload })
    })
    fired.push({ rule: fire.rule, record })
  }
  if (!graph.settle(now)) yield* graph.resting()
  const changed = graph.takeChanged()
  const next = look(changed)
  write.push(...book.writes(), ...host.otherWrites())
  host.commit({ write, receipts, publish, by: 'rules', news: book.takeNews() }, changed)
  return { fired, next }
}

/** A rule that was dropped and is there again starts anew, so its firings are others than before. */
function firingId(model: string, { rule, due, state }: Fire): string {
  const { startedAt, version, fired } = state
  return `${model}/${rule.id}/${startedAt}.${version}/${due ?? `n${fired + 1}`}`
}

function evaluated({ rule, due }: Fire, graph: ModelGraph): Done {
  const { evaluation } = graph
  evaluation.scheduledAt = due === null ? BLANK : datetime(due)
  const nodes: CellNode[] = []
  const writes: RuleWrite[] = []
  const events: RuleEvent[] = []
  for (const action of rule.actions) {
    if (action.kind === 'publish') {
      const { topic, event } = action
      events.push({ topic, event, args: action.args() })
    } else {
      for (const node of action.targets) {
        const after = kept(action.value(node))
        nodes.push(node)
        writes.push({ symbol: graph.symbolOf(node), before: node.value, after })
      }
    }
  }
  evaluation.scheduledAt = BLANK
  return { nodes, writes, events }
}

/** What a cell can keep: not what has never arrived. */
function kept(value: Value): Value {
  return typeof value === 'object' && value.k === 6 ? BLANK : value
}

function isConstant(trigger: CellNode): boolean {
  return readCount(trigger) === 0 && templateOf(trigger)?.tracked !== true
}

/** Whether a rule writes what its own trigger follows from. */
export function feedsItself(rule: LiveRule, graph: ModelGraph): boolean {
  // A schedule that is written out follows from nothing.
  if (isConstant(rule.trigger)) return false
  const targets = new Set<CellNode>()
  for (const action of rule.actions) {
    if (action.kind === 'write') for (const node of action.targets) targets.add(node)
  }
  if (targets.size === 0) return false
  for (const node of graph.below(rule.trigger)) if (targets.has(node)) return true
  return false
}
