// The rule for every target, at the top level and in rules: it is finite.

import { columnName } from '../columns.ts'
import type { Assignment, RangeRef, Span } from '../parser/ast.ts'
import type { Surroundings } from './surroundings.ts'

/** Reports a target that is a whole column or row. */
export function hasEnd(model: Surroundings, { target }: Assignment): boolean {
  if (target.type !== 'range' || target.whole === 'no') return true
  const finite = finiteRange(model.source, target)
  model.report(
    'whole-column-target',
    target,
    `${model.source.slice(target.start, target.end)} has no end, and a target must be a finite rectangle. Say how far it goes, for example ${finite}.`,
    {
      title: `Write ${finite}`,
      edits: [{ start: target.start, end: target.end, text: finite }],
    },
  )
  return false
}

/** The first thousand rows of a column, the first 26 columns of a row. */
function finiteRange(source: string, target: RangeRef): string {
  const text = source.slice(target.start, target.end)
  const sheet = text.slice(0, text.lastIndexOf('!') + 1)
  const { column, row, lastColumn, lastRow } = target
  return target.whole === 'columns'
    ? `${sheet}${columnName(column)}1:${columnName(lastColumn)}1000`
    : `${sheet}A${row}:Z${lastRow}`
}

/** Where the operator of an assignment stands. */
export function operatorSpan(source: string, assignment: Assignment): Span {
  const { op, target, tag, value } = assignment
  const at = source.lastIndexOf(op, value.start - op.length)
  const start = Math.max(at, (tag ?? target).end)
  return { start, end: start + op.length }
}
