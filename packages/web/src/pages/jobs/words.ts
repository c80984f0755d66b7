// Jobs in words: the call as its author would write it, its cell, and its duration.

import type { JobStatus, JobView } from '@cellwake/client'
import { JOB_ARGUMENTS_MAX_CHARS } from '../../limits.ts'
import { formatSpan } from '../../parts/format.ts'
import type { GlyphName } from '../../parts/glyph.tsx'

export const glyphOf: Readonly<Record<JobStatus, GlyphName>> = {
  queued: 'queued',
  running: 'running',
  done: 'ready',
  failed: 'failed',
  cancelled: 'stopped',
}

export function callText({ function: name, args }: JobView): string {
  const text = args.map((arg) => JSON.stringify(arg)).join(', ')
  return `${name}(${shortened(text)})`
}

function shortened(text: string): string {
  const most = JOB_ARGUMENTS_MAX_CHARS
  return text.length > most ? `${text.slice(0, most)}…` : text
}

export function tookText({ started, finished }: JobView): string {
  if (started === null || finished === null) return ''
  return formatSpan(Date.parse(finished) - Date.parse(started))
}
