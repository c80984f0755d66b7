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
import { ReferenceParser } from './references.ts'

const unitMs: Readonly<Record<string, number>> = { ms: 1, s: 1000, min: minuteMs, h: hourMs }

/** The nearest number to the digits with their point moved: 1.8pct is 0.018, which 1.8 / 100 is not. */
function shifted(value: number, raw: string, unit: string, places: number): number {
  const digits = raw.slice(0, -unit.length).replaceAll('_', '')
  return /^[\d.]+$/.test(digits) ? Number(`${digits}e-${places}`) : value / 10 ** places
}

export abstract class LiteralParser extends ReferenceParser {
  abstract expression(max: number): Expr

  number(): Expr {
    const { start, end, value, text: raw, unit } = this
    this.height = 1
    this.advance()
    if (unit === '') return { type: 'number', start, end, value, raw }
    if (unit === 'pct') return percentage(start, end, shifted(value, raw, unit, 2), raw)
    if (unit === 'bps') return percentage(start, end, shifted(value, raw, unit, 4), raw)
    const length = durationOf(value, unit)
    if (length !== undefined) return { type: 'duration', start, end, value: length, raw }
    const problem = unit in unitMs ? 'finer than a millisecond, or too long' : 'too long'
    this.report(diagnostic('bad-literal', { start, end }, `Bad duration: it is ${problem}.`))
    return this.broken(start)
  }

  string(): Expr {
    const { start, end, text: value } = this
    this.height = 1
    this.advance()
    return { type: 'string', start, end, value }
  }

  /** Reads `dt"…"` and its kind: the current word stands right before a quote. */
  typed(): Expr {
    const { source, start, end: quote, upper } = this
    const body = quote + 1
    let end = body
    while (
      end < source.length &&
      source.charCodeAt(end) !== 34 &&
      !isLineEnd(source.charCodeAt(end))
    )
      end++
    const closed = source.charCodeAt(end) === 34
    this.end = closed ? end + 1 : end
    this.pos = this.end
    this.height = 1
    if (!closed)
      this.fail({ start: quote, end: quote + 1 }, 'This text is not closed. Put a " where it ends.')
    else if (upper === 'DT' || upper === 'DURATION' || upper === 'CRON') {
      this.advance()
      return this.timeLiteral(upper, source.slice(body, end), start, body)
    } else {
      const like = /^(DATE|DATETIME|TIME|TIMESTAMP)$/.test(upper)
      this.fail(
        { start, end: quote },
        `There is no literal called ${this.text}. Before a text only dt, duration and cron may stand.`,
        like ? { title: 'Write dt', edits: [{ start, end: quote, text: 'dt' }] } : undefined,
      )
    }
    return this.broken(start)
  }

