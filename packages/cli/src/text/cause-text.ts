// The cause of a commit, in words: `set by feed`, `Reprice, due 2026-01-01 09:00:00 Europe/Berlin`.

import type { CauseView } from '@cellwake/client'
import { timeText } from './time-text.ts'
import { visible } from './visible-text.ts'

export function causeText({ kind, by, rule, run, model }: CauseView, zone: string): string {
  if (run != null) return visible(runText(run))
  if (rule !== null) {
    const due = rule.due === null ? '' : `, due ${timeText(rule.due, zone)}`
    const of = model === undefined ? '' : ` of ${model}`
    return visible(`${rule.title}${of}${due}`)
  }
  if (kind === 'job') return visible(jobText(by))
  return visible(kind === 'unknown' ? by : `${kind} by ${by}`)
}

/** An external call that was answered, or whose answer grew too old; by hand, a job that was retried or called off. */
function jobText(by: string): string {
  if (by === 'job') return 'an answer from outside'
  return by === 'time' ? 'an answer from outside that serves no more' : `a job, by ${by}`
}

/** `set by invoice-intake, which took alerts a-7, from Invoice 7`. */
function runText({ workflow, events, inputs }: NonNullable<CauseView['run']>): string {
  const [first] = events
  const more = events.length > 1 ? ` and ${events.length - 1} more` : ''
  const took = first === undefined ? '' : `, which took ${first.topic} ${first.messageId}${more}`
  const from = inputs.length === 0 ? '' : `, from ${inputs.join(' and ')}`
  return `set by ${workflow}${took}${from}`
}
