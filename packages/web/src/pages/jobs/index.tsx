// The calls that a model makes outside: how they stand, each job with its attempts, and the error in full.

import type { ExternalCounts, JobStatus, JobView } from '@cellwake/client'
import { useState } from 'react'
import type { PageProps } from '../../app/pages.ts'
import { to } from '../../app/router.ts'
import { client } from '../../data/client.ts'
import { useQuery } from '../../data/query.ts'
import { useMay } from '../../data/rights.ts'
import { Button, Segments } from '../../parts/button.tsx'
import { counted, formatCount } from '../../parts/format.ts'
import { Glyph } from '../../parts/glyph.tsx'
import { Link } from '../../parts/link.tsx'
import { Answer, Empty } from '../../parts/states.tsx'
import { Due, Time } from '../../parts/time.tsx'
import { attempt } from './attempt.ts'
import { callText, glyphOf, ownerOf, tookText } from './words.ts'
import './jobs.css'

const everyMs = 2_000
type Shown = JobStatus | 'all'

const choices: readonly { value: Shown; text: string }[] = [
  { value: 'all', text: 'All' },
  { value: 'queued', text: 'Queued' },
  { value: 'running', text: 'Running' },
  { value: 'failed', text: 'Failed' },
  { value: 'done', text: 'Done' },
]

export function JobsPage({ id }: PageProps) {
  const [status, setStatus] = useState<Shown>('all')
  const [route, setRoute] = useState<string>()
  const query = useQuery(
    `model:${id}:jobs:${status}:${route ?? ''}`,
    () =>
      client.jobs(
        { id },
        {
          ...(status !== 'all' && { status }),
          ...(route !== undefined && { route }),
        },
      ),
    { everyMs },
  )
  const mayWrite = useMay('write')
  const counts = query.data?.counts
  return (
    <div className="page">
      <div className="head">
        <div>
          <h1>Jobs</h1>
          {counts !== undefined && <p className="lede">{sentence(counts)}</p>}
        </div>
        <div className="acts">
          <Segments label="Which jobs" value={status} choices={choices} onChoose={setStatus} />
          {mayWrite && (
            <Button
              icon="retry"
              onClick={() =>
                void attempt(id, 'Every call that is wanted is asked again.', () =>
                  client.refresh({ id }, {}),
                )
              }
            >
              Refresh all
            </Button>
          )}
        </div>
      </div>
      {counts !== undefined && <Routes counts={counts} chosen={route} onChoose={setRoute} />}
      <Answer query={query} what="the jobs" failed="The jobs could not be read.">
        {({ jobs }) =>
          jobs.length === 0 ? (
            <Nothing status={status} />
          ) : (
            <ul className="jobs">
              {jobs.map((job) => (
                <Job key={job.id} job={job} mayWrite={mayWrite} />
              ))}
            </ul>
          )
        }
      </Answer>
    </div>
  )
}

function Nothing({ status }: { status: Shown }) {
  if (status !== 'all') return <Empty title={`No job is ${status}.`} />
  return (
    <Empty title="This model has asked for nothing outside.">
      A formula that calls an external function makes a job, and its answer lands in the cell.
      <pre>
        rate = <span className="k-ext">FX_RATE</span>(<span className="k-str">"EUR"</span>,{' '}
        <span className="k-str">"USD"</span>) DEFAULT 1.08
      </pre>
    </Empty>
  )
}

/** One line a route: how many calls stand how. A click shows its jobs alone. */
function Routes({
  counts,
  chosen,
  onChoose,
}: {
  counts: ExternalCounts
  chosen: string | undefined
  onChoose: (route: string | undefined) => void
}) {
  const routes = Object.entries(counts.routes)
  if (routes.length === 0) return null
  return (
    <div className="routes">
      {routes.map(([route, statuses]) => (
        <button
          key={route}
          type="button"
          aria-pressed={route === chosen}
          onClick={() => onChoose(route === chosen ? undefined : route)}
        >
          <code>{route}</code>
          {Object.entries(statuses)
            .filter(([, count]) => count > 0)
            .map(([status, count]) => (
              <span key={status} className="nw">
                <Glyph name={status as keyof typeof statuses} /> {formatCount(count)} {status}
              </span>
            ))}
        </button>
      ))}
    </div>
  )
}

function Job({ job, mayWrite }: { job: JobView; mayWrite: boolean }) {
  const { id, model, status, error, symbols } = job
  const [owner] = symbols
  return (
    <li>
      <div className="job-word">
        <Glyph name={glyphOf[status]} spin={status === 'running'} /> {status}
      </div>
      <div>
        <code>{callText(job)}</code>
        {owner !== undefined && (
          <Link className="link" to={to.model(model, 'sheet', { cell: ownerOf(owner) })}>
            {ownerOf(owner)}
            {symbols.length > 1 && ` and ${formatCount(symbols.length - 1)} more`}
          </Link>
        )}
        {!job.wanted && status !== 'done' && (
          <span className="faint">nobody wants it any more</span>
        )}
        {error !== undefined && (
          <p className={status === 'failed' ? 'c-failed' : 'muted'}>{error}</p>
        )}
      </div>
      <div className="job-facts faint">
        <span>
          attempt {job.attempt} of {job.attempts}
        </span>
        <span>
          {status === 'queued' && job.due !== null ? (
            <>
              due <Due at={job.due} />
            </>
          ) : (
            <Time at={job.finished ?? job.started ?? job.created} />
          )}
        </span>
        <span>{tookText(job)}</span>
        {job.provider !== undefined && <span>by {job.provider}</span>}
      </div>
      {mayWrite && (
        <div className="job-acts">
          {(status === 'failed' || status === 'cancelled') && job.wanted && (
            <Button
              onClick={() =>
                void attempt(model, 'It is tried again.', () =>
                  client.retryJob({ id: model, jobId: id }),
                )
              }
            >
              Retry
            </Button>
          )}
          {(status === 'queued' || status === 'running') && (
            <Button
              onClick={() =>
                void attempt(model, 'It is called off.', () =>
                  client.cancelJob({ id: model, jobId: id }),
                )
              }
            >
              Cancel
            </Button>
          )}
        </div>
      )}
    </li>
  )
}

function sentence({ statuses, obsolete }: ExternalCounts): string {
  const calls = Object.values(statuses).reduce((sum, count) => sum + count, 0)
  if (calls === 0) return 'No cell of this model calls outside.'
  const waiting = statuses.queued + statuses.running
  const parts = [
    ...(statuses.failed > 0 ? [`${formatCount(statuses.failed)} failed`] : []),
    ...(waiting > 0 ? [`${formatCount(waiting)} on their way`] : []),
    ...(statuses.stale > 0 ? [`${formatCount(statuses.stale)} old`] : []),
    ...(obsolete > 0 ? [`${formatCount(obsolete)} answered too late to count`] : []),
  ]
  const all = counted(calls, 'call outside', 'calls outside')
  return parts.length === 0 ? `${all}. All is well.` : `${all}: ${parts.join(', ')}.`
}
