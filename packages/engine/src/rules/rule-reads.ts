// Reads of a rule, by its text: of its trigger, its gate and policy, and its body.

import type { IrCode, IrReads, IrRegion, IrRule } from '@cellwake/language'
import type { CellNode } from '../graph/cell-node.ts'
import { columnOf, sheetOf } from '../graph/grid.ts'
import type { Read } from '../graph/reads.ts'
import type { Moment } from '../why/moment.ts'

/** Nodes that a rule reads, the trigger's first. */
export function readsOfRule(moment: Moment, rule: IrRule): Read[] {
  const { cells } = moment.graph
  const found = new Set<Read>()
  for (const { always, maybe, regions } of staticReads(rule)) {
    for (const symbol of [...always, ...maybe]) {
      const node = moment.find(symbol)
      if (node !== undefined) found.add(node)
    }
    for (const [sheet, column, row, lastColumn, lastRow] of regions) {
      found.add(cells.region(sheet, column, row, lastColumn, lastRow))
    }
  }
  return [...found]
}

/** Whether a rule reads a cell. */
export function ruleReads(rule: IrRule, node: CellNode, symbol: string): boolean {
  return staticReads(rule).some(({ always, maybe, regions }) => {
    return (
      always.includes(symbol) ||
      maybe.includes(symbol) ||
      regions.some((region) => holds(region, node))
    )
  })
}

/** Reads of each part of a rule: its trigger first, then gate, policy and body. */
export function staticReads({ trigger, gate, policy, body }: IrRule): IrReads[] {
  const codes: (IrCode | null | undefined)[] = [trigger, gate?.length, gate?.max, policy?.max]
  for (const action of body) {
    if (action.kind === 'write') codes.push(action)
    else codes.push(...action.args)
  }
  return codes.filter((code) => code !== null && code !== undefined).map(({ reads }) => reads)
}

function holds([sheet, column, row, lastColumn, lastRow]: IrRegion, node: CellNode): boolean {
  if (node.column < 0 || sheetOf(node.column) !== sheet) return false
  const own = columnOf(node.column)
  return own >= column && own <= lastColumn && node.row >= row && node.row <= lastRow
}
