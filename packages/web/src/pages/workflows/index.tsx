// Workflows, and one of them: its state, the actions of a person, its activity.

import type { PageProps } from '../../app/pages.ts'
import { WorkflowList } from './list.tsx'
import { WorkflowView } from './workflow.tsx'
import './workflows.css'

export function WorkflowsPage({ item }: PageProps) {
  return (
    <div className="page">
      {item === undefined ? <WorkflowList /> : <WorkflowView key={item} name={item} />}
    </div>
  )
}
