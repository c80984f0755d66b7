// The tags that a source writes behind its targets. What a cell holds may have another one, such as that of an error.

import { parse } from '@cellwake/language'
import type { Area } from './workbook.ts'

export interface DeclaredTag extends Area {
  readonly sheet: string
  readonly tag: string
}

export function declaredTags(source: string): DeclaredTag[] {
  const found: DeclaredTag[] = []
  for (const statement of parse(source).model.statements) {
    if (statement.type !== 'assignment' || statement.tag === undefined) continue
    const { target, tag } = statement
    if (target.type === 'name') continue
    const { column, row } = target
    const [lastColumn, lastRow] =
      target.type === 'range' ? [target.lastColumn, target.lastRow] : [column, row]
    const sheet = (target.sheet?.text ?? 'Sheet1').toLowerCase()
    found.push({ sheet, tag: tag.text, column, row, lastColumn, lastRow })
  }
  return found
}

export function tagAt(
  tags: readonly DeclaredTag[],
  sheet: string,
  { column, row }: { readonly column: number; readonly row: number },
): string | undefined {
  const key = sheet.toLowerCase()
  return tags.find(
    (one) =>
      one.sheet === key &&
      column >= one.column &&
      column <= one.lastColumn &&
      row >= one.row &&
      row <= one.lastRow,
  )?.tag
}
