// A model's health in a word and a detail, and the state of all of them in one sentence. The worst comes first.

import type { ModelSummary } from '@cellwake/client'
import { counted, formatCount } from '../../parts/format.ts'
import type { GlyphName } from '../../parts/glyph.tsx'
import { ahead } from '../../parts/moments.ts'
import type { Zone } from '../../parts/zone.ts'

export interface Health {
  readonly glyph: GlyphName
  readonly word: string
  readonly detail: string
  /** Completes "Price desk …" in the sentence over the table; undefined if all is well. */
  readonly trouble: string | undefined
}

export function healthOf(model: ModelSummary): Health {
  const { statuses, errors, problems, cells } = model
  const count = (status: keyof ModelSummary['statuses']) => statuses[status] ?? 0
  const others = (['stale', 'queued', 'dirty'] as const)
    .filter((status) => count(status) > 0)
    .map((status) => `${formatCount(count(status))} ${status}`)
    .join(', ')
  const [problem] = problems
  if (problem !== undefined)
    return health(
      'failed',
      `${counted(problems.length, 'rule')} stopped`,
      problem,
      'has a rule that stopped',
    )
  if (count('failed') > 0)
    return health(
      'failed',
      `${counted(count('failed'), 'call')} failed`,
      others,
      'has a failed call',
    )
  if (errors > 0)
    return health('failed', counted(errors, 'error'), others, `shows ${counted(errors, 'error')}`)
  if (count('stale') > 0)
    return health('stale', `${formatCount(count('stale'))} stale`, others, 'serves old values')
  if (count('running') > 0)
    return health('running', `${counted(count('running'), 'call')} running`, others)
  // Nothing is under way that could bring it.
  if (count('queued') > 0)
    return health(
      'queued',
      counted(count('queued'), 'cell waits', 'cells wait'),
      'for an answer from outside that nobody fetches',
      'waits for an answer that nobody fetches',
    )
  if (cells.assigned > 0 && cells.wanted === 0 && model.rules === 0)
    return health('dirty', 'Dormant', 'no subscriber, no rule')
  return health(
    'ready',
    'Healthy',
    others === '' ? `all ${formatCount(cells.assigned)} ready` : others,
  )
}

function health(glyph: GlyphName, word: string, detail: string, trouble?: string): Health {
  return { glyph, word, detail, trouble }
}

const words = [
  'No',
  'One',
  'Two',
  'Three',
  'Four',
  'Five',
  'Six',
  'Seven',
  'Eight',
  'Nine',
  'Ten',
  'Eleven',
  'Twelve',
]

/** "Six models." */
export function countSentence(count: number): string {
  return `${words[count] ?? formatCount(count)} ${count === 1 ? 'model' : 'models'}.`
}

/** "Next to act: Operations rulebook, in 3 s." `zoneOf` gives the zone in which a model's times are shown. */
export function nextSentence(
  models: readonly ModelSummary[],
  now: number,
  zoneOf: (timezone: string) => Zone,
): string {
  const next = models
    .flatMap(({ title, timezone, next }) =>
      next === null ? [] : [{ title, timezone, at: Date.parse(next.due) }],
    )
    .filter(({ at }) => at > now)
    .sort((a, b) => a.at - b.at)[0]
  return next === undefined
    ? 'Nothing is scheduled.'
    : `Next to act: ${next.title}, ${ahead(next.at, now, zoneOf(next.timezone))}.`
}
