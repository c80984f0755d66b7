// On the first page: workflows that wait for a person, each with its sentence and the way to its buttons.

import type { WorkflowSummary } from '@cellwake/client'
import { to } from '../../app/router.ts'
import { useWorkflows } from '../../data/workflows.ts'
import { Glyph } from '../../parts/glyph.tsx'
import { Link } from '../../parts/link.tsx'
import './attention.css'

/** Workflows that wait for a person. */
export function useWaiting(): readonly WorkflowSummary[] {
  const all = useWorkflows().data?.workflows ?? []
  return all.filter(({ status }) => status === 'Needs attention')
}

export function Attention() {
  const waiting = useWaiting()
  if (waiting.length === 0) return null
  return (
    <ul className="attention" aria-label="Workflows that need you">
      {waiting.map(({ name, title, issue }) => (
        <li key={name}>
          <Glyph name="attention" />{' '}
          <Link className="link w6" to={to.workflow(name)}>
            {title}
          </Link>{' '}
          {issue?.sentence}
        </li>
      ))}
    </ul>
  )
}
