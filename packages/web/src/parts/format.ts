// Values as people read them: numbers grouped, minus as −, a blank before % and units. Pure, so that the sheet
// may call it for every cell on the screen.

import type { CellView, Json } from '@cellwake/client'
import { formatIn, type Zone } from './zone.ts'

/** Keeps a number and its unit on one line. */
const blank = '\u00a0'

export interface Shown {
  readonly text: string
  /** Numbers and times stand right, texts left. */
  readonly align: 'left' | 'right'
  readonly isError: boolean
}

type Formattable = Pick<CellView, 'kind' | 'value' | 'typeTag'>

export function formatCell(cell: Formattable, zone: Zone): Shown {
  const { kind, value } = cell
  const left = (text: string): Shown => ({ text, align: 'left', isError: false })
  const right = (text: string): Shown => ({ text, align: 'right', isError: false })
  switch (kind) {
    case 'blank':
      return left('')
    case 'number':
      return right(formatNumber(Number(value), cell.typeTag))
    case 'boolean':
      return right(value === true ? 'TRUE' : 'FALSE')
    case 'datetime':
      return right(formatInstant(String(value), zone, cell.typeTag))
    case 'duration':
      return right(formatDuration(String(value)))
    case 'error':
      return { text: errorText(value), align: 'right', isError: true }
    case 'array':
      return left(arrayText(value))
    case 'object':
      return left(objectText(value, zone))
    case 'pending':
      return left('waits')
    case 'lambda':
      return left('function')
    default:
      return left(typeof value === 'string' ? value : JSON.stringify(value))
  }
}

/** A value of a firing or an event, which comes without a kind; a time comes as `{ datetime: … }`. */
export function formatJson(value: Json, zone: Zone): string {
  if (value === null) return 'blank'
  if (typeof value === 'number') return formatNumber(value)
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE'
  if (typeof value === 'string') return isInstant(value) ? formatInstant(value, zone) : value
  if (Array.isArray(value)) return arrayText(value)
  return wrappedText(value, zone) ?? objectText(value, zone)
}

/**
 * The text of a value that JSON has no literal for: an object with one key that names the kind; undefined for
 * everything else.
 */
export function wrappedText(value: Json, zone: Zone): string | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  const [entry, ...others] = Object.entries(value as Readonly<Record<string, Json>>)
  if (entry === undefined || others.length > 0) return undefined
  const [key, inner] = entry
  if (typeof inner !== 'string') return undefined
  if (key === 'datetime') return formatInstant(inner, zone)
  if (key === 'duration') return formatDuration(inner)
  return key === 'schedule' ? inner : undefined
}

export function formatNumber(value: number, tag = 'number'): string {
  // One digit in a whole column lines up; a share below one percent needs the second.
  if (tag === 'percentage')
    return `${grouped(value * 100, Math.abs(value) < 0.01 && value !== 0 ? 2 : 1, 1)}${blank}%`
  if (tag.startsWith('currency:')) return money(value, tag.slice('currency:'.length))
  if (tag === 'currency') return grouped(value, 2, 2)
  if (tag === 'integer') return grouped(value, 0)
  return plainNumber(value)
}

const symbols: Readonly<Record<string, string>> = { EUR: '€', USD: '$', GBP: '£', JPY: '¥' }

function money(value: number, currency: string): string {
  const digits = currency === 'JPY' || currency === 'KRW' ? 0 : 2
  return `${grouped(value, digits, digits)}${blank}${symbols[currency] ?? currency}`
}

/** As many digits as a reader can use; the exact number is in the formula bar. */
function plainNumber(value: number): string {
  if (!Number.isFinite(value)) return String(value)
  const size = Math.abs(value)
  if (size !== 0 && (size >= 1e15 || size < 1e-6)) {
    return value
      .toExponential(6)
      .replace(/\.?0+e/, 'e')
      .replaceAll('-', '−')
      .replace('e+', 'e')
  }
  return grouped(value, size >= 1000 ? 2 : size >= 1 ? 4 : 6)
}

