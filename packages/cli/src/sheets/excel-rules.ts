// Excel's rules for a workbook. A file that breaks one of these opens with a repair, or not at all.

import { CELL_MAX_CHARS, FORMULA_TEXT_MAX_CHARS, NAME_MAX_CHARS } from '../limits.ts'

const errors: ReadonlySet<string> = new Set([
  'N/A',
  'DIV/0!',
  'VALUE!',
  'REF!',
  'NAME?',
  'NULL!',
  'NUM!',
])

/** Newer errors are stored otherwise, and ours Excel does not know. */
export function isExcelError(code: string): boolean {
  return errors.has(code)
}

/** Names that a workbook may have. They ignore case there, so of two alike the first stays. */
export function excelNames(names: readonly string[]): Set<string> {
  const taken = new Map<string, string>()
  for (const name of names) {
    const key = name.toLowerCase()
    if (isExcelName(name) && !taken.has(key)) taken.set(key, name)
  }
  return new Set(taken.values())
}

/** Names must not look like a reference: a cell, or R, C5 or R1C1. */
export function isExcelName(name: string): boolean {
  if (name.length > NAME_MAX_CHARS || !/^[\p{L}_][\p{L}\p{N}_.]*$/u.test(name)) return false
  return !/^(r\d*(c\d*)?|c\d*|[a-z]{1,3}\d{1,7}|true|false)$/i.test(name)
}

/** Whether a formula may hold a text between quotes. */
export function fitsInFormula(text: string): boolean {
  return text.length <= FORMULA_TEXT_MAX_CHARS && !/[^\P{Cc}\n\t]|_x[0-9a-f]{4}_/iu.test(text)
}

/** As much of a text as a cell holds; no character is cut in two. */
export function cellText(text: string): string {
  if (text.length <= CELL_MAX_CHARS) return text
  return text.slice(0, CELL_MAX_CHARS).replace(/[\ud800-\udbff]$/, '')
}
