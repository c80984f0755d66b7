// What made a commit, in words: `set by feed`, `Reprice, due 2026-01-01 09:00:00 Europe/Berlin`.

import type { CauseView } from '@cellwake/client'
import { timeText } from './time-text.ts'
import { visible } from './visible-text.ts'

export function causeText({ kind, by, rule }: CauseView, zone: string): string {
  if (rule !== null) {
    const due = rule.due === null ? '' : `, due ${timeText(rule.due, zone)}`
    return visible(`${rule.title}${due}`)
  }
  return visible(kind === 'unknown' ? by : `${kind} by ${by}`)
}
