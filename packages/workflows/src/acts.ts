// Acts on a workflow as a whole: run its producers now, pause it, set it going again.

import { retryNow } from './control.ts'
import { WorkflowError } from './errors.ts'
import { type Author, commit, heldBy } from './transitions.ts'
import type { LiveWorkflow } from './workflow.ts'

/** All producers, one after the other. Each begins its grid anew. */
export async function runNow(workflow: LiveWorkflow, by: Author): Promise<void> {
  const { name, records } = workflow
  mustBeFree(workflow)
  const producers = Object.keys(workflow.structure.producers)
  if (producers.length === 0) {
    throw new WorkflowError('no-producers', `${name} has no producer: it runs when events arrive.`)
  }
  await workflow.act(async () => {
    mustBeFree(workflow)
    const now = workflow.world.clock.now()
    const write = producers.map((producer) =>
      records.putProducer(producer, {
        ...records.producer(producer)!,
        start: now,
        nextRunAt: now,
      }),
    )
    await commit(workflow, { act: 'run-now', by, write })
  })
}

function mustBeFree({ name, running, records }: LiveWorkflow): void {
  if (running !== undefined) throw new WorkflowError('run-active', `A run of ${name} is active.`)
  if (records.mustControl().paused) {
    throw new WorkflowError('workflow-stopped', `${name} is paused.`)
  }
  const { hold } = records.held()
  if (hold?.because === 'unknown') throw unknownOutcome(name)
  if (hold !== undefined) {
    throw new WorkflowError('workflow-stopped', `${name} is held: ${hold.message}.`)
  }
}

export async function pause(workflow: LiveWorkflow, by: Author): Promise<void> {
  const { records } = workflow
  const control = records.mustControl()
  if (control.paused) return
  await commit(workflow, {
    act: 'pause',
    by,
    write: [records.putControl({ ...control, paused: true })],
  })
}

export async function resume(workflow: LiveWorkflow, by: Author): Promise<void> {
  const { name, records } = workflow
  const control = records.mustControl()
  const held = records.held()
  const { hold } = held
  if (hold?.because === 'unknown' && hold.kind !== 'retry') throw unknownOutcome(name)
  if (hold === undefined && !control.paused) {
    throw new WorkflowError('nothing-to-resume', `${name} is neither paused nor held.`)
  }
  const asks = hold?.because === 'approval' && hold.kind === 'person'
  if (asks && !control.paused) {
    const message = `${name} waits for an approval: approve it, or reject it.`
    throw new WorkflowError('nothing-to-resume', message)
  }
  const again = hold !== undefined && !asks
  const now = workflow.world.clock.now()
  const after = again ? { ...retryNow(held, now), transients: 0, fixes: 0 } : held
  const { write, entries } = heldBy(workflow, after)
  if (control.paused) write.push(records.putControl({ ...control, paused: false }))
  await commit(workflow, { act: 'resume', by, write, entries })
}

function unknownOutcome(name: string): WorkflowError {
  return new WorkflowError('outcome-unknown', `Nobody knows what came of a mutation of ${name}.`)
}
