// Values as a person reads them: numbers with as many digits as a spreadsheet shows, times in the zone of their
// model, and nothing that a terminal would obey.

import type { CellView } from '@cellwake/client'
import { CELL_TEXT_COLUMNS, NUMBER_DIGITS } from '../limits.ts'
import { dayIn, timeText } from './time-text.ts'
import { visible } from './visible-text.ts'

export type Shown = Pick<CellView, 'kind' | 'value'> & { readonly typeTag?: string }

/** A value on one line, without its kind. */
export function valueText({ kind, value, typeTag }: Shown, zone: string): string {
  if (kind === 'blank') return ''
  if (kind === 'boolean') return value === true ? 'TRUE' : 'FALSE'
  if (kind === 'error') return `#${(value as { readonly code: string }).code}`
  if (kind === 'datetime') return visible(instantText(String(value), zone, typeTag))
  return typeof value === 'string' ? visible(value) : jsonText(value, zone)
}

/**
 * A value of a firing or an event: texts in quotes, and values that JSON has no literal for as the language
 * writes them.
 */
export function jsonText(value: CellView['value'], zone: string): string {
  if (value === null) return 'blank'
  if (typeof value === 'number') return numberText(value)
  if (typeof value !== 'object') return visible(JSON.stringify(value))
  if (isList(value)) return `[${listText(value, zone)}]`
  const entries = Object.entries(value)
  const [[kind, inner] = []] = entries
  if (entries.length === 1 && typeof inner === 'string') {
    if (kind === 'datetime') return visible(instantText(inner, zone))
    if (kind === 'duration' || kind === 'schedule') return visible(inner)
    if (kind === 'error') return visible(`#${inner}`)
  }
  const fields = entries.map(([key, field]) => `${JSON.stringify(key)}: ${jsonText(field, zone)}`)
  return visible(`{ ${fields.join(', ')} }`)
}

export function listText(values: readonly CellView['value'][], zone: string): string {
  return values.map((one) => jsonText(one, zone)).join(', ')
}

/** Fifteen significant digits, as spreadsheets show them: the rest is noise of binary fractions. */
export function numberText(value: number): string {
  const shown = Number(value.toPrecision(NUMBER_DIGITS))
  if (shown === 0) return '0'
  if (!Number.isFinite(shown)) return value.toExponential(NUMBER_DIGITS - 1)
  return Math.abs(shown) < 10 ** NUMBER_DIGITS ? String(shown) : shown.toExponential()
}

/** True for values that need a zone to be shown. */
export function holdsTime(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  if ('kind' in value && value.kind === 'datetime') return true
  if ('datetime' in value) return true
  return Object.values(value).some(holdsTime)
}

export function cut(text: string): string {
  return text.length <= CELL_TEXT_COLUMNS ? text : `${text.slice(0, CELL_TEXT_COLUMNS - 1)}…`
}

function instantText(iso: string, zone: string, tag?: string): string {
  return tag === 'date' ? dayIn(iso, zone) : timeText(iso, zone)
}

function isList(value: CellView['value']): value is readonly CellView['value'][] {
  return Array.isArray(value)
}
