// One wave: the bodies of all rules that fire together read a snapshot of the values, then all their writes,
// their states, receipts and events are one commit. Acts that the store could not take are known before
// anything changes: a rule at fault is left out, and a wave that is too large as a whole does not happen. If the
// store refuses a commit all the same, everything in memory is rolled back.

import { BLANK, datetime, isPending, type Value } from '@cellwake/runtime'
import { readCount } from '@cellwake/scheduler'
import {
  type EventSpec,
  PUBLISH_PER_COMMIT_EVENTS,
  type ReceiptSpec,
  take,
  type Write,
} from '@cellwake/store'
import { EngineError } from '../errors.ts'
import { templateOf } from '../formulas/template.ts'
import type { CellNode } from '../graph/cell-node.ts'
import type { ModelGraph } from '../graph/model-graph.ts'
import type { RemoteActs } from '../home/model-home.ts'
import {
  FORMULA_STEPS,
  LARGE_COMMIT_BYTES,
  LARGE_COMMIT_WRITES,
  RECEIPT_AGE_MS,
  WAVE_CELLS,
  WAVE_CHARS,
  WAVE_STEPS,
} from '../limits.ts'
import { isRefusal, keptForm } from '../model/kept-form.ts'
import type { Work } from '../model/slices.ts'
import { Attempt } from './attempt.ts'
import { type Fire, jsonOf } from './firing.ts'
import type { LiveRule } from './live-rule.ts'
import { charsOf, RecordedActs } from './recorded-acts.ts'
import type { RuleBook, RuleNews } from './rule-book.ts'
import type { RuleRecord } from './rule-state.ts'
import type { RulesHost } from './rules-host.ts'

/** Interface of the rules for a wave. */
export interface WaveRules {
  readonly book: RuleBook
  /** Rules that a change makes fire; called before the commit. */
  look(changed: readonly CellNode[]): Fire[]
  /** Savepoint of the rules' states; returns its rollback. */
  mark(): () => void
}

/** A rule that does not fire, since the store could not take its acts. */
export interface RefusedFire {
  readonly fire: Fire
  readonly reason: string
}

export interface FiredTogether {
  readonly fired: readonly RuleNews[]
  readonly next: readonly Fire[]
  readonly refused: readonly RefusedFire[]
}

/** Acts of a body, in a form that the store takes. */
interface Done {
  readonly fire: Fire
  readonly nodes: readonly CellNode[]
  readonly values: readonly Value[]
  readonly events: readonly EventSpec[]
  readonly chars: number
  readonly record: RuleRecord
}

/** Fires together, and commits. */
export function* fireTogether(
  fires: readonly Fire[],
  now: number,
  wave: number,
  rules: WaveRules,
  host: RulesHost,
): Work<FiredTogether> {
  const { remote } = host.graph
  const asked = fires.map(({ rule, due }) => ({ rule: rule.order, due }))
  const acts = remote === undefined ? undefined : yield* remote.acts(asked, now)
  host.graph.prepare(now)
  const bodies: Done[] = []
  const refused: RefusedFire[] = []
  for (const fire of fires) {
    const done = yield* evaluated(fire, host, now, wave, acts?.get(fire.rule.order))
    if (typeof done === 'string') refused.push({ fire, reason: done })
    else bodies.push(done)
  }
  const outcome = tooMuch(bodies) ?? (yield* attempt(bodies, now, rules, host))
  if (typeof outcome !== 'string') return { ...outcome, refused }
  for (const { fire } of bodies) refused.push({ fire, reason: outcome })
  return { fired: [], next: [], refused }
}

/** Result of the wave, or why the store refused it. */
function* attempt(
  bodies: readonly Done[],
  now: number,
  rules: WaveRules,
  host: RulesHost,
): Work<Omit<FiredTogether, 'refused'> | string> {
  if (bodies.length === 0) return { fired: [], next: [] }
  const { graph, inputs } = host
  const attempted = new Attempt({ graph, inputs, mark: () => rules.mark() })
  try {
    return yield* commit(bodies, now, rules, host, attempted)
  } catch (error) {
    // A wave that was computed elsewhere must not stay there either.
    if (!isRefusal(error) || host.graph.remote !== undefined) throw error
    yield* attempted.rollBack(now)
    return `the store does not take its wave: ${error.detail}`
  }
}

function* commit(
  bodies: readonly Done[],
  now: number,
  { book, look }: WaveRules,
  host: RulesHost,
  attempted: Attempt,
): Work<Omit<FiredTogether, 'refused'>> {
  const { graph, records } = host
  // Later in the source wins.
  const written = new Map<CellNode, Value>()
  for (const { nodes, values } of bodies) {
    for (let i = 0; i < nodes.length; i++) written.set(nodes[i]!, values[i]!)
  }
  const write: Write[] = []
  for (const [node, value] of written) {
    if (graph.isTimeToPause()) yield
    attempted.give(node, value)
    write.push(records.putGiven(graph.symbolOf(node), value))
  }
  const receipts: ReceiptSpec[] = []
  const publish: EventSpec[] = []
  const fired: RuleNews[] = []
  for (const { fire, events, record } of bodies) {
    book.fired(fire.rule, fire.state, record)
    const id = `fire:${firingId(host.id, fire)}`
    receipts.push({ id, expiresAt: now + RECEIPT_AGE_MS })
    for (const event of events) publish.push(event)
    fired.push({ rule: fire.rule, record })
  }
  if (!graph.settle(now)) yield* graph.resting()
  const changed = graph.takeChanged()
  const next = look(changed)
  attempted.computed()
  const chars = bodies.reduce((sum, body) => sum + body.chars, 0)
  for (const one of book.writes()) write.push(one)
  for (const one of host.otherWrites()) write.push(one)
  const isLarge = write.length > LARGE_COMMIT_WRITES || chars > LARGE_COMMIT_BYTES
  if (isLarge) yield* host.largeTurn()
  host.commit({ write, receipts, publish, by: 'rules', news: book.takeNews() }, changed)
  return { fired, next }
}

