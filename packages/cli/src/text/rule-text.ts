// The state of a rule in words: its title, and its next occurrence if that is known.

import type { RuleView } from '@cellwake/client'
import { parseSymbol } from '@cellwake/language'
import { timeText } from './time-text.ts'
import { visible } from './visible-text.ts'

/** `Armed: it fires at …`; for a rule that waits for nothing just its state. */
export function standingText(rule: RuleView, zone: string): string {
  const { state, problem } = rule
  const word = `${state.slice(0, 1).toUpperCase()}${state.slice(1)}`
  if (problem !== null) return visible(`${word}: ${problem}`)
  const coming = comingText(rule, zone)
  return coming === undefined ? `${word}.` : `${word}: it ${coming}.`
}

/** `Queue is long, which is armed and fires at …` */
export function namedText(rule: RuleView, zone: string): string {
  const coming = comingText(rule, zone)
  const standing = coming === undefined ? '' : `, which is ${rule.state} and ${coming}`
  return visible(`${rule.title}${standing}`)
}

function comingText({ state, gateAt, next }: RuleView, zone: string): string | undefined {
  const at = gateAt ?? next
  if (at === null) return undefined
  return `${state === 'throttled' ? 'opens' : 'fires'} at ${timeText(at, zone)}`
}

/** True if one of the rule's targets is the symbol, or a rectangle around it. */
export function writesTo({ writes }: RuleView, symbol: string): boolean {
  const place = parseSymbol(symbol)
  return writes.some((target) => {
    if (target === symbol) return true
    // The name of a sheet may have colons too.
    const colon = target.lastIndexOf(':')
    const from = parseSymbol(target.slice(0, Math.max(0, colon)))
    const to = parseSymbol(target.slice(colon + 1))
    if (from === undefined || !('column' in from)) return false
    if (to === undefined || !('column' in to)) return false
    if (place === undefined || !('column' in place) || place.sheet !== from.sheet) return false
    const inColumns = place.column >= from.column && place.column <= to.column
    return inColumns && place.row >= from.row && place.row <= to.row
  })
}
