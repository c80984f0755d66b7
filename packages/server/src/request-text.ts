// Small texts in addresses: lists of cells, instants and revisions, durations, keys.

import { ServerError } from './errors.ts'
import { KEY_CHARS, SYMBOL_CHARS, SYMBOLS_PER_REQUEST } from './limits.ts'

/** `A1,'My, sheet'!B2,total`: commas outside of quotes divide; a doubled quote stands for one. */
export function readSymbols(text: string): string[] {
  const symbols: string[] = []
  let from = 0
  let quoted = false
  for (let at = 0; at <= text.length; at++) {
    if (text[at] === "'") quoted = !quoted
    if (at < text.length && (text[at] !== ',' || quoted)) continue
    symbols.push(text.slice(from, at).trim())
    from = at + 1
  }
  if (quoted) throw new ServerError('bad-symbols', 'A quote is not closed.')
  return checkSymbols(symbols)
}

export function checkSymbols(symbols: readonly string[]): string[] {
  if (symbols.length > SYMBOLS_PER_REQUEST) {
    const most = `A request names at most ${SYMBOLS_PER_REQUEST} cells.`
    throw new ServerError('too-many-symbols', most)
  }
  for (const symbol of symbols) {
    if (symbol === '') throw new ServerError('bad-symbols', 'A symbol is empty.')
    if (symbol.length > SYMBOL_CHARS) throw new ServerError('bad-symbols', 'A symbol is too long.')
  }
  return [...symbols]
}

const instantForm = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d))?$/

/** A day counts from its beginning in UTC; a time needs Z or an offset. */
export function readInstant(text: string): number {
  const at = instantForm.test(text) && isDay(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(at)) throw new ServerError('bad-instant', `"${shown(text)}" is no instant.`)
  return at
}

/** Date.parse takes the 30th of February for the 2nd of March. */
function isDay(text: string): boolean {
  const [year = 0, month = 0, day = 0] = text.slice(0, 10).split('-').map(Number)
  return new Date(Date.UTC(year, month - 1, day)).getUTCDate() === day
}

/** `41`, or an instant. */
export function readAt(text: string): { readonly rev: number } | { readonly instant: number } {
  if (!/^\d{1,15}$/.test(text)) return { instant: readInstant(text) }
  return { rev: Number(text) }
}

const units = { ms: 1, s: 1_000, m: 60_000 }

export function readDuration(text: string): number {
  const [, number, unit] = /^(\d{1,9}(?:\.\d{1,3})?)(ms|s|m)$/.exec(text) ?? []
  if (number === undefined) {
    throw new ServerError('bad-duration', `"${shown(text)}" is no duration.`)
  }
  return Number(number) * units[unit as keyof typeof units]
}

export function readKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined
  if (typeof header !== 'string' || !/^[\x21-\x7e]+$/.test(header) || header.length > KEY_CHARS) {
    throw new ServerError('bad-key', 'This Idempotency-Key cannot be used.')
  }
  return header
}

function shown(text: string): string {
  return text.slice(0, 64)
}
