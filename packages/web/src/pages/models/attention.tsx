// On the first page: workflows that wait for a person, each with its sentence and the way to its buttons.

import { to } from '../../app/router.ts'
import { useWorkflows } from '../../data/workflows.ts'
import { Glyph } from '../../parts/glyph.tsx'
import { Link } from '../../parts/link.tsx'
import './attention.css'

export function Attention() {
  const all = useWorkflows().data?.workflows ?? []
  const waiting = all.filter(({ status }) => status === 'Needs attention')
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