  private timeLiteral(prefix: string, text: string, start: number, body: number): Expr {
    const end = this.prevEnd
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
      this.report(diagnostic('bad-literal', at, message))
      return { type: 'broken', start, end }
    }
  }

  template(): Expr {
    const { source, start } = this
    if (!this.enter()) return this.broken(start)
    const texts: string[] = []
    const values: Expr[] = []
    let height = 0
    let text = ''
    let from = this.end
    let at = from
    for (;;) {
      const unit = source.charCodeAt(at)
      if (unit === 96) break
      if (unit === 92) {
        text += source.slice(from, at)
        const [character, next] = readEscape(this, at, '`')
        text += character
        at = from = next
        if (this.mistake !== undefined) this.report(this.mistake)
        this.mistake = undefined
      } else if (unit === 123) {
        texts.push(text + source.slice(from, at))
        values.push(this.hole(at))
        height = Math.max(height, this.height)
        if (this.halted) return this.templateNode(start, texts, values, '', height)
        text = ''
        at = from = this.end
      } else if (at >= source.length || isLineEnd(unit)) {
        // It reaches to the end of the line, and so does what holds it.
        this.pos = this.end = this.prevEnd = at
        this.fail(
          { start, end: start + 1 },
          'This template is not closed. Put a ` where it ends, on the same line.',
        )
        return this.templateNode(start, texts, values, text + source.slice(from, at), height)
      } else at++
    }
    this.end = this.pos = at + 1
    this.mistake = undefined
    this.advance()
    return this.templateNode(start, texts, values, text + source.slice(from, at), height)
  }

  private templateNode(
    start: number,
    texts: string[],
    values: Expr[],
    last: string,
    height: number,
  ): Template {
    this.leave()
    texts.push(last)
    while (texts.length <= values.length) texts.push('')
    const node: Template = { type: 'template', start, end: this.prevEnd, texts, values }
    if (texts.some((part) => tooLong(part)))
      this.report(diagnostic('limit', node, 'This text is longer than 1 MiB. Split it.'))
    this.grow(height + 1, start)
    return node
  }

  /** Reads the expression in the braces of a template; its closing brace is then current. */
  private hole(brace: number): Expr {
    const outer = this.open
    this.open = brace
    this.brackets++
    this.prevEnd = this.pos = brace + 1
    this.scan()
    const value = this.expression(Level.All)
    if (this.kind !== Token.CloseBrace) this.unexpected('} to close the braces of the template')
    this.open = outer
    this.brackets--
    return value
  }

  array(): Expr {
    const { start } = this
    if (!this.enter()) return this.broken(start)
    const outer = this.openBracket()
    const rows = this.rowsUntil(Token.CloseBracket)
    const height = this.height
    this.closeBracket(outer, Token.CloseBracket, 'a comma or ]')
    return this.arrayNode(start, rows, height)
  }

  private arrayNode(start: number, rows: Expr[][], height: number): ArrayLiteral {
    this.leave()
    const uneven = rows.findIndex((row) => row.length !== rows[0]!.length)
    const node: ArrayLiteral = { type: 'array', start, end: this.prevEnd, rows }
    if (uneven > 0 && !this.halted)
      this.syntax(
        node,
        `All rows of an array are equally long, but row ${uneven + 1} has ${rows[uneven]!.length} and row 1 has ${rows[0]!.length}. Write BLANK where nothing stands.`,
      )
    this.grow(height + 1, start)
    return node
  }

  private rowsUntil(closing: number): Expr[][] {
    const rows: Expr[][] = []
    let height = 0
    let row: Expr[] = []
    if (this.kind !== closing)
      for (;;) {
        if (this.kind === Token.Comma || this.kind === Token.Semicolon || this.kind === closing)
          this.unexpected('an element', ' Write BLANK for an empty one.')
        row.push(this.expression(Level.All))
        height = Math.max(height, this.height)
        if (this.kind === Token.Comma) this.advance()
        else if (this.kind === Token.Semicolon) {
          this.advance()
          rows.push(row)
          row = []
        } else break
      }
    rows.push(row)
    this.height = height
    return rows
  }

  /** Reads `{ a: 1 }`; an array in braces, as Excel writes it, is read as what it means. */
  object(): Expr {
    const { start } = this
    if (!this.enter()) return this.broken(start)
    const outer = this.openBracket()
    if (this.kind !== Token.CloseBrace && !this.isKey() && this.startsElement()) {
      const rows = this.rowsUntil(Token.CloseBrace)
      const height = this.height
      const end = this.start
      this.closeBracket(outer, Token.CloseBrace, 'a comma or }')
      if (!this.halted)
        this.syntax(
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
      return this.arrayNode(start, rows, height)
    }
    const entries: ObjectEntry[] = []
    const keys = new Set<string>()
    let height = 0
    if (this.kind !== Token.CloseBrace)
      do {
        const entry = this.entry(keys)
        height = Math.max(height, this.height)
        if (entry !== undefined) entries.push(entry)
      } while (this.take(Token.Comma))
    this.closeBracket(outer, Token.CloseBrace, 'a comma or }')
    this.leave()
    const end = this.prevEnd
    this.grow(height + 1, start)
    return { type: 'object', start, end, entries }
  }

  private isKey(): boolean {
    return (this.atWord() || this.kind === Token.String) && this.unitAhead() === 58
  }

  private startsElement(): boolean {
    const { kind } = this
    return (
      (kind >= Token.Word && kind <= Token.Backtick) ||
      kind === Token.Minus ||
      (kind >= Token.True && kind <= Token.Blank)
    )
  }

  private entry(keys: Set<string>): ObjectEntry | undefined {
    if (!this.atWord() && this.kind !== Token.String) {
      const hint = ' A key is a name or a text in double quotes.'
      this.unexpected('a key', hint)
      return undefined
    }
    const isText = this.kind === Token.String
    const text = isText ? this.text : this.source.slice(this.start, this.end)
    const key = { start: this.start, end: this.end, text }
    this.advance()
    if (keys.has(text)) this.syntax(key, `The key ${text} is in this object twice. Remove one.`)
    keys.add(text)
    if (this.kind === Token.Colon) this.advance()
    else this.unexpected('a colon and a value behind the key')
    return { key, value: this.expression(Level.All) }
  }
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
