// How a rule stands, in words, the same on every page.

import type { RuleView } from '@cellwake/client'
import { formatSpan } from '../format.ts'
import type { GlyphName } from '../glyph.tsx'
import { ahead, namedTime } from '../moments.ts'
import type { Zone } from '../zone.ts'

export interface StateWords {
  readonly glyph: GlyphName
  readonly text: string
}

const hourMs = 3_600_000

export function stateWords(rule: RuleView, now: number, zone: Zone): StateWords {
  const gate = rule.gateAt === null ? undefined : Date.parse(rule.gateAt)
  const next = rule.next === null ? undefined : Date.parse(rule.next)
  switch (rule.state) {
    case 'invalid':
      return { glyph: 'failed', text: 'Cannot run' }
    case 'armed':
      return { glyph: 'rule', text: `Armed, fires ${until(gate, now)}` }
    case 'throttled':
      return {
        glyph: 'time',
        text: `Throttled until ${gate === undefined ? 'it opens' : namedTime(gate, zone)}`,
      }
    case 'true':
      return { glyph: 'rule', text: 'Condition true' }
    case 'completed':
      return { glyph: 'stopped', text: 'Done' }
    case 'scheduled':
      return {
        glyph: 'time',
        text: next === undefined ? 'Scheduled' : nextWords(rule, next, now, zone),
      }
    case 'idle':
      return rule.kind === 'when'
        ? { glyph: 'idle', text: 'Condition false' }
        : { glyph: 'idle', text: 'Waits for a time' }
  }
}

function nextWords(rule: RuleView, next: number, now: number, zone: Zone): string {
  const word = rule.kind === 'at' ? 'Once,' : 'Next'
  const wait = next - now
  if (wait < 90_000) return `${word} ${until(next, now)}`
  if (wait < 20 * hourMs)
    return `${word} at ${namedTime(next, zone)}, in ${formatSpan(wait - (wait % 60_000))}`
  return `${word} ${ahead(next, now, { ...zone, isNamed: true })}`
}

function until(at: number | undefined, now: number): string {
  if (at === undefined) return 'soon'
  return at <= now + 500 ? 'now' : `in ${formatSpan(Math.max(1000, at - now))}`
}
