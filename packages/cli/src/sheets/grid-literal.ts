// A value as the language writes it.

import { errorCodes } from '@cellwake/language'
import type { Literal } from './workbook.ts'

/** Errors that cannot be written become the nearest. */
export function isWritable(value: Literal): boolean {
  return !(typeof value === 'object' && 'error' in value) || errorCodes.has(value.error)
}

export function gridLiteral(value: Literal): string {
  if (typeof value === 'number') return String(value)
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE'
  if (typeof value === 'string') return quoted(value)
  if ('datetime' in value) return `dt"${new Date(value.datetime).toISOString()}"`
  return errorCodes.has(value.error) ? `#${value.error}` : '#N/A'
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