/** Why a wave cannot happen though each of its rules could fire alone; undefined if it can. */
function tooMuch(bodies: readonly Done[]): string | undefined {
  let events = 0
  let chars = 0
  let cells = 0
  for (const body of bodies) {
    cells += body.nodes.length
    events += body.events.length
    chars += body.chars
  }
  if (cells > WAVE_CELLS) return `its wave writes ${cells} cells; ${WAVE_CELLS} fit into one`
  if (events > PUBLISH_PER_COMMIT_EVENTS) {
    return `its wave publishes ${events} events; ${PUBLISH_PER_COMMIT_EVENTS} fit into one`
  }
  if (chars > WAVE_CHARS) {
    return `its wave writes and publishes about ${chars} characters; ${WAVE_CHARS} fit into one`
  }
  return undefined
}

/** A rule that was dropped, or whose model was deleted, and is there again starts anew: its firings are others. */
function firingId(model: string, { rule, due, state }: Fire): string {
  const { startedAt, startedSeq, fired } = state
  return `${model}/${rule.id}/${startedAt}.${startedSeq}/${due ?? `n${fired + 1}`}`
}

/** Acts of a body, or why they cannot be done. */
function* evaluated(
  fire: Fire,
  host: RulesHost,
  now: number,
  wave: number,
  remote: RemoteActs | undefined,
): Work<Done | string> {
  const { rule, due } = fire
  const { graph } = host
  const { evaluation } = graph
  const id = firingId(host.id, fire)
  const nodes: CellNode[] = []
  const values: Value[] = []
  const events: EventSpec[] = []
  const acts = new RecordedActs()
  let chars = 0
  let what = ''
  let cells = 0
  if (remote !== undefined && remote.refused !== '') return remote.refused
  for (const action of rule.actions) if (action.kind === 'write') cells += action.targets.length
  if (cells > WAVE_CELLS) return `it writes ${cells} cells; ${WAVE_CELLS} fit into one wave`
  evaluation.scheduledAt = due === null ? BLANK : datetime(due)
  // Each has its own, so that none suffers by another.
  evaluation.stepsLeft = WAVE_STEPS
  try {
    for (const action of rule.actions) {
      what = action.kind === 'publish' ? `${action.topic}!${action.event}` : action.symbol
      if (action.kind === 'publish') {
        const { topic, event } = action
        const args = remote === undefined ? action.args() : argsIn(remote, events.length)
        const payload = take({ event, args: args.map(jsonOf) })
        events.push({ topic, messageId: `${id}/${events.length}`, payload })
        acts.published({ topic, event, args })
        for (const arg of args) chars += charsOf(arg)
      } else {
        evaluation.stepsLeft += action.targets.length * FORMULA_STEPS
        for (const node of action.targets) {
          if (evaluation.stepsLeft <= 0) return 'its body takes too many steps'
          if (graph.isTimeToPause()) {
            yield
            graph.enter()
          }
          const given = remote === undefined ? action.value(node) : valueIn(remote, nodes.length)
          const value = kept(given)
          nodes.push(node)
          values.push(value)
          acts.wrote(() => graph.symbolOf(node), node.value, value)
          chars += charsOf(value)
        }
      }
    }
  } catch (error) {
    // An engine error ends the whole work. After any other nothing has changed yet, and the model can go on without it.
    if (error instanceof EngineError) throw error
    if (!isRefusal(error)) host.fault(error)
    const why = isRefusal(error) ? error.detail : 'something in Cellwake went wrong'
    return `what it makes of ${what} cannot be kept: ${why}`
  } finally {
    evaluation.scheduledAt = BLANK
  }
  const { writes, events: published, more } = acts
  const record: RuleRecord = {
    outcome: 'fired',
    due,
    at: now,
    wave,
    writes,
    events: published,
    ...more,
  }
  const done = { fire, nodes, values, events, chars, record }
  return tooMuch([done]) ?? done
}

/** Value of a write that was computed elsewhere, in the order of the body. */
function valueIn({ rule, writes }: RemoteActs, at: number): Value {
  const write = writes[at]
  if (write === undefined) throw new Error(`Rule ${rule} was computed without its write ${at}.`)
  return write.value
}

function argsIn({ rule, events }: RemoteActs, at: number): Value[] {
  const event = events[at]
  if (event === undefined) throw new Error(`Rule ${rule} was computed without its event ${at}.`)
  return [...event.args]
}

/** Storable form of a value: pending becomes blank. Throws if the store cannot take it. */
function kept(value: Value): Value {
  return isPending(value) ? BLANK : keptForm(value)
}

function isConstant(trigger: CellNode): boolean {
  return readCount(trigger) === 0 && templateOf(trigger)?.tracked !== true
}

/** Whether a rule is in a cycle: writes something that its own trigger follows from. */
export function* feedsItself(rule: LiveRule, graph: ModelGraph): Work<boolean> {
  // A schedule that is written out follows from nothing.
  if (isConstant(rule.trigger)) return false
  const targets = new Set<CellNode>()
  for (const action of rule.actions) {
    if (action.kind !== 'write') continue
    for (const node of action.targets) {
      targets.add(node)
      if (graph.isTimeToPause()) yield
    }
  }
  if (targets.size === 0) return false
  for (const node of graph.below(rule.trigger)) {
    if (targets.has(node)) return true
    if (graph.isTimeToPause()) yield
  }
  return false
}
