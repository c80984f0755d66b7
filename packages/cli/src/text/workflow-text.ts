// Workflows as a person reads them: the word, the sentence, and the possible actions.

import type { RunView, WorkflowDetail, WorkflowSummary } from '@cellwake/client'
import type { Output } from './output.ts'
import { timeIn } from './time-text.ts'
import { visible } from './visible-text.ts'
import { showTable } from './wide-table.ts'

export function showWorkflows(output: Output, workflows: readonly WorkflowSummary[]): void {
  if (workflows.length === 0) {
    output.line('There are no workflows. Start the server with --workflows FILE.')
    return
  }
  const rows = workflows.map(({ name, status, version, pending, issue, schedule }) => [
    visible(name),
    word(output, status),
    version,
    String(pending),
    visible(issue?.sentence ?? schedule),
  ])
  showTable(output, ['Workflow', 'Status', 'Version', 'Waiting', ''], rows)
}

export function showWorkflow(output: Output, workflow: WorkflowDetail): void {
  const { name, title, status, issue, schedule, nextRunAt, version, since } = workflow
  output.line(`${output.colors.bold(visible(title))}  ${word(output, status)}`)
  if (issue !== undefined) {
    output.line(`  ${visible(issue.sentence)}`)
    for (const action of issue.actions) {
      const command = commandFor(name, action)
      if (command !== undefined) output.line(`    ${output.colors.dim(command)}`)
    }
  }
  const waiting = Object.entries(workflow.pendingBySource)
  output.table([
    ['Schedule', visible(schedule)],
    ['Next', nextRunAt === null ? '–' : `${timeIn(nextRunAt, 'UTC')} UTC`],
    ['Version', `${version}, since ${timeIn(since, 'UTC')} UTC`],
    [
      'Waiting',
      waiting.length === 0
        ? 'nothing'
        : waiting.map(([source, events]) => `${events} from ${visible(source)}`).join(', '),
    ],
  ])
}

/** The command for an action that is offered. */
function commandFor(name: string, action: string): string | undefined {
  if (action === 'deploy') return undefined
  const isAnswer = ['happened', 'did-not-happen', 'skip', 'check-again'].includes(action)
  const words = isAnswer ? `resolve ${name} ${action}` : `${action} ${name}`
  return `cellwake workflows ${visible(words)}`
}

export function showRuns(output: Output, runs: readonly RunView[]): void {
  if (runs.length === 0) {
    output.line('Nothing has run yet.')
    return
  }
  const rows = runs.map((run) => [
    timeIn(run.createdAt, 'UTC'),
    visible(run.handler),
    run.phase,
    run.status,
    String(run.attempt),
    visible(run.error ?? run.title ?? ''),
  ])
  showTable(output, ['When, UTC', 'Handler', 'Phase', 'Status', 'Attempt', ''], rows)
}

function word({ colors }: Output, status: WorkflowSummary['status']): string {
  if (status === 'Needs attention') return colors.yellow(status)
  return status === 'Running' ? colors.cyan(status) : status
}
