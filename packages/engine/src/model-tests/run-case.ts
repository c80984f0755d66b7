// Runs one test case on a host of its own. Gives its failure in a plain line or two, or nothing.

import { type Catalogue, type Diagnostic, type IrRuntime, lineIndex } from '@cellwake/language'
import { SchedulerError, TimeError } from '@cellwake/scheduler'
import { type Driver, StoreError } from '@cellwake/store'
import { DiagnosticsError, EngineError, ModelTestError } from '../errors.ts'
import type { OpenHome } from '../home/model-home.ts'
import { meetsCell, shownCell, shownExpected } from './expectation.ts'
import { mustBeExternal } from './fixtures.ts'
import { runEvents } from './run-events.ts'
import { mustRefuse } from './run-refuse.ts'
import type { Step } from './steps.ts'
import type { Rejection, TestCase } from './test-case.ts'
import { TestHost } from './test-host.ts'

/** Environment of a case. */
export interface CasePlace {
  /** The runtime that was asked for, so that the header of the source does not count. */
  readonly runtime?: IrRuntime | undefined
  readonly openHome?: OpenHome | undefined
  readonly openDriver?: () => Promise<Driver>
  readonly catalogue?: Catalogue
}

/** Throws a ModelTestError with the failure. */
export async function runCase(
  test: TestCase,
  source: string,
  { runtime, openHome, openDriver, catalogue }: CasePlace,
): Promise<void> {
  mustBeExternal(test.functions, catalogue)
  const driver = await openDriver?.()
  const host = new TestHost({
    startAt: test.deployAt,
    functions: test.functions,
    ...(runtime && { runtime }),
    ...(openHome && { openHome }),
    ...(driver && { driver }),
    ...(catalogue && { catalogue }),
  })
  try {
    if ('rejects' in test.claim) await mustReject(host, source, test.claim.rejects)
    else await runSteps(host, source, test.claim.steps)
  } finally {
    await host.close()
    await driver?.close()
  }
}

async function runSteps(host: TestHost, source: string, steps: readonly Step[]): Promise<void> {
  await reported('the deploy', () => deploy(host, source))
  for (const [i, step] of steps.entries()) {
    await reported(`step ${i + 1} (${step.do})`, () => runStep(host, step))
  }
}

/** Names the place of a failure. A refusal by the engine is a finding too; a crash of it, all the more. */
async function reported(where: string, run: () => Promise<void>): Promise<void> {
  try {
    await run()
  } catch (error) {
    throw failureAt(where, error)
  }
}

function failureAt(where: string, error: unknown): ModelTestError {
  if (isExplained(error)) return new ModelTestError(`${where}: ${error.message}`)
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
  const what = 'Something in Cellwake went wrong. Please report this.'
  return new ModelTestError(`${where}: ${what}\n${text}`, true)
}

function isExplained(error: unknown): error is Error {
  if (error instanceof StoreError) return error.code !== 'internal'
  return (
    error instanceof ModelTestError ||
    error instanceof EngineError ||
    error instanceof SchedulerError ||
    error instanceof TimeError
  )
}

function runStep(host: TestHost, step: Step): Promise<void> {
  switch (step.do) {
    case 'expect':
      return expectCells(host, step)
    case 'set':
      return host.set(step.values)
    case 'refuse':
      return mustRefuse(host, step.values)
    case 'advance':
      return host.advance(step.length)
    case 'down':
      return host.restart(step.length)
    case 'restart':
      return host.restart()
    case 'resolve':
      return host.resolve(step.symbol)
    case 'redeploy':
      return deploy(host, step.source)
    case 'firings':
      return countFirings(host, step)
    case 'runs':
      return countRuns(host, step)
    case 'events':
      return runEvents(host, step.events)
  }
}

async function deploy(host: TestHost, source: string): Promise<void> {
  try {
    await host.deploy(source)
  } catch (error) {
    if (!(error instanceof DiagnosticsError)) throw error
    const found = error.diagnostics.filter(({ severity }) => severity === 'error')
    throw new ModelTestError(
      `The source is refused: ${shownDiagnostics(found, source)}.\n${found[0]?.message ?? ''}`,
    )
  }
}

type StepOf<Do extends Step['do']> = Extract<Step, { readonly do: Do }>

async function expectCells(host: TestHost, { cells }: StepOf<'expect'>): Promise<void> {
  const wrong: { readonly symbol: string; readonly text: string }[] = []
  for (const [symbol, expected] of Object.entries(cells)) {
    const view = host.model.get(symbol)
    if (meetsCell(expected, view)) continue
    const text = `${symbol} should be ${shownExpected(expected)}, but is ${shownCell(view)}.`
    wrong.push({ symbol, text })
  }
  const [first, ...more] = wrong
  if (first === undefined) return
  const others = more.map(({ symbol }) => symbol).join(', ')
  throw new ModelTestError(
    more.length === 0
      ? first.text
      : `${first.text}\nOther cells of this step differ too: ${others}.`,
  )
}

async function countFirings(host: TestHost, { count }: StepOf<'firings'>): Promise<void> {
  const firings = host.takeFirings()
  if (firings === count) return
  throw new ModelTestError(`There should be ${times(count, 'firing')}, but there were ${firings}.`)
}

async function countRuns(host: TestHost, { counts }: StepOf<'runs'>): Promise<void> {
  const runs = host.takeRuns()
  const wrong = Object.entries(counts).flatMap(([symbol, count]) => {
    const ran = runs.get(host.spelled(symbol)) ?? 0
    return ran === count
      ? []
      : [`${symbol} should have run ${times(count, 'time')}, but ran ${ran}.`]
  })
  if (wrong.length > 0) throw new ModelTestError(wrong.slice(0, 2).join('\n'))
}

function times(count: number, one: string): string {
  return `${count} ${one}${count === 1 ? '' : 's'}`
}

async function mustReject(
  host: TestHost,
  source: string,
  rejects: readonly Rejection[],
): Promise<void> {
  const diagnostics = await refusalOf(host, source)
  if (diagnostics === undefined) {
    throw new ModelTestError(`The source should be refused${forReasons(rejects)}, but is accepted.`)
  }
  const lines = lineIndex(source)
  const missing = rejects.find(
    ({ code, line }) =>
      !diagnostics.some(
        (found) =>
          found.code === code && (line === undefined || lines.place(found.start).line === line),
      ),
  )
  if (missing === undefined) return
  throw new ModelTestError(
    `The source should be refused${forReasons([missing])}, but is for ${shownDiagnostics(diagnostics, source)}.`,
  )
}

async function refusalOf(
  host: TestHost,
  source: string,
): Promise<readonly Diagnostic[] | undefined> {
  try {
    await host.deploy(source)
    return undefined
  } catch (error) {
    if (error instanceof DiagnosticsError) return error.diagnostics
    throw failureAt('the deploy', error)
  }
}

function forReasons(rejects: readonly Rejection[]): string {
  const reasons = rejects.map(({ code, line }) =>
    line === undefined ? code : `${code} in line ${line}`,
  )
  return reasons.length === 0 ? '' : ` for ${reasons.join(', ')}`
}

function shownDiagnostics(diagnostics: readonly Diagnostic[], source: string): string {
  const lines = lineIndex(source)
  const shown = diagnostics.map(({ code, start }) => `${code} in line ${lines.place(start).line}`)
  return [...new Set(shown)].slice(0, 5).join(', ')
}