const formats = new Map<string, Intl.NumberFormat>()

function grouped(value: number, most: number, least = 0): string {
  const key = `${most}:${least}`
  let format = formats.get(key)
  if (format === undefined) {
    format = new Intl.NumberFormat('en', {
      maximumFractionDigits: most,
      minimumFractionDigits: least,
    })
    formats.set(key, format)
  }
  const text = format.format(value)
  // −0 reads as a mistake.
  return text === '-0' ? '0' : text.replace('-', '−')
}

/** Counts: 48,213. */
export function formatCount(value: number): string {
  return grouped(value, 0)
}

/** "1 cell", "16 cells". */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`
}

function isInstant(text: string): boolean {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?Z$/.test(text)
}

/** "17 Nov 2026", with the time of day unless the tag is `date`. */
export function formatInstant(iso: string, zone: Zone, tag = 'datetime'): string {
  const at = new Date(iso)
  if (Number.isNaN(at.getTime())) return iso
  if (tag === 'date') return formatIn(zone.home, 'date', day).format(at)
  const hasSeconds = at.getTime() % 60_000 !== 0
  const format = hasSeconds
    ? formatIn(zone.shown, 'day-seconds', { ...day, ...time, second: '2-digit' })
    : formatIn(zone.shown, 'day-minutes', { ...day, ...time })
  return format.format(at).replace(' at ', ', ')
}

const day: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short', year: 'numeric' }
const time: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit' }

/** `PT2H30M` as "2 h 30 min". */
export function formatDuration(iso: string): string {
  const match =
    /^(-)?P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:([\d.]+)S)?)?$/.exec(
      iso,
    )
  if (match === null) return iso
  const units = ['y', 'mo', 'wk', 'd', 'h', 'min', 's']
  const parts = units.flatMap((unit, i) => {
    const count = match[i + 2]
    return count === undefined ? [] : [`${count}${blank}${unit}`]
  })
  const text = parts.length === 0 ? `0${blank}s` : parts.join(' ')
  return match[1] === '-' ? `−${text}` : text
}

/** A span of milliseconds in its largest two units: "20 min", "1 h 4 min", "3 s". */
export function formatSpan(ms: number): string {
  if (ms < 1000) return `${Math.max(0, Math.round(ms))}${blank}ms`
  const seconds = Math.round(ms / 1000)
  if (seconds < 60) return `${seconds}${blank}s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes}${blank}min`
  const hours = Math.floor(minutes / 60)
  if (hours >= 48) return `${Math.floor(hours / 24)}${blank}days`
  const rest = minutes % 60
  return rest === 0 ? `${hours}${blank}h` : `${hours}${blank}h ${rest}${blank}min`
}

/** `#N/A`; the message stands in the cell's explanation. */
function errorText(value: Json): string {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return '#ERROR!'
  const { code } = value as { code?: Json; error?: Json }
  return typeof code === 'string' ? `#${code}` : '#ERROR!'
}

function arrayText(value: Json): string {
  if (!Array.isArray(value)) return ''
  const [first] = value as readonly Json[]
  if (!Array.isArray(first)) return `list of ${value.length}`
  return `${value.length} × ${first.length}`
}

function objectText(value: Json, zone: Zone): string {
  if (typeof value !== 'object' || value === null) return ''
  const text = Object.entries(value as Readonly<Record<string, Json>>)
    .slice(0, 4)
    .map(([key, item]) => `${key}: ${itemText(item, zone)}`)
    .join(', ')
  return `{ ${text}${Object.keys(value).length > 4 ? ', …' : ''} }`
}

function itemText(item: Json, zone: Zone): string {
  if (typeof item !== 'object' || item === null) return String(item)
  return wrappedText(item, zone) ?? '…'
}
