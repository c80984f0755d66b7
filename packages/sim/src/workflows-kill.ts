// Kills a process in which a workflow changes a world outside, again and again, with SIGKILL at random moments under load. At
// the end nothing that was acknowledged is lost, nothing was done twice, and every run is settled.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { virtualClock } from '@cellwake/scheduler'
import { openStore } from '@cellwake/store'
import { between, seededRandom } from '@cellwake/store/testing'
import { Workflows } from '@cellwake/workflows'
import { WORKFLOWS_KILL_MS, WORKFLOWS_PROGRESS_MS } from './limits.ts'
import type { Plant } from './planted.ts'
import { serverProgram } from './server-program.ts'
import { WorkflowsProcess } from './workflows-process.ts'

export interface WorkflowsKillOptions {
  /** The database, and a folder for the world outside. */
  readonly url: string
  readonly folder: string
  readonly cycles: number
  readonly seed: number
  readonly plant?: Plant
  readonly log?: (line: string) => void
}

export interface WorkflowsKillReport {
  readonly cycles: number
  readonly acknowledged: number
  readonly mutations: number
  readonly recovered: number
  readonly violations: readonly string[]
}

export async function workflowsKillLoop(
  options: WorkflowsKillOptions,
): Promise<WorkflowsKillReport> {
  const { url, cycles, seed, plant, log } = options
  const world = join(options.folder, 'world.log')
  const random = seededRandom(seed)
  const acknowledged = new Set<string>()
  const violations: string[] = []
  let from = 0
  await using program = await serverProgram('workflows-kill-child.ts')
  const start = (more: readonly string[]) => {
    const planted = plant === undefined ? [] : ['--plant', plant]
    return new WorkflowsProcess(program.path, ['--url', url, '--world', world, ...planted, ...more])
  }
  for (let cycle = 1; cycle <= cycles && violations.length === 0; cycle++) {
    const host = start(['--from', String(from)])
    if (!(await host.progress(WORKFLOWS_PROGRESS_MS))) {
      violations.push(`cycle ${cycle}: nothing was acknowledged: ${host.errors}`)
    }
    await host.wait(between(random, 0, WORKFLOWS_KILL_MS))
    await host.kill()
    for (const id of host.acknowledged) acknowledged.add(id)
    violations.push(...host.problems.map((problem) => `cycle ${cycle}: ${problem}`))
    // The next is published anew, whether or not it was: its id is the same.
    from += host.acknowledged.length
    if (cycle % 10 === 0 || cycle === cycles) {
      log?.(`cycle ${cycle}/${cycles}: ${acknowledged.size} acknowledged`)
    }
  }
  const last = start(['--drain'])
  if (!(await last.drained(WORKFLOWS_PROGRESS_MS))) {
    violations.push(`it does not come to rest: ${last.errors}`)
  }
  await last.kill()
  violations.push(...last.problems)
  const found = await audit(url, world, acknowledged)
  violations.push(...found.violations)
  const { mutations, recovered } = found
  return { cycles, acknowledged: acknowledged.size, mutations, recovered, violations }
}

async function audit(url: string, world: string, acknowledged: ReadonlySet<string>) {
  const violations: string[] = []
  const done = readFileSync(world, 'utf8').trim().split('\n')
  const byEvent = new Map<string, number>()
  for (const line of done) {
    const id = line.split(' ')[1] ?? ''
    byEvent.set(id, (byEvent.get(id) ?? 0) + 1)
  }
  for (const [id, times] of byEvent) if (times > 1) violations.push(`${id} was done ${times} times`)
  for (const id of acknowledged) if (!byEvent.has(id)) violations.push(`${id} was never done`)
  const clock = virtualClock(Date.now())
  const store = await openStore(url, { clock })
  const workflows = new Workflows({ store, clock })
  await workflows.start()
  const ended = new Set<string>()
  for (let after = 0; ; ) {
    const page = await store.events('end', { after, limit: 1_000 })
    for (const { messageId } of page) ended.add(messageId)
    if (page.length === 0) break
    after = page.at(-1)!.position
  }
  for (const id of acknowledged) if (!ended.has(id)) violations.push(`${id} never came to its end`)
  const { pending, issue } = await workflows.status('filing')
  if (pending > 0) violations.push(`${pending} events are pending`)
  if (issue !== undefined && issue.kind !== 'not-here') violations.push(issue.sentence)
  let recovered = 0
  const runs = await store.entries({ list: 'workflows/filing/runs', limit: 1_000_000 })
  const followed = new Set<string>()
  for (const { value } of runs) {
    const { retryOf } = value as { readonly retryOf?: string }
    if (retryOf === undefined) continue
    if (followed.has(retryOf)) violations.push(`two attempts follow ${retryOf}`)
    followed.add(retryOf)
    recovered++
  }
  for (const { id, state } of runs) {
    if (state !== 'committed' && !followed.has(id)) violations.push(`the run ${id} is ${state}`)
  }
  await workflows.close()
  await store.close()
  clock.close()
  return { violations, mutations: done.length, recovered }
}
