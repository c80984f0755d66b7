// The calls that a model makes outside: how they stand, each job with its attempts, and the error in full.

import type { ExternalCounts, JobStatus, JobView } from '@cellwake/client'
import { ownerOfExternal } from '@cellwake/language'
import { useRef, useState } from 'react'
import type { PageProps } from '../../app/pages.ts'
import { to } from '../../app/router.ts'
import { client } from '../../data/client.ts'
import { useQuery } from '../../data/query.ts'
import { useMay } from '../../data/rights.ts'
import { JOBS_PAGE_JOBS, JOBS_PAGE_MAX_JOBS } from '../../limits.ts'
import { Button, Segments } from '../../parts/button.tsx'
import { counted, formatCount } from '../../parts/format.ts'
import { Glyph } from '../../parts/glyph.tsx'
import { Link } from '../../parts/link.tsx'
import { Answer, Empty } from '../../parts/states.tsx'
import { Due, Time } from '../../parts/time.tsx'
import { attempt } from './attempt.ts'
import { callText, glyphOf, tookText } from './words.ts'
import './jobs.css'

const everyMs = 2_000
type Shown = JobStatus | 'all'

interface Filter {
  readonly status: Shown
  readonly route: string | undefined
  /** A cell or a name, as it is typed. */
  readonly symbol: string
}

const nothingLeftOut: Filter = { status: 'all', route: undefined, symbol: '' }

const isAll = ({ status, route, symbol }: Filter) =>
  status === 'all' && route === undefined && symbol.trim() === ''

const choices: readonly { value: Shown; text: string }[] = [
  { value: 'all', text: 'All' },
  { value: 'queued', text: 'Queued' },
  { value: 'running', text: 'Running' },
  { value: 'failed', text: 'Failed' },
  { value: 'done', text: 'Done' },
  { value: 'cancelled', text: 'Cancelled' },
]

export function JobsPage({ id }: PageProps) {
  const [filter, setFilter] = useState<Filter>(nothingLeftOut)
  const { status, route, symbol } = filter
  const { query, more } = useJobs(id, filter)
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
          <Segments
            label="Which jobs"
            value={status}
            choices={choices}
            onChoose={(one) => setFilter({ ...filter, status: one })}
          />
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
      {counts !== undefined && (
        <Routes
          counts={counts}
          chosen={route}
          onChoose={(one) => setFilter({ ...filter, route: one })}
        />
      )}
      {counts !== undefined && Object.keys(counts.routes).length > 0 && (
        <input
          className="field jobs-cell"
          type="search"
          aria-label="Jobs of a cell"
          placeholder="Of a cell or a name"
          spellCheck={false}
          value={symbol}
          onChange={({ target }) => setFilter({ ...filter, symbol: target.value })}
        />
      )}
      <Answer query={query} what="the jobs" failed="The jobs could not be read.">
        {({ jobs }) =>
          jobs.length === 0 ? (
            <Nothing isFiltered={!isAll(filter)} />
          ) : (
            <ul className="jobs">
              {jobs.map((job) => (
                <Job key={job.id} job={job} mayWrite={mayWrite} />
              ))}
            </ul>
          )
        }
      </Answer>
      {more !== undefined && <Button onClick={more}>Show older</Button>}
    </div>
  )
}

/** The jobs shown, and the way to more. While more are loaded, the loaded ones stay. */
function useJobs(id: string, { status, route, symbol }: Filter) {
  const typed = symbol.trim()
  const cell = /^[a-z]+[0-9]+$/.test(typed) ? typed.toUpperCase() : typed
  const filtered = `model:${id}:jobs:${status}:${route ?? ''}:${cell}`
  const [shown, setShown] = useState({ filtered, pages: 1 })
  const pages = shown.filtered === filtered ? shown.pages : 1
  const limit = Math.min(pages * JOBS_PAGE_JOBS, JOBS_PAGE_MAX_JOBS)
  const query = useQuery(
    `${filtered}:${limit}`,
    () =>
      client.jobs(
        { id },
        {
          limit,
          ...(status !== 'all' && { status }),
          ...(route !== undefined && { route }),
          ...(cell !== '' && { symbol: cell }),
        },
      ),
    { everyMs },
  )
  const kept = useRef<{ filtered: string; data: typeof query.data }>(undefined)
  if (query.data !== undefined) kept.current = { filtered, data: query.data }
  const before = kept.current?.filtered === filtered ? kept.current.data : undefined
  const data = query.data ?? before
  const isMore = data !== undefined && data.after !== null && limit < JOBS_PAGE_MAX_JOBS
  return {
    query: { ...query, data },
    more: isMore ? () => setShown({ filtered, pages: pages + 1 }) : undefined,
  }
}

function Nothing({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered) return <Empty title="There are no such jobs." />
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
          <Link className="link" to={to.model(model, 'sheet', { cell: ownerOfExternal(owner) })}>
            {ownerOfExternal(owner)}
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
