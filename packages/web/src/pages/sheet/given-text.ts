// Parsing of a typed cell value, for the request. The server decides whether it fits; this only
// distinguishes numbers from texts.

import type { CellView, Json } from '@cellwake/client'
import { instantAt, isoIn, type Zone } from '../../parts/zone.ts'

const NUMBER = /^[+−-]?(\d{1,3}(,\d{3})+|\d+)?(\.\d+)?(e[+-]?\d+)?$/i
/** An amount as spreadsheets show and copy it: `-$1,000.50`, `12 €`, and in parentheses below zero. */
const AMOUNT = /^([+−-]?) ?[$€£¥]? ?(\(?)[$€£¥]? ?([\d,]*\.?\d+) ?(\)?) ?[$€£¥]?$/
/** A zero as accounts show it: `$ -`. */
const NOTHING = /^(?:[$€£¥] *[-–]|[-–] *[$€£¥])$/
const PERCENT = /^([+−-]?[\d,]*\.?\d+) ?%$/
const DATE = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(Z|[+-]\d\d:\d\d)?)?$/
const DURATION = /^-?(\d+(\.\d+)?(ms|s|min|h|d|w))+$/

type Known = Pick<CellView, 'kind' | 'value' | 'typeTag'> | undefined

/** The value for a text; `=…` is an expression, `'…` always a text. */
export function givenFrom(text: string, now: Known, zone: Zone): Json {
  const typed = text.trim()
  if (typed === '') return null
  if (typed.startsWith('=')) return { expr: typed.slice(1).trim() }
  if (typed.startsWith("'")) return typed.slice(1)
  const number = numberFrom(typed) ?? amountFrom(typed)
  if (number !== undefined) return number
  const percent = PERCENT.exec(typed)
  if (percent !== null) return { expr: `${plainDigits(percent[1] ?? '')}pct` }
  if (/^(true|false)$/i.test(typed)) return typed.toLowerCase() === 'true'
  // A text stays a text: something like a date may be a name.
  if (now?.kind === 'string') return text
  const instant = instantFrom(typed, zone)
  if (instant !== undefined) return { datetime: instant }
  const unspaced = typed.replaceAll(' ', '')
  if (DURATION.test(unspaced)) return { expr: sumOfParts(unspaced) }
  if ((now?.kind === 'array' || now?.kind === 'object') && /^[[{]/.test(typed)) {
    return { expr: typed }
  }
  return text
}

/**
 * The text in the editor when a cell is opened, exact. Typing Enter at once changes nothing. A time is in the
 * model's zone, as typed text without a zone would be.
 */
export function textOf(cell: Known, zone: Zone): string {
  if (cell === undefined) return ''
  const { kind, value, typeTag } = cell
  if (value === null || kind === 'error') return ''
  if (kind === 'number' && typeof value === 'number') {
    return typeTag === 'percentage' ? percentText(value) : String(value)
  }
  if (kind === 'string' && typeof value === 'string') {
    return givenFrom(value, cell, zone) === value ? value : `'${value}`
  }
  if (kind === 'boolean') return value === true ? 'TRUE' : 'FALSE'
  if (kind === 'datetime') return timeText(String(value), typeTag, zone)
  if (kind === 'duration') return `=DURATION("${String(value)}")`
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function timeText(iso: string, typeTag: string, { home }: Zone): string {
  const at = Date.parse(iso)
  if (Number.isNaN(at)) return iso
  return typeTag === 'date' ? isoIn(at, home).slice(0, 10) : isoIn(at, home)
}

/** A value as it must be sent to stand there again. */
export function givenAgain({ kind, value }: Pick<CellView, 'kind' | 'value'>): Json {
  if (kind === 'datetime') return { datetime: value }
  if (kind === 'duration') return { duration: value }
  if (kind === 'schedule') return { schedule: value }
  return kind === 'error' ? null : value
}

/** A day, or a time of day; without an offset as the clock of the model shows it. */
function instantFrom(typed: string, { home }: Zone): string | undefined {
  const match = DATE.exec(typed)
  if (match === null) return undefined
  const iso = typed.replace(' ', 'T')
  const [, offset] = match
  // A day alone and a text with an offset are read alike everywhere; the rest would be in the reader's zone.
  const at = Date.parse(offset === undefined && iso.length > 10 ? `${iso}Z` : iso)
  if (Number.isNaN(at)) return undefined
  return new Date(offset === undefined ? instantAt(at, home) : at).toISOString()
}

function numberFrom(typed: string): number | undefined {
  if (!NUMBER.test(typed) || !/\d/.test(typed)) return undefined
  const number = Number(plainDigits(typed))
  return Number.isFinite(number) ? number : undefined
}

function amountFrom(typed: string): number | undefined {
  if (NOTHING.test(typed)) return 0
  const [, sign = '', open = '', digits = '', close = ''] = AMOUNT.exec(typed) ?? []
  const isBelow = open !== '' && close !== '' && sign === ''
  if ((open !== '' || close !== '') && !isBelow) return undefined
  return numberFrom(isBelow ? `-${digits}` : sign + digits)
}

function plainDigits(typed: string): string {
  return typed.replaceAll(',', '').replace('−', '-').replace(/^\+/, '')
}

/** 0.07 × 100 is 7.000000000000001; the shorter text counts if it is the same value. */
function percentText(value: number): string {
  const exact = value * 100
  const short = Number(exact.toPrecision(12))
  return `${short / 100 === value ? short : exact} %`
}

function sumOfParts(typed: string): string {
  const parts = typed.match(/\d+(\.\d+)?(ms|s|min|h|d|w)/g) ?? []
  return typed.startsWith('-') ? `-(${parts.join(' + ')})` : parts.join(' + ')
}
