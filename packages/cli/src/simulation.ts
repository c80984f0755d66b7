// A simulation as the command line asks for it: times and sets as text.

import { DiagnosticsError, type Simulated, type SimulatedSet, simulate } from '@cellwake/engine'
import { parseInstant, TimeError } from '@cellwake/language'
import { assignmentOf } from './assignment.ts'
import { CliError } from './errors.ts'
import { readFixtures } from './fixtures.ts'
import { catalogueWith } from './hosting/user-functions.ts'
import { modelIdOf } from './model-id.ts'
import { mustHavePlace, openHome, type RuntimeOptions } from './runtime-option.ts'
import { type SimulatedWorkflows, workflowsBeside } from './simulated-workflows.ts'
import { readSources } from './sources.ts'
import type { Findings } from './text/findings.ts'

export interface SimulationOptions extends RuntimeOptions {
  readonly from: string
  readonly until: string
  /** Each `SYMBOL=EXPRESSION@TIME`. */
  readonly set: readonly string[]
  /** Symbols, with commas between them. */
  readonly chart?: string
  /** A file with canned answers of external functions. */
  readonly fixtures?: string
  /** A module with functions of the user's own. */
  readonly functions?: string
  /** A module with workflows that run beside the model, and a file with canned answers of their tools. */
  readonly workflows?: string
  readonly tools?: string
}

export interface Simulation {
  readonly from: number
  readonly until: number
  readonly found: Simulated
  readonly beside?: SimulatedWorkflows
}

/** The outcome of a simulation, or the diagnostics of the source. */
export async function runSimulation(
  source: Findings['source'],
  options: SimulationOptions,
  onProgress: (at: number) => void,
): Promise<Simulation | Findings> {
  mustHavePlace(options)
  const { runtime, redis } = options
  const from = instantOf('--from', options.from)
  const until = instantOf('--until', options.until)
  if (until < from) throw new CliError('bad-time', '--until is before --from.')
  const sets = options.set.map(setOf)
  const early = sets.find(({ at }) => at < from)
  if (early !== undefined) throw new CliError('bad-time', 'A --set is before --from.')
  if (!('text' in source)) return { source, diagnostics: [] }
  const follow = (options.chart ?? '').split(',').filter((symbol) => symbol.trim() !== '')
  try {
    const functions = await readFixtures(options.fixtures)
    const { workflows, tools } = options
    const beside =
      workflows === undefined ? undefined : await workflowsBeside(workflows, await readTools(tools))
    const found = await simulate(source.text, {
      from,
      until,
      sets,
      follow,
      onProgress,
      catalogue: await catalogueWith(options.functions),
      ...(runtime !== undefined && { runtime }),
      ...(redis !== undefined && {
        openHome: (clock, onError) => openHome(redis, clock, onError),
      }),
      ...(beside !== undefined && {
        id: modelIdOf(source.file, source.text),
        beside: beside.beside,
      }),
      ...(functions !== undefined && { functions }),
    })
    return { from, until, found, ...(beside !== undefined && { beside: beside.found }) }
  } catch (error) {
    if (!(error instanceof DiagnosticsError)) throw error
    return { source, diagnostics: error.diagnostics }
  }
}

/** Canned answers of tools, as JSON. */
async function readTools(file: string | undefined): Promise<unknown> {
  if (file === undefined) return undefined
  const [source] = await readSources([file])
  const problem = (what: string) => new CliError('bad-file', `--tools ${file}: ${what}`)
  if (source === undefined || !('text' in source)) throw problem(source?.message ?? 'no file')
  try {
    return JSON.parse(source.text)
  } catch {
    throw problem('It is no JSON.')
  }
}

/** The time stands behind the last `@`: a text before it may hold one. */
function setOf(text: string): SimulatedSet {
  const at = text.lastIndexOf('@')
  if (at < 0) {
    const what = `--set takes a symbol, an expression and a time, such as A1=5@2026-01-01T09:00Z`
    throw new CliError('bad-set', `${what}, not ${text}.`)
  }
  const [symbol, expr] = assignmentOf(text.slice(0, at))
  return { at: instantOf('--set', text.slice(at + 1)), values: { [symbol]: { expr } } }
}

function instantOf(option: string, text: string): number {
  try {
    return parseInstant(text)
  } catch (error) {
    if (!(error instanceof TimeError)) throw error
    const what = 'is no time with a zone, such as 2026-01-01T09:00Z'
    throw new CliError('bad-time', `${option}: "${text}" ${what}.`)
  }
}
