// An instant: relative, with the full one on hover and focus.

import { useNow } from '../data/now.ts'
import { absolute, ago, ahead } from './moments.ts'
import { useZone } from './zone-scope.tsx'

interface Props {
  at: string | number
  className?: string
}

/** When something happened. */
export function Time(props: Props) {
  return <Moment {...props} words={ago} />
}

/** When something will. */
export function Due(props: Props) {
  return <Moment {...props} words={ahead} />
}

function Moment({ at, className, words }: Props & { words: typeof ago }) {
  const zone = useZone()
  const ms = typeof at === 'number' ? at : Date.parse(at)
  const isClose = Math.abs(Date.now() - ms) < 3_600_000
  const now = useNow(isClose ? 1000 : 10_000)
  if (Number.isNaN(ms)) return <span className={className}>{String(at)}</span>
  return (
    <time className={className} dateTime={new Date(ms).toISOString()} data-tip={absolute(ms, zone)}>
      {words(ms, now, zone)}
    </time>
  )
}
