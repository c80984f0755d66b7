// A model in short: its title, its size, the statuses of its cells, and its next firing. One that is
// not open is described from its records: looking at a list makes nothing run.

import type { IrRuntime } from '@cellwake/language'
import { isError } from '@cellwake/runtime'
import { ASSIGNED, GIVEN } from '../graph/cell-node.ts'
import { columnOf, sheetOf } from '../graph/grid.ts'
import type { AboutVersion, ModelRecord } from '../model/records.ts'
import type { RuleProblem } from '../rules/model-rules.ts'
import type { Moment } from '../why/moment.ts'
import { holdsSomething, valueIn } from './cell-facts.ts'
import type { CellStatus } from './cell-view.ts'
import { isoOf } from './iso.ts'
import type { Coming } from './rule-views.ts'
import { isWanted } from './sheet-view.ts'

export interface ModelFacts {
  readonly id: string
  readonly title: string
  readonly description: string
  readonly version: number
  readonly rev: number
  readonly runtime: IrRuntime
  readonly createdAt: string
  readonly deployedAt: string
  readonly changedAt: string
  readonly cells: { readonly assigned: number; readonly wanted: number; readonly dormant: number }
  readonly statuses: Readonly<Record<CellStatus, number>>
  /** Cells that show an error value. */
  readonly errors: number
  readonly rules: number
  /** Problems of rules, a sentence each. */
  readonly problems: readonly string[]
  readonly next: { readonly rule: string; readonly title: string; readonly due: string } | null
  readonly timezone: string
  readonly sheets: readonly {
    readonly name: string
    readonly rows: number
    readonly columns: number
  }[]
  readonly names: readonly string[]
}

export interface FactsParts {
  readonly moment: Moment
  readonly record: ModelRecord
  readonly changedAt: number
  readonly problems: readonly RuleProblem[]
  readonly next: Coming | undefined
}

/** Facts of every model, be it open or not. */
export type ListedFacts = Omit<ModelFacts, 'sheets' | 'names'>

export function modelFacts({ moment, record, changedAt, problems, next }: FactsParts): ModelFacts {
  const { graph, rev } = moment
  return {
    ...recordFacts(record, rev, changedAt),
    ...headFacts(moment, record.id),
    ...counted(moment),
    problems: problems.map(({ line, problem }) => `The rule in line ${line}: ${problem}.`),
    next: next === undefined ? null : { rule: next.rule, title: next.title, due: next.at },
    names: [...graph.cells.grid.names]
      .filter(([, node]) => holdsSomething(node))
      .map(([name]) => name),
  }
}

/** Facts that are kept with the deploy of a version. */
export function aboutVersion(
  model: Moment & { readonly cellCount: number },
  id: string,
): AboutVersion {
  return { ...headFacts(model, id), cells: model.cellCount }
}

/** A model that is not open, or computes: nothing of it is wanted here, and the statuses of its cells are not known. */
export function storedFacts(
  record: ModelRecord,
  rev: number,
  changedAt: number,
  problems: readonly string[] | undefined,
): ListedFacts {
  const unknown: AboutVersion = {
    title: record.id,
    description: '',
    runtime: 'ts',
    rules: 0,
    cells: 0,
  }
  const { cells, rules, timezone = 'UTC', ...head } = record.about ?? unknown
  return {
    ...recordFacts(record, rev, changedAt),
    ...head,
    timezone,
    rules,
    cells: { assigned: cells, wanted: 0, dormant: cells },
    statuses: noStatuses(),
    errors: 0,
    problems: problems ?? (rules === 0 ? [] : ['Its rules do not run on this host.']),
    next: null,
  }
}

function recordFacts({ id, version, createdAt, deployedAt }: ModelRecord, rev: number, at: number) {
  return {
    id,
    version,
    rev,
    createdAt: isoOf(createdAt),
    deployedAt: isoOf(deployedAt),
    changedAt: isoOf(at),
  }
}

function headFacts({ ir, source }: Moment, id: string) {
  const { header, rules } = ir
  return {
    title: header.model ?? id,
    description: header.description ?? commentAbove(source),
    runtime: header.runtime,
    timezone: header.timezone,
    rules: rules.length,
  }
}

function noStatuses(): Record<CellStatus, number> {
  return { ready: 0, stale: 0, queued: 0, running: 0, failed: 0, dirty: 0 }
}

function counted({ graph }: Moment): Pick<ModelFacts, 'cells' | 'statuses' | 'errors' | 'sheets'> {
  const statuses = noStatuses()
  const all = graph.cells.sheets.map((name) => ({ name, rows: 0, columns: 0 }))
  // The first sheet is there without being asked for; it counts if anything is or is read on it, or if it is the only one.
  let isFirstUsed = all.length === 1
  let assigned = 0
  let dormant = 0
  let errors = 0
  for (const node of graph.cells.grid.nodes()) {
    if (node.column >= 0 && sheetOf(node.column) === 0) isFirstUsed = true
    if (!holdsSomething(node)) continue
    const value = valueIn(graph, node)
    if (typeof value === 'object' && isError(value)) errors++
    if (node.column >= 0) {
      const sheet = all[sheetOf(node.column)]!
      sheet.rows = Math.max(sheet.rows, node.row)
      sheet.columns = Math.max(sheet.columns, columnOf(node.column))
    }
    if ((node.flags & (ASSIGNED | GIVEN)) === 0) continue
    assigned++
    statuses[graph.statuses.of(node)]++
    if (!isWanted(node)) dormant++
  }
  const sheets = isFirstUsed ? all : all.slice(1)
  return { cells: { assigned, wanted: assigned - dormant, dormant }, statuses, errors, sheets }
}

/** The comment at the top of a source, in one line; empty if there is none. */
function commentAbove(source: string): string {
  const lines: string[] = []
  for (const line of source.split('\n', 50)) {
    const text = /^\s*#+(.*)$/.exec(line)?.[1]
    if (text === undefined) break
    lines.push(text.trim())
  }
  return lines.join(' ').trim()
}
