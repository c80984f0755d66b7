// Facts about an external call: its provider, the time of the answer, its job with the attempts, and the
// failure.

import type { CallFacts } from '@cellwake/client'
import { to } from '../../app/router.ts'
import { Link } from '../link.tsx'
import { Due, Time } from '../time.tsx'

export function CallLine({ call }: { call: CallFacts }) {
  const { fetchedAt, refreshAt, provider, job, error } = call
  return (
    <>
      <div className="by">
        {fetchedAt === null ? (
          'not answered yet'
        ) : (
          <>
            answered{provider === null ? '' : ` by ${provider}`} <Time at={fetchedAt} />
          </>
        )}
        {refreshAt !== null && (
          <>
            , asked again <Due at={refreshAt} />
          </>
        )}
      </div>
      {job !== null && (
        <div className="by">
          <Link className="link" to={to.model(job.model, 'jobs', { job: job.id })}>
            job
          </Link>{' '}
          {job.status}, attempt {job.attempt} of {job.attempts}
        </div>
      )}
      {error !== undefined && <div className="by c-failed">{error}</div>}
    </>
  )
}
