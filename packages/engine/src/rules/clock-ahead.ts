// A clock that was ahead and is right again leaves rules that are done with times still to come. Nothing runs twice, so
// they stay silent until the clock is there again; this says so of a rule, and what to do about it.

import { CLOCK_AHEAD_MS } from '../limits.ts'
import { isoOf } from '../views/iso.ts'
import type { LiveRule } from './live-rule.ts'
import { gateDue, gateMs } from './rule-gates.ts'
import type { RuleState } from './rule-state.ts'

const WAS_AHEAD = 'the clock was ahead when it last ran, and no occurrence runs twice'

/** Reason for a rule's silence, in a sentence without its end; undefined if its times are those of the clock. */
export function clockAheadProblem(
  rule: LiveRule,
  state: RuleState,
  now: number,
): string | undefined {
  const { cursor, firedAt } = state
  const isAhead = (at: number | null) => at !== null && at > now + CLOCK_AHEAD_MS
  if (rule.kind === 'at') {
    if (!isAhead(cursor)) return undefined
    return `it is over though ${isoOf(cursor!)} is still to come: ${WAS_AHEAD}; give it another time to let it run again`
  }
  if (rule.kind === 'every') {
    if (!isAhead(cursor)) return undefined
    return `it is silent until ${isoOf(cursor!)}: ${WAS_AHEAD}; change its schedule or its policy to let it begin anew`
  }
  const until = gateDue(state) ?? (isAhead(firedAt) ? state.gate?.dueAt : undefined)
  if (until === undefined || !isLongerThanItsGate(rule, until - now)) return undefined
  return `it waits until ${isoOf(until)}, longer than its ${rule.gate!.kind}: the clock was ahead when that began, or it was longer then; change the gate to let it begin anew`
}

function isLongerThanItsGate({ gate }: LiveRule, waits: number): boolean {
  const ms = gate === undefined ? undefined : gateMs(gate.length.value)
  return ms !== undefined && waits > ms + CLOCK_AHEAD_MS
}
