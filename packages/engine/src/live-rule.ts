// A rule of a running model: its trigger as a formula that nobody sees, its gate and policy, and what its
// body does when it fires.

import type { IrCode, IrPolicy, IrReads, IrRule, IrTarget } from '@cellwake/language'
import { checkTag, isArray, type Value } from '@cellwake/runtime'
import { type CellNode, RULE_OWNED } from './cell-node.ts'
import { elementIn, type Rectangle } from './template.ts'

export interface LiveRule {
  readonly id: string
  readonly kind: 'when' | 'every' | 'at'
  /** Its place in the source: later rules win. */
  readonly order: number
  readonly line: number
  readonly trigger: CellNode
  /** What the trigger names. */
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
  /** What a target gets, by the values as they are now. */
  value(target: CellNode): Value
}

export interface PublishAction {
  readonly kind: 'publish'
  readonly topic: string
  readonly event: string
  args(): Value[]
}

/** What making a rule needs of the builder. */
export interface RuleBuilder {
  hidden(code: IrCode, mode: 'eager' | 'lazy'): CellNode
  action(code: IrCode, rectangle: Rectangle | undefined): (target: CellNode) => Value
  targets(target: IrTarget): Iterable<CellNode>
  /** The tags of cells that no formula has. */
  readonly tags: Map<CellNode, string>
}

export function liveRule(rule: IrRule, order: number, builder: RuleBuilder): LiveRule {
  const { id, kind, line, zone, gate, policy } = rule
  const trigger = builder.hidden(rule.trigger, 'eager')
  return {
    id,
    kind,
    order,
    line,
    zone,
    trigger,
    reads: rule.trigger.reads,
    gate:
      gate === null
        ? undefined
        : {
            kind: gate.kind,
            length: builder.hidden(gate.length, 'eager'),
            max: gate.max === null ? undefined : builder.hidden(gate.max, 'eager'),
          },
    policy:
      policy === null
        ? undefined
        : {
            kind: policy.kind,
            max: policy.max === null ? undefined : builder.hidden(policy.max, 'lazy'),
          },
    actions: rule.body.map((action): Action => {
      if (action.kind === 'publish') {
        const { topic, event } = action
        const args = action.args.map((arg) => builder.action(arg, undefined))
        return { kind: 'publish', topic, event, args: () => args.map((arg) => arg(trigger)) }
      }
      const { target, tag } = action
      const targets = [...builder.targets(target)]
      for (const node of targets) {
        node.flags |= RULE_OWNED
        if (tag !== null) builder.tags.set(node, tag)
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
    }),
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
