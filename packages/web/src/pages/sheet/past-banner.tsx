// Says that the sheet is shown as it was, and leads back to now.

import { Button } from '../../parts/button.tsx'
import { formatCount } from '../../parts/format.ts'
import { Icon } from '../../parts/glyph.tsx'
import { Time } from '../../parts/time.tsx'
import './past-banner.css'

export function PastBanner({
  at,
  when,
  onStep,
  onNow,
}: {
  /** The revision. */
  at: number
  /** When that revision was made, if that is known. */
  when: string | undefined
  /** To the revision before or after; undefined if there is none. */
  onStep: { before: (() => void) | undefined; after: (() => void) | undefined }
  onNow: () => void
}) {
  return (
    <div className="past" role="status">
      <Icon name="history" />
      <p>
        The sheet as it was at <b>revision {formatCount(at)}</b>
        {when !== undefined && (
          <>
            , <Time at={when} />
          </>
        )}
        . It can be read, not changed.
      </p>
      <Button disabled={onStep.before === undefined} onClick={onStep.before}>
        Earlier
      </Button>
      <Button disabled={onStep.after === undefined} onClick={onStep.after}>
        Later
      </Button>
      <Button kind="primary" onClick={onNow}>
        Back to now
      </Button>
    </div>
  )
}
