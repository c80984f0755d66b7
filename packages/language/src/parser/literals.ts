// Literals: numbers with units, texts, templates, datetimes, durations, crons, arrays and objects.

import { diagnostic } from '../diagnostics.ts'
import { TimeError } from '../errors.ts'
import { isLineEnd } from '../lexer/characters.ts'
import { readEscape, tooLong } from '../lexer/texts.ts'
import { Level, Token } from '../lexer/tokens.ts'
import {
  duration,
  hourMs,
  minuteMs,
  multiplyDuration,
  parseCron,
  parseDuration,
  parseInstant,
} from '../time/index.ts'
import type {
  ArrayLiteral,
  DurationLiteral,
  Expr,
  NumberLiteral,
  ObjectEntry,
  Template,
} from './ast.ts'
import type { Parser } from './parser.ts'

const unitMs: Readonly<Record<string, number>> = { ms: 1, s: 1000, min: minuteMs, h: hourMs }

/** The nearest number to the digits with their point moved: 1.8pct is 0.018, which 1.8 / 100 is not. */
function shifted(value: number, raw: string, unit: string, places: number): number {
  const digits = raw.slice(0, -unit.length).replaceAll('_', '')
  return /^[\d.]+$/.test(digits) ? Number(`${digits}e-${places}`) : value / 10 ** places
}

export function readNumber(p: Parser): Expr {
  const { start, end, value, text: raw, unit } = p
  p.height = 1
  p.advance()
  if (unit === '') return { type: 'number', start, end, value, raw }
  if (unit === 'pct') return percentage(start, end, shifted(value, raw, unit, 2), raw)
  if (unit === 'bps') return percentage(start, end, shifted(value, raw, unit, 4), raw)
  const length = durationOf(value, unit)
  if (length !== undefined) return { type: 'duration', start, end, value: length, raw }
  const problem = unit in unitMs ? 'finer than a millisecond, or too long' : 'too long'
  p.report(diagnostic('bad-literal', { start, end }, `Bad duration: it is ${problem}.`))
  return p.broken(start)
}

export function readString(p: Parser): Expr {
  const { start, end, text: value } = p
  p.height = 1
  p.advance()
  return { type: 'string', start, end, value }
}

/** Reads `dt"…"` and its kind: the current word stands right before a quote. */
export function readTyped(p: Parser): Expr {
  const { source, start, end: quote, upper } = p
  const body = quote + 1
  let end = body
  while (end < source.length && source.charCodeAt(end) !== 34 && !isLineEnd(source.charCodeAt(end)))
    end++
  const closed = source.charCodeAt(end) === 34
  p.end = closed ? end + 1 : end
  p.pos = p.end
  p.height = 1
  if (!closed)
    p.fail({ start: quote, end: quote + 1 }, 'This text is not closed. Put a " where it ends.')
  else if (upper === 'DT' || upper === 'DURATION' || upper === 'CRON') {
    p.advance()
    return timeLiteral(p, upper, source.slice(body, end), start, body)
  } else {
    const like = /^(DATE|DATETIME|TIME|TIMESTAMP)$/.test(upper)
    p.fail(
      { start, end: quote },
      `There is no literal called ${p.text}. Before a text only dt, duration and cron may stand.`,
      like ? { title: 'Write dt', edits: [{ start, end: quote, text: 'dt' }] } : undefined,
    )
  }
  return p.broken(start)
}

function timeLiteral(p: Parser, prefix: string, text: string, start: number, body: number): Expr {
  const end = p.prevEnd
  try {
    if (prefix === 'DT') return { type: 'datetime', start, end, value: parseInstant(text), text }
    if (prefix === 'DURATION') {
      const value = parseDuration(text)
      return { type: 'duration', start, end, value, raw: `duration"${text}"` }
    }
    parseCron(text)
    return { type: 'cron', start, end, text }
  } catch (error) {
    if (!(error instanceof TimeError)) throw error
    const at = { start: body + Math.min(error.offset ?? 0, text.length), end: body + text.length }
    // Its column counts within the literal, which would mislead here.
    const message = error.message.replace(/, column \d+/, '')
    p.report(diagnostic('bad-literal', at, message))
    return { type: 'broken', start, end }
  }
}

export function readTemplate(p: Parser): Expr {
  const { source, start } = p
  if (!p.enter()) return p.broken(start)
  const texts: string[] = []
  const values: Expr[] = []
  let height = 0
  let text = ''
  let from = p.end
  let at = from
  for (;;) {
    const unit = source.charCodeAt(at)
    if (unit === 96) break
    if (unit === 92) {
      text += source.slice(from, at)
      const [character, next] = readEscape(p, at, '`')
      text += character
      at = from = next
      if (p.mistake !== undefined) p.report(p.mistake)
      p.mistake = undefined
    } else if (unit === 123) {
      texts.push(text + source.slice(from, at))
      values.push(readHole(p, at))
      height = Math.max(height, p.height)
      if (p.halted) return templateNode(p, start, texts, values, '', height)
      text = ''
      at = from = p.end
    } else if (at >= source.length || isLineEnd(unit)) {
      // It reaches to the end of the line, and so does what holds it.
      p.pos = p.end = p.prevEnd = at
      p.fail(
        { start, end: start + 1 },
        'This template is not closed. Put a ` where it ends, on the same line.',
      )
      return templateNode(p, start, texts, values, text + source.slice(from, at), height)
    } else at++
  }
  p.end = p.pos = at + 1
  p.mistake = undefined
  p.advance()
  return templateNode(p, start, texts, values, text + source.slice(from, at), height)
}

