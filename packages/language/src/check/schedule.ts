// Gates, policies and the triggers of schedules: valid combinations and required parts.

import { bare } from '../lower/children.ts'
import type { IrExpr } from '../lower/ir.ts'
import type { Gate, Span } from '../parser/ast.ts'
import type { RuleDraft } from './rule-draft.ts'
import type { Surroundings } from './surroundings.ts'

/** The one gate of a rule, if it may have one. */
export function checkGates(model: Surroundings, rule: RuleDraft): Gate | undefined {
  const [first, ...others] = rule.gates
  if (first === undefined) return undefined
  if (rule.kind !== 'when') {
    for (const gate of rule.gates)
      model.report(
        'gate-on-schedule',
        gate,
        rule.kind === 'every'
          ? `EVERY already says how often its rule runs, so ${word(gate)} has no place here. Leave it out.`
          : `AT runs its rule once, so ${word(gate)} has no place here. Leave it out.`,
        removal(model, gate, `Remove ${word(gate)}`),
      )
    return undefined
  }
  for (const gate of others)
    model.report(
      'debounce-and-throttle',
      gate,
      gate.kind === first.kind
        ? `A rule has one ${word(gate)}. Keep one of them.`
        : 'A rule has DEBOUNCE or THROTTLE, not both: DEBOUNCE waits until the condition has settled, THROTTLE fires at once and then holds back. Keep one of them.',
      removal(model, gate, `Remove ${word(gate)}`),
    )
  return first
}

/** Whether the rule has a policy, said or understood. */
export function checkPolicy(model: Surroundings, rule: RuleDraft): boolean {
  const { kind, policy, trigger, zone } = rule
  if (kind === 'when') return false
  if (policy === undefined) {
    // Where the trigger could not be read, the policy behind it could not either.
    if (trigger.type === 'broken' || (kind === 'at' && rule.modifier)) return true
    const end = (zone ?? rule.gates.at(-1) ?? trigger).end
    model.report(
      'policy-missing',
      { start: rule.modifier ? trigger.start : rule.start, end },
      `${kind.toUpperCase()} must say what happens to times that were missed while nothing ran: SKIP MISSED drops them, BACKFILL makes up for them.`,
      { title: 'Add SKIP MISSED', edits: [{ start: end, end, text: ' SKIP MISSED' }] },
    )
    return true
  }
  if (kind === 'at' && policy.max !== undefined)
    model.report(
      'syntax',
      policy,
      'AT runs once, so there is nothing to count: write BACKFILL without MAX.',
      {
        title: 'Write BACKFILL',
        edits: [{ start: policy.start, end: policy.end, text: 'BACKFILL' }],
      },
    )
  const most = policy.max && bare(policy.max)
  if (most?.type === 'number' && (most.value < 1 || !Number.isInteger(most.value)))
    model.report(
      'bad-literal',
      most,
      `BACKFILL MAX needs a whole number from 1 on, and this is ${most.raw}.`,
    )
  return true
}

/** Checks the literal of a trigger: its meaning, or why it can be none. `expr` is the trigger, lowered. */
export function checkTriggerLiteral(
  model: Surroundings,
  { kind, trigger }: RuleDraft,
  expr: IrExpr,
): void {
  if (kind === 'when') return
  const literal = bare(trigger)
  if (kind === 'at') {
    const wrong = typeof expr === 'object' ? expr[0] === 'dur' || expr[0] === 'cron' : isWord(expr)
    if (wrong)
      model.report(
        'bad-literal',
        trigger,
        'AT needs a moment in time, such as dt"2026-12-31T23:59:00Z". For something that repeats, use EVERY.',
      )
    return
  }
  const length = typeof expr === 'number' ? expr : undefined
  const wrong = typeof expr === 'object' ? expr[0] === 'dt' : isWord(expr)
  if (wrong)
    model.report(
      'bad-literal',
      trigger,
      'EVERY needs a length of time, such as 15min, or a cron, such as cron"0 9 * * 1-5". For one moment in time, use AT.',
    )
  else if (isNeverPositive(expr))
    model.report('bad-literal', trigger, 'EVERY needs a length of time above zero, such as 15min.')
  else if (length !== undefined && literal.type === 'number')
    model.report(
      'bare-number-duration',
      trigger,
      `A bare number after EVERY means milliseconds: ${literal.raw} ms. Say the unit, such as ${length}ms, or ${length}s if seconds were meant.`,
      {
        title: `Write ${length}ms`,
        edits: [{ start: literal.start, end: literal.end, text: `${length}ms` }],
      },
    )
}

function isWord(expr: IrExpr): boolean {
  return typeof expr === 'string' || typeof expr === 'boolean'
}

function isNeverPositive(expr: IrExpr): boolean {
  if (typeof expr === 'number') return expr <= 0
  return (
    typeof expr === 'object' &&
    expr[0] === 'dur' &&
    expr.slice(1).every((part) => Number(part) <= 0)
  )
}

function word(gate: Gate): string {
  return gate.kind.toUpperCase()
}

/** Takes a stretch out, with the white space before it. */
function removal(model: Surroundings, span: Span, title: string) {
  let { start } = span
  while (start > 0 && /\s/.test(model.source.charAt(start - 1))) start--
  return { title, edits: [{ start, end: span.end, text: '' }] }
}
