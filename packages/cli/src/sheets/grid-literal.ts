// A value as the language writes it.

import type { Literal } from './workbook.ts'

/** The errors that can be written; others become the nearest. */
const errors = new Set([
  'N/A',
  'DIV/0!',
  'VALUE!',
  'REF!',
  'NAME?',
  'NULL!',
  'NUM!',
  'CALC!',
  'SPILL!',
])

export function isWritable(value: Literal): boolean {
  return !(typeof value === 'object' && 'error' in value) || errors.has(value.error)
}

export function gridLiteral(value: Literal): string {
  if (typeof value === 'number') return String(value)
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE'
  if (typeof value === 'string') return quoted(value)
  if ('datetime' in value) return `dt"${new Date(value.datetime).toISOString()}"`
  return errors.has(value.error) ? `#${value.error}` : '#N/A'
}

export function quoted(text: string): string {
  const escaped = text
    .replaceAll('\\', '\\\\')
    .replaceAll('"', '\\"')
    .replaceAll('\n', '\\n')
    .replaceAll('\t', '\\t')
    .replace(
      /[\p{Cc}\u2028\u2029\ufeff]|[\ud800-\udfff](?<![\ud800-\udbff][\udc00-\udfff])(?![\udc00-\udfff])/gu,
      (character) => {
        const code = character.codePointAt(0)!
        return code >= 0xd800 && code <= 0xdfff ? '\ufffd' : `\\u{${code.toString(16)}}`
      },
    )
  return `"${escaped}"`
}
