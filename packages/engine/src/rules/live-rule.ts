// A rule of a running model: its trigger as a hidden formula, its gate and policy, and the actions of its
// body.

import type { IrCode, IrPolicy, IrReads, IrRule, IrTarget } from '@cellwake/language'
import { checkTag, isArray, type Value } from '@cellwake/runtime'
import { elementIn, type Rectangle } from '../formulas/template.ts'
import { type CellNode, RULE_OWNED } from '../graph/cell-node.ts'
import { LOOK_CELLS } from '../limits.ts'
import type { Work } from '../model/slices.ts'

export interface LiveRule {
  readonly id: string
  readonly kind: 'when' | 'every' | 'at'
  /** Its place in the source: later rules win. */
  readonly order: number
  readonly line: number
  readonly trigger: CellNode
  /** References of the trigger. */
  readonly reads: IrReads
  readonly gate: RuleGate | undefined
  readonly policy:
    | { readonly kind: IrPolicy['kind']; readonly max: CellNode | undefined }
    | undefined
  readonly zone: string | null
  readonly actions: readonly Action[]
}

export interface RuleGate {
  readonly kind: 'debounce' | 'throttle'
  readonly length: CellNode
  readonly max: CellNode | undefined
}

export type Action = WriteAction | PublishAction

export interface WriteAction {
  readonly kind: 'write'
  /** The target as a symbol: a cell, a name or a rectangle. */
  readonly symbol: string
  readonly targets: readonly CellNode[]
  /** Value for a target, by the values as they are now. */
  value(target: CellNode): Value
}

export interface PublishAction {
  readonly kind: 'publish'
  readonly topic: string
  readonly event: string
  args(): Value[]
}

/** The part of the builder that makes a rule. */
export interface RuleBuilder {
  hidden(code: IrCode, mode: 'eager' | 'lazy'): CellNode
  action(code: IrCode, rectangle: Rectangle | undefined): (target: CellNode) => Value
  targets(target: IrTarget): Iterable<CellNode>
  /** The tags of cells that no formula has. */
  readonly tags: Map<CellNode, string>
}

export function* liveRule(
  rule: IrRule,
  order: number,
  builder: RuleBuilder,
  pause: () => boolean,
): Work<LiveRule> {
  const { id, kind, line, zone, gate, policy } = rule
  const trigger = builder.hidden(rule.trigger, 'eager')
  const max = (code: IrCode | null, mode: 'eager' | 'lazy') =>
    code === null ? undefined : builder.hidden(code, mode)
  // Lengths are wanted: one that turns wrong is told at once.
  const liveGate =
    gate === null
      ? undefined
      : {
          kind: gate.kind,
          length: builder.hidden(gate.length, 'eager'),
          max: max(gate.max, 'eager'),
        }
  const livePolicy =
    policy === null ? undefined : { kind: policy.kind, max: max(policy.max, 'lazy') }
  const actions: Action[] = []
  for (const action of rule.body) {
    if (action.kind === 'publish') {
      const { topic, event } = action
      const args = action.args.map((arg) => builder.action(arg, undefined))
      actions.push({ kind: 'publish', topic, event, args: () => args.map((arg) => arg(trigger)) })
    } else actions.push(yield* writeAction(action, builder, pause))
  }
  return {
    id,
    kind,
    order,
    line,
    zone,
    trigger,
    reads: rule.trigger.reads,
    gate: liveGate,
    policy: livePolicy,
    actions,
  }
}

function* writeAction(
  action: Extract<IrRule['body'][number], { kind: 'write' }>,
  builder: RuleBuilder,
  pause: () => boolean,
): Work<WriteAction> {
  const { target, tag } = action
  const targets: CellNode[] = []
  for (const node of builder.targets(target)) {
    node.flags |= RULE_OWNED
    if (tag !== null) builder.tags.set(node, tag)
    targets.push(node)
    if (targets.length % LOOK_CELLS === 0 && pause()) yield
  }
  const rectangle = rectangleOf(target)
  const run = builder.action(action, rectangle)
  return {
    kind: 'write',
    symbol: action.id,
    targets,
    value: (node) => {
      const value = inPlace(run(node), rectangle, node)
      return tag === null ? value : checkTag(value, tag)
    },
  }
}

function inPlace(value: Value, rectangle: Rectangle | undefined, node: CellNode): Value {
  if (rectangle === undefined || typeof value !== 'object' || !isArray(value)) return value
  return elementIn(value, rectangle.column, rectangle.row, node)
}

export function rectangleOf(target: IrTarget): Rectangle | undefined {
  if (target[0] !== 'range') return undefined
  const [, , column, row, lastColumn, lastRow] = target
  return { column, row, lastColumn, lastRow }
}
