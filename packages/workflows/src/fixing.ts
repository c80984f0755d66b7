// The way of a fix: counted durably before it is asked for, made while nothing of the workflow runs, checked, saved, and
// activated only if the failed version is still active.

import { heldRun } from './attempts.ts'
import { changedBeyondFix, type Fix, type FixRequest } from './autofix.ts'
import { messageOf } from './failures.ts'
import { APPROVAL_MS, FIX_ATTEMPTS, FIX_LOG_LINES, FIX_MS } from './limits.ts'
import type { LiveVersion, WorkflowParts } from './parts.ts'
import { type LogRecord, lists, plainRecord, type Run, type VersionRecord } from './records.ts'
import { type Author, commit, heldBy } from './transitions.ts'
import { structureOf } from './validate.ts'
import { codeDigest, nextMinor } from './versions.ts'

export interface Fixable extends WorkflowParts {
  activate(live: LiveVersion, by: Author, act: string, isFix?: boolean): Promise<void>
}

/**
 * Asks for a fix. The returned function applies the answer; it is called when no run is active,
 * which may be later.
 */
export async function askFixer(
  parts: Fixable,
  fixes: number,
): Promise<{ readonly answer: Promise<() => Promise<void>> }> {
  const run = await heldRun(parts)
  if (fixes >= FIX_ATTEMPTS) {
    await giveUp(parts, run, 'no fix has helped')
    return { answer: Promise.resolve(async () => {}) }
  }
  const { write, entries } = heldBy(parts, { ...parts.records.held(), fixes: fixes + 1 })
  await commit(parts, { act: 'fix', run: run.id, write, entries })
  const failed = parts.version()
  return { answer: ask(parts, run, failed).then((fix) => () => take(parts, run, failed, fix)) }
}

async function ask(parts: Fixable, run: Run, failed: LiveVersion): Promise<Fix> {
  const { name, world, records } = parts
  const { clock, store, fixer } = world
  const controller = new AbortController()
  const alarm = clock.wake(clock.now() + FIX_MS, () => controller.abort())
  const late = new Promise<Fix>((resolve) => {
    controller.signal.addEventListener('abort', () => resolve({ declined: 'it took too long' }))
  })
  try {
    const logs = await store.entries({
      list: lists.logs(name),
      newestFirst: true,
      limit: FIX_LOG_LINES,
    })
    const lines = logs
      .map(({ value }) => value as unknown as LogRecord)
      .filter((record) => record.run === run.id)
      .flatMap((record) => record.lines.map(({ text }) => text))
    const earlier = records.versions().filter(({ fixes }) => fixes !== undefined)
    const request: FixRequest = {
      workflow: name,
      version: failed.record.version,
      script: failed.record.script!,
      handler: run.handler,
      error: run.error?.message ?? '',
      ...(run.error?.location !== undefined && { location: run.error.location }),
      logs: lines.slice(-FIX_LOG_LINES),
      attempts: earlier.map(({ version, comment = '' }) => ({ version, comment })),
      signal: controller.signal,
    }
    return await Promise.race([fixer!(request), late])
  } catch (error) {
    return { declined: messageOf(error) }
  } finally {
    clock.cancel(alarm)
    controller.abort()
  }
}

async function take(parts: Fixable, run: Run, failed: LiveVersion, fix: Fix): Promise<void> {
  const { records, world, name } = parts
  const { hold } = records.held()
  // A concurrent act was faster: a deploy, a resume or an answer.
  if (hold?.kind !== 'fix' || hold.run !== run.id) return
  if (records.mustControl().version !== failed.record.version) return
  if ('declined' in fix) return giveUp(parts, run, fix.declined)
  try {
    const live = await checked(parts, failed, fix)
    await parts.activate(live, 'fixer', 'activate', true)
  } catch (error) {
    const why = `the fix cannot be used: ${messageOf(error)}`
    if (records.held().fixes >= FIX_ATTEMPTS) await giveUp(parts, run, why)
    else world.report(new Error(`${name}: ${why}`))
  }
}

async function checked(
  { records, world, name }: Fixable,
  failed: LiveVersion,
  { script, comment }: Exclude<Fix, { declined: string }>,
): Promise<LiveVersion> {
  const { limits, record } = failed
  const described = await world.scripts!.describe(script, limits)
  const options = { limits, approvalMs: APPROVAL_MS, phases: 'named' } as const
  const structure = structureOf({ ...(described as object), name }, options)
  const changed = changedBeyondFix(record.structure, structure)
  if (changed !== undefined) throw new Error(changed)
  const fixed: VersionRecord = {
    version: nextMinor(records, record.version),
    at: world.clock.now(),
    by: 'fixer',
    kind: 'script',
    digest: codeDigest(structure, script),
    structure,
    script,
    fixes: record.version,
    ...(record.limits !== undefined && { limits: record.limits }),
    ...(comment !== undefined && { comment }),
  }
  return {
    record: plainRecord(fixed) as VersionRecord,
    home: world.scripts!.open(script, limits),
    limits,
  }
}

/** No fix: a person is asked. */
async function giveUp(parts: Fixable, run: Run, why: string): Promise<void> {
  const { records, world } = parts
  const before = records.held()
  const message = `${run.error?.message ?? 'it failed'} (no fix: ${why})`
  const hold = { ...before.hold!, kind: 'person' as const, message, since: world.clock.now() }
  const { write, entries } = heldBy(parts, { ...before, hold })
  await commit(parts, { act: 'fix-declined', run: run.id, write, entries })
}