function templateNode(
  p: Parser,
  start: number,
  texts: string[],
  values: Expr[],
  last: string,
  height: number,
): Template {
  p.leave()
  texts.push(last)
  while (texts.length <= values.length) texts.push('')
  const node: Template = { type: 'template', start, end: p.prevEnd, texts, values }
  if (texts.some((part) => tooLong(part)))
    p.report(diagnostic('limit', node, 'This text is longer than 1 MiB. Split it.'))
  p.grow(height + 1, start)
  return node
}

/** Reads the expression in the braces of a template; its closing brace is then current. */
function readHole(p: Parser, brace: number): Expr {
  const outer = p.open
  p.open = brace
  p.brackets++
  p.prevEnd = p.pos = brace + 1
  p.scan()
  p.refer()
  const value = p.expression(Level.All)
  if (p.kind !== Token.CloseBrace) p.unexpected('} to close the braces of the template')
  p.open = outer
  p.brackets--
  return value
}

export function readArray(p: Parser): Expr {
  const { start } = p
  if (!p.enter()) return p.broken(start)
  const outer = p.openBracket()
  const rows = readRowsUntil(p, Token.CloseBracket)
  const height = p.height
  p.closeBracket(outer, Token.CloseBracket, 'a comma or ]')
  return arrayNode(p, start, rows, height)
}

function arrayNode(p: Parser, start: number, rows: Expr[][], height: number): ArrayLiteral {
  p.leave()
  const uneven = rows.findIndex((row) => row.length !== rows[0]!.length)
  const node: ArrayLiteral = { type: 'array', start, end: p.prevEnd, rows }
  if (uneven > 0 && !p.halted)
    p.syntax(
      node,
      `All rows of an array are equally long, but row ${uneven + 1} has ${rows[uneven]!.length} and row 1 has ${rows[0]!.length}. Write BLANK where nothing stands.`,
    )
  p.grow(height + 1, start)
  return node
}

function readRowsUntil(p: Parser, closing: number): Expr[][] {
  const rows: Expr[][] = []
  let height = 0
  let row: Expr[] = []
  if (p.kind !== closing)
    for (;;) {
      if (p.kind === Token.Comma || p.kind === Token.Semicolon || p.kind === closing)
        p.unexpected('an element', ' Write BLANK for an empty one.')
      row.push(p.expression(Level.All))
      height = Math.max(height, p.height)
      if (p.kind === Token.Comma) p.advance()
      else if (p.kind === Token.Semicolon) {
        p.advance()
        rows.push(row)
        row = []
      } else break
    }
  rows.push(row)
  p.height = height
  return rows
}

/** Reads `{ a: 1 }`; an array in braces, as Excel writes it, is read as what it means. */
export function readObject(p: Parser): Expr {
  const { start } = p
  if (!p.enter()) return p.broken(start)
  const outer = p.openBracket()
  if (p.kind !== Token.CloseBrace && !isKey(p) && startsElement(p)) {
    const rows = readRowsUntil(p, Token.CloseBrace)
    const height = p.height
    const end = p.start
    p.closeBracket(outer, Token.CloseBrace, 'a comma or }')
    if (!p.halted)
      p.syntax(
        { start, end: end + 1 },
        'An array is written in square brackets; braces make an object, such as { a: 1 }.',
        {
          title: 'Write [ ]',
          edits: [
            { start, end: start + 1, text: '[' },
            { start: end, end: end + 1, text: ']' },
          ],
        },
      )
    return arrayNode(p, start, rows, height)
  }
  const entries: ObjectEntry[] = []
  const keys = new Set<string>()
  let height = 0
  if (p.kind !== Token.CloseBrace)
    do {
      const entry = readEntry(p, keys)
      height = Math.max(height, p.height)
      if (entry !== undefined) entries.push(entry)
    } while (p.take(Token.Comma))
  p.closeBracket(outer, Token.CloseBrace, 'a comma or }')
  p.leave()
  const end = p.prevEnd
  p.grow(height + 1, start)
  return { type: 'object', start, end, entries }
}

function isKey(p: Parser): boolean {
  return (p.atWord() || p.kind === Token.String) && p.unitAhead() === 58
}

function startsElement(p: Parser): boolean {
  const { kind } = p
  return (
    (kind >= Token.Word && kind <= Token.Backtick) ||
    kind === Token.Minus ||
    (kind >= Token.True && kind <= Token.Blank)
  )
}

function readEntry(p: Parser, keys: Set<string>): ObjectEntry | undefined {
  if (!p.atWord() && p.kind !== Token.String) {
    const hint = ' A key is a name or a text in double quotes.'
    p.unexpected('a key', hint)
    return undefined
  }
  const isText = p.kind === Token.String
  const text = isText ? p.text : p.source.slice(p.start, p.end)
  const key = { start: p.start, end: p.end, text }
  p.advance()
  if (keys.has(text)) p.syntax(key, `The key ${text} is in this object twice. Remove one.`)
  keys.add(text)
  if (p.kind === Token.Colon) p.advance()
  else p.unexpected('a colon and a value behind the key')
  return { key, value: p.expression(Level.All) }
}

function percentage(start: number, end: number, value: number, raw: string): NumberLiteral {
  return { type: 'number', start, end, value, raw }
}

function durationOf(value: number, unit: string): DurationLiteral['value'] | undefined {
  try {
    if (unit === 'd') return multiplyDuration(duration({ days: 1 }), value)
    if (unit === 'w') return multiplyDuration(duration({ days: 7 }), value)
    const ms = value * unitMs[unit]!
    const whole = Math.round(ms)
    // 0.1h is 360000.00000000006 ms.
    return Math.abs(ms - whole) > 1e-6 ? undefined : duration({ ms: whole })
  } catch (error) {
    if (error instanceof TimeError) return undefined
    throw error
  }
}
