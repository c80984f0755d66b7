// Comma-separated values. Written files can be opened by a spreadsheet program without harm: a text that
// such a program would take for a formula gets an apostrophe before it. Reading takes it away again, and
// never evaluates anything.

import { parse as parseCsv } from 'csv-parse/sync'
import { stringify } from 'csv-stringify/sync'
import { CliError } from '../errors.ts'
import { CELL_MAX_CHARS, IMPORT_MAX_CELLS, IMPORT_MAX_FIELDS } from '../limits.ts'
import { numberText } from '../text/value-text.ts'
import type { Literal, Workbook, WorkCell } from './workbook.ts'

// A tab or a line feed before the sign is skipped by some programs, so those begin a formula too. The wide
// forms count as the plain ones where they are turned into them.
const danger = /^'*[=+\-@\t\r\n＝＋－＠]/

// At most 15 digits before the point: a longer one is the number of a card or an order, and a text.
const numberForm = /^-?(0|[1-9]\d{0,14})(\.\d{1,25})?([eE][+-]?\d{1,3})?$/

const percentForm = /^-?\d{1,15}(\.\d{1,15})?%$/

interface Field {
  readonly text: string
  readonly quoted: boolean
}

export function readCsv(text: string, sheet: string): Workbook {
  const rows = fieldsOf(text)
  // Where everything is quoted, quotes say nothing; else they mark texts.
  const quotesMean = rows.some((row) =>
    row.some(({ text: field, quoted }) => field !== '' && !quoted),
  )
  const cells: WorkCell[] = []
  rows.forEach((row, i) => {
    row.forEach((field, j) => {
      const value = literalIn(field, quotesMean)
      if (value === undefined) return
      const tag = tagOf(field.text, value)
      cells.push({ column: j + 1, row: i + 1, value, ...(tag !== undefined && { tag }) })
    })
    if (cells.length > IMPORT_MAX_CELLS) {
      const most = IMPORT_MAX_CELLS.toLocaleString('en')
      throw new CliError('file-too-large', `The file has more than ${most} cells. Split it.`)
    }
  })
  return { sheets: [{ name: sheet, cells }], names: [], left: [] }
}

function fieldsOf(text: string): Field[][] {
  const delimiter = delimiterOf(text)
  mustBeFew(text, delimiter)
  try {
    return parseCsv(text, {
      bom: true,
      relax_column_count: true,
      skip_empty_lines: false,
      delimiter,
      max_record_size: CELL_MAX_CHARS * 64,
      cast: (field, { quoting }): Field => ({ text: field, quoted: quoting }),
    }) as unknown as Field[][]
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new CliError('bad-file', `The file is no CSV: ${why}`)
  }
}

/** Counted before the file is taken apart: one of nothing but commas would fill the memory. */
function mustBeFew(text: string, delimiter: string): void {
  let fields = 1
  let quoted = false
  for (let at = 0; at < text.length && fields <= IMPORT_MAX_FIELDS; at++) {
    const character = text[at]
    if (character === '"') quoted = !quoted
    else if (!quoted && (character === delimiter || character === '\n')) fields++
  }
  if (fields <= IMPORT_MAX_FIELDS) return
  const most = IMPORT_MAX_FIELDS.toLocaleString('en')
  throw new CliError('file-too-large', `The file has more than ${most} fields. Split it.`)
}

/** A comma, unless the first line has more semicolons or tabs. */
function delimiterOf(text: string): string {
  const line = text.slice(0, 4096).split('\n', 1)[0] ?? ''
  const count = (delimiter: string) => line.split(delimiter).length
  return [',', ';', '\t'].reduce((best, next) => (count(next) > count(best) ? next : best))
}

function literalIn({ text, quoted }: Field, quotesMean: boolean): Literal | undefined {
  if (text === '' && !(quoted && quotesMean)) return undefined
  if (quoted && quotesMean) return unguarded(text)
  if (numberForm.test(text)) return Number(text)
  // Moving the point keeps the digits; a division may not.
  if (percentForm.test(text)) return Number(`${text.slice(0, -1)}e-2`)
  if (/^(true|false)$/i.test(text)) return text.toLowerCase() === 'true'
  if (/^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d))?$/.test(text)) {
    const at = Date.parse(text)
    if (!Number.isNaN(at) && isDay(text)) return { datetime: at }
  }
  if (/^#(N\/A|DIV\/0!|VALUE!|REF!|NAME\?|NULL!|NUM!)$/.test(text)) return { error: text.slice(1) }
  return unguarded(text)
}

/** Date.parse takes the 30th of February for the 2nd of March. */
function isDay(text: string): boolean {
  const [year = 0, month = 0, day = 0] = text.slice(0, 10).split('-').map(Number)
  return new Date(Date.UTC(year, month - 1, day)).getUTCDate() === day
}

/** The tag of a field, by its notation. */
function tagOf(text: string, value: Literal): string | undefined {
  if (typeof value === 'number' && text.endsWith('%')) return 'percentage'
  const isDay = typeof value === 'object' && 'datetime' in value && text.length === 10
  return isDay ? 'date' : undefined
}

function unguarded(text: string): string {
  const own = text.startsWith("'") && danger.test(text.slice(1)) ? text.slice(1) : text
  return own.slice(0, CELL_MAX_CHARS)
}

/** Rows of values; a gap is undefined. Texts are quoted, so that a reader can tell them from the rest. */
export function writeCsv(rows: readonly (readonly (Literal | undefined)[])[]): string {
  return stringify(
    rows.map((row) => [...row]),
    {
      record_delimiter: 'windows',
      cast: {
        number: numberText,
        boolean: (value) => (value ? 'TRUE' : 'FALSE'),
        string: (value) => ({ value: danger.test(value) ? `'${value}` : value, quoted: true }),
        object: (value) =>
          unquoted(value as unknown as Exclude<Literal, string | number | boolean>),
      },
    },
  )
}

function unquoted(value: { readonly datetime: number } | { readonly error: string }): string {
  return 'error' in value ? `#${value.error}` : new Date(value.datetime).toISOString()
}
