// The formulas of rules: values of their triggers and lengths, and the actions of their bodies, on the values as they
// are. The scheduler of rules decides when one fires.

import { FORMULA_STEPS, WAVE_CELLS, WAVE_STEPS } from '../limits.ts'
import { checkTag } from '../tags.ts'
import { BLANK, datetime, isArray, isPending, type Value } from '../values.ts'
import { below } from './below.ts'
import { codeOf } from './codes.ts'
import { demand } from './demand.ts'
import { elementIn, evaluateOnce } from './formulas.ts'
import { carrierFor, rectangleOf, targetsOf } from './load.ts'
import type { ActEvent, Acts, ActWrite, Fire, TriggerNews, TriggerPart } from './model.ts'
import type { ProgramCode, ProgramPublish, ProgramWrite } from './program.ts'
import { shown } from './ranges.ts'
import type { ModelState, Node, RuleNodes } from './state.ts'
import { symbolOf } from './symbols.ts'

const PARTS: readonly TriggerPart[] = ['trigger', 'length', 'lengthMax', 'policyMax']

function partOf(nodes: RuleNodes, part: TriggerPart): Node | undefined {
  if (part === 'trigger') return nodes.trigger
  if (part === 'length') return nodes.length
  return part === 'lengthMax' ? nodes.lengthMax : nodes.policyMax
}

/** The triggers that ran since the call began. */
export function triggerNews(m: ModelState): TriggerNews[] {
  const news: TriggerNews[] = []
  for (let i = 0; i < m.rules.length; i++) {
    for (const part of PARTS) {
      const node = partOf(m.rules[i]!, part)
      if (node === undefined || node.ranIn !== m.settle) continue
      const isNew = node.changedIn === m.call
      news.push({ rule: i, part, value: node.value, isNew })
    }
  }
  return news
}

/** The triggers of some rules as they are now. */
export function triggersNow(m: ModelState, rules: readonly number[]): TriggerNews[] {
  const found: TriggerNews[] = []
  for (const rule of rules) {
    const nodes = m.rules[rule]
    if (nodes === undefined) continue
    for (const part of PARTS) {
      const node = partOf(nodes, part)
      if (node === undefined) continue
      demand(m, node)
      found.push({ rule, part, value: node.value, isNew: false })
    }
  }
  return found
}

/** Whether a rule writes a dependency of its own trigger: a feedback loop. */
export function feedsItself(m: ModelState, rule: number): boolean {
  const nodes = m.rules[rule]
  const source = m.program.rules[rule]
  if (nodes === undefined || source === undefined) return false
  const met = below(m, nodes.trigger)
  const mark = nodes.trigger.mark
  if (met.length <= 1) return false
  for (const action of source.body) {
    if (action.kind !== 'write') continue
    for (const node of targetsOf(m, action.target)) if (node.mark === mark) return true
  }
  return false
}

/** The actions of a rule's body. */
export function actsOf(m: ModelState, fire: Fire): Acts {
  const { rule } = fire
  const source = m.program.rules[rule]!
  let cells = 0
  for (const action of source.body) {
    if (action.kind === 'write') cells += targetsOf(m, action.target).length
  }
  if (cells > WAVE_CELLS) {
    return refusedActs(rule, `it writes ${cells} cells; ${WAVE_CELLS} fit into one wave`)
  }
  m.scheduledAt = fire.dueMs === undefined ? BLANK : datetime(fire.dueMs)
  m.isActing = true
  // Each has its own, so that none suffers by another.
  m.stepsLeft = WAVE_STEPS
  const writes: ActWrite[] = []
  const events: ActEvent[] = []
  let isDone = true
  for (const action of source.body) {
    if (action.kind === 'publish') events.push(published(m, rule, action))
    else if (isDone) isDone = written(m, action, writes)
  }
  m.isActing = false
  m.scheduledAt = BLANK
  if (!isDone) return refusedActs(rule, 'its body takes too many steps')
  return { rule, refused: '', writes, events }
}

function refusedActs(rule: number, refused: string): Acts {
  return { rule, refused, writes: [], events: [] }
}

function published(m: ModelState, rule: number, { topic, event, args }: ProgramPublish): ActEvent {
  const { key, row } = m.rules[rule]!.trigger
  const values: Value[] = []
  for (const arg of args) values.push(evaluated(m, arg, carrierFor(m, arg, key, row, undefined)))
  return { topic, event, args: values }
}

/** False if it takes too long. */
function written(m: ModelState, action: ProgramWrite, writes: ActWrite[]): boolean {
  const targets = targetsOf(m, action.target)
  const rectangle = rectangleOf(action.target)
  m.stepsLeft += targets.length * FORMULA_STEPS
  let carrier: Node | undefined
  for (const node of targets) {
    if (m.stepsLeft <= 0) return false
    const before = carrier
    carrier = carrierFor(m, action, node.key, node.row, rectangle)
    // The references are the same for every target.
    if (before !== undefined) carrier.refs = before.refs
    let value = evaluated(m, action, carrier)
    if (rectangle !== undefined && isArray(value)) {
      value = elementIn(value, rectangle.column, rectangle.row, node.key, node.row)
    }
    if (action.tag !== '') value = checkTag(value, action.tag)
    const now = node.key < 0 ? node.value : shown(node.value)
    writes.push({
      symbol: symbolOf(m, node),
      before: now,
      // A pending value cannot be kept in a cell.
      value: isPending(value) ? BLANK : value,
    })
  }
  return true
}

/** Evaluates an action; its dependencies run first. */
function evaluated(m: ModelState, { form }: ProgramCode, carrier: Node): Value {
  for (;;) {
    const { code } = codeOf(m, form)
    const { value, needed } = evaluateOnce(m, code, carrier, m.program.forms[form]!.locals)
    if (needed === undefined) return value
    demand(m, needed)
  }
}
