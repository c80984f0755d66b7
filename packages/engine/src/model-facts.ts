// A model in short: what it is called, how large it is, how its cells stand, and what it does next.

import type { IrRuntime } from '@cellwake/language'
import { isError } from '@cellwake/runtime'
import { isoOf } from './cause-views.ts'
import { holdsSomething, statusOf, valueIn } from './cell-facts.ts'
import { ASSIGNED, GIVEN } from './cell-node.ts'
import type { CellStatus } from './cell-view.ts'
import { columnOf, sheetOf } from './grid.ts'
import type { RuleProblem } from './model-rules.ts'
import type { Moment } from './moment.ts'
import type { ModelRecord } from './records.ts'
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
  /** What is wrong with rules, a sentence each. */
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

export function modelFacts({ moment, record, changedAt, problems, next }: FactsParts): ModelFacts {
  const { ir, graph, source, rev } = moment
  const { header, rules } = ir
  return {
    id: record.id,
    title: header.model ?? record.id,
    description: header.description ?? commentAbove(source),
    version: record.version,
    rev,
    runtime: header.runtime,
    createdAt: isoOf(record.createdAt),
    deployedAt: isoOf(record.deployedAt),
    changedAt: isoOf(changedAt),
    ...counted(moment),
    rules: rules.length,
    problems: problems.map(({ line, problem }) => `The rule in line ${line}: ${problem}.`),
    next: next === undefined ? null : { rule: next.rule, title: next.title, due: next.at },
    timezone: header.timezone,
    names: [...graph.cells.grid.names]
      .filter(([, node]) => holdsSomething(node))
      .map(([name]) => name),
  }
}

function counted({ graph }: Moment): Pick<ModelFacts, 'cells' | 'statuses' | 'errors' | 'sheets'> {
  const statuses = { ready: 0, stale: 0, queued: 0, running: 0, failed: 0, dirty: 0 }
  const sheets = graph.cells.sheets.map((name) => ({ name, rows: 0, columns: 0 }))
  let assigned = 0
  let dormant = 0
  let errors = 0
  for (const node of graph.cells.grid.nodes()) {
    if (!holdsSomething(node)) continue
    const value = valueIn(graph, node)
    if (typeof value === 'object' && isError(value)) errors++
    if (node.column >= 0) {
      const sheet = sheets[sheetOf(node.column)]!
      sheet.rows = Math.max(sheet.rows, node.row)
      sheet.columns = Math.max(sheet.columns, columnOf(node.column))
    }
    if ((node.flags & (ASSIGNED | GIVEN)) === 0) continue
    assigned++
    statuses[statusOf(node)]++
    if (!isWanted(node)) dormant++
  }
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
