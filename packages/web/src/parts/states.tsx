// States of a page: empty, waiting, failed, cut off. Every wait ends: after ten seconds it becomes a sentence
// with two ways out.

import { ApiError } from '@cellwake/client'
import type { ReactNode } from 'react'
import { useLive } from '../data/live.ts'
import { useNow } from '../data/now.ts'
import type { Query } from '../data/query.ts'
import { PATIENCE_MS, SKELETON_AFTER_MS } from '../limits.ts'
import { Button } from './button.tsx'
import { formatCount } from './format.ts'
import { Glyph } from './glyph.tsx'
import { clockSeconds } from './moments.ts'
import { useZone } from './zone-scope.tsx'
import './states.css'

/** An explanation, one example, one primary action, the line for the command line. */
export function Empty({
  title,
  children,
  actions,
  command,
}: {
  title: string
  children?: ReactNode
  actions?: ReactNode
  command?: string
}) {
  return (
    <div className="void">
      <p className="t15">{title}</p>
      {children !== undefined && <div className="muted">{children}</div>}
      {actions !== undefined && <div className="row">{actions}</div>}
      {command !== undefined && (
        <p className="faint">
          or <code>{command}</code>
        </p>
      )}
    </div>
  )
}

/** `what` completes "Reading …": "the models", "price-desk". */
export function Loading({
  what,
  since,
  onRetry,
}: {
  what: string
  since: number
  onRetry: () => void
}) {
  const elapsed = useNow(1000) - since
  if (elapsed >= PATIENCE_MS) {
    return (
      <div className="void" role="status">
        <p>
          <Glyph name="stale" /> Still no answer after {Math.round(elapsed / 1000)} s.
        </p>
        <div className="row">
          <Button onClick={onRetry}>Ask again</Button>
          <Button onClick={() => history.back()}>Go back</Button>
        </div>
      </div>
    )
  }
  const seconds = Math.max(0, Math.floor(elapsed / 1000))
  return (
    <div className="void loading" role="status">
      <div className="skel" aria-hidden="true">
        {skeleton.map((bar) => (
          <i key={bar} />
        ))}
      </div>
      <p className="muted">
        Reading {what}
        {elapsed > SKELETON_AFTER_MS && seconds > 0 ? `, ${seconds} s` : ''}.
      </p>
    </div>
  )
}

const skeleton = Array.from({ length: 12 }, (_, i) => `bar-${i}`)

/** The failure, its effect, and the next step. */
export function Failure({
  error,
  title,
  onRetry,
  children,
}: {
  error: Error
  title: string
  onRetry?: () => void
  children?: ReactNode
}) {
  const requestId = error instanceof ApiError ? error.requestId : undefined
  return (
    <div className="void" role="alert">
      <p className="t15">
        <Glyph name="failed" /> {title}
      </p>
      <p className="muted">{sentence(error)}</p>
      {children}
      {onRetry !== undefined && (
        <div className="row">
          <Button onClick={onRetry}>Ask again</Button>
        </div>
      )}
      {requestId !== undefined && (
        <p className="faint">
          Request <code>{requestId}</code>
        </p>
      )}
    </div>
  )
}

function sentence(error: Error): string {
  if (error instanceof ApiError) return error.message
  if (error instanceof TypeError) return 'The server did not answer. Nothing was changed.'
  return error.message
}

/** The answer, or the wait, or the failure: the shell of most pages and panels. */
export function Answer<T>({
  query,
  what,
  failed,
  children,
}: {
  query: Query<T>
  /** Completes "Reading …". */
  what: string
  /** The title of a failure: "The models could not be read." */
  failed: string
  children: (data: T) => ReactNode
}) {
  const { data, error, since, reload } = query
  if (data !== undefined) return <>{children(data)}</>
  if (error !== undefined) return <Failure error={error} title={failed} onRetry={reload} />
  return <Loading what={what} since={since || Date.now()} onRetry={reload} />
}

/** Says that the page shows an old revision, while that is so. */
export function CutOff({ rev }: { rev?: number | undefined }) {
  const { state, since } = useLive()
  const zone = useZone()
  if (state !== 'cut-off') return null
  return (
    <p className="cut-off" role="status">
      <Glyph name="attention" /> No connection since {clockSeconds(since, zone)}.
      {rev !== undefined && ` You see revision ${formatCount(rev)}.`} The models go on without this
      page; it catches up by itself.
    </p>
  )
}
