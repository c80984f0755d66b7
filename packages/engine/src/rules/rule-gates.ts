// DEBOUNCE and THROTTLE as pure functions of a rule's state, the truth of its condition and the time. The new
// state goes into the commit of the change, so a gate survives a restart with its deadline.

import { INSTANT_MAX_MS } from '@cellwake/language/time'
import { isDuration, type Value } from '@cellwake/runtime'
import { GATE_MS } from '../limits.ts'
import type { GateState, RuleState } from './rule-state.ts'

/**
 * Milliseconds of a gate, whole ones, since a commit at a part of a millisecond is refused; undefined for what
 * is no positive length of time, or more than a hundred years. A number is seconds.
 */
export function gateMs(value: Value): number | undefined {
  if (typeof value === 'number') return usable(value * 1000)
  if (typeof value !== 'object' || !isDuration(value) || value.months !== 0) return undefined
  return usable(value.days * 86_400_000 + value.ms)
}

function usable(ms: number): number | undefined {
  return ms > 0 && ms <= GATE_MS ? Math.max(1, Math.round(ms)) : undefined
}

/** No gate ends after the last instant there is. */
function after(now: number, ms: number): number {
  return Math.min(now + ms, INSTANT_MAX_MS)
}

export interface Gated {
  readonly state: RuleState
  readonly fires: boolean
  /** Why it does not fire, for the record. */
  readonly held?: string
}

/** The condition is true at an instant, and was not before. */
export function throttleRise(state: RuleState, now: number, ms: number): Gated {
  const { gate } = state
  if (gate !== null && now < gate.dueAt) {
    return { state: { ...state, edge: true }, fires: false, held: 'within the throttle window' }
  }
  const open: GateState = { dueAt: after(now, ms), firstRiseAt: null, armed: false, fellAt: null }
  return { state: { ...state, edge: true, gate: open }, fires: true }
}

/** The condition becomes true: the wait begins, or with MAX ends at once when it has lasted too long. */
export function debounceRise(
  state: RuleState,
  now: number,
  ms: number,
  maxMs: number | undefined,
): Gated {
  const first = maxMs === undefined ? null : (streakOf(state, now, ms) ?? now)
  const latest = first === null || maxMs === undefined ? INSTANT_MAX_MS : after(first, maxMs)
  if (latest <= now) return { state: { ...state, edge: true, gate: null }, fires: true }
  const dueAt = Math.min(after(now, ms), latest)
  const gate: GateState = { dueAt, firstRiseAt: first, armed: true, fellAt: null }
  return { state: { ...state, edge: true, gate }, fires: false, held: 'waiting for the debounce' }
}

/** The first rise of the streak that a rise belongs to. One that has not been true for a whole wait is over. */
function streakOf({ gate }: RuleState, now: number, ms: number): number | null {
  if (gate === null || gate.fellAt === null || now - gate.fellAt >= ms) return null
  return gate.firstRiseAt
}

/** The condition is no longer true. A wait is off; with MAX the streak goes on for a while. */
export function fall(state: RuleState, now: number): RuleState {
  const { gate } = state
  if (gate === null || !gate.armed) return { ...state, edge: false }
  const left = gate.firstRiseAt === null ? null : { ...gate, armed: false, fellAt: now }
  return { ...state, edge: false, gate: left }
}

/** When a rule must be looked at because its wait is over; undefined if it does not wait. */
export function gateDue({ gate }: RuleState): number | undefined {
  return gate?.armed === true ? gate.dueAt : undefined
}
