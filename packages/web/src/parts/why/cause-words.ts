// The maker of a change that no rule made, in a few words.

import type { CauseView } from '@cellwake/client'

export function causeWords({ kind, by }: CauseView): string {
  if (kind === 'set') return by
  if (kind !== 'job') return `${kind} by ${by}`
  if (by === 'job') return 'an answer from outside'
  return by === 'time' ? 'an answer that serves no more' : `a job, by ${by}`
}
