// An instant: relative, with the full one on hover and focus.

import { useNow } from '../data/now.ts'
import { absolute, relative } from './moments.ts'

export function Time({ at, className }: { at: string | number; className?: string }) {
  const ms = typeof at === 'number' ? at : Date.parse(at)
  const isClose = Math.abs(Date.now() - ms) < 3_600_000
  const now = useNow(isClose ? 1000 : 10_000)
  if (Number.isNaN(ms)) return <span className={className}>{String(at)}</span>
  return (
    <time className={className} dateTime={new Date(ms).toISOString()} data-tip={absolute(ms)}>
      {relative(ms, now)}
    </time>
  )
}
