// Goal: the sentence of a cause is true and reads well, and a day is drawn as it was. Method: explanations and
// histories as the server sends them.

import type { CauseView, Explanation, HistoryEntry, WhyNode } from '@cellwake/client'
import { describe, expect, test } from 'vitest'
import { merged, pointsOf } from '../src/pages/history/merged.ts'
import { formulaPieces } from '../src/parts/why/formula-text.tsx'
import { lastDay } from '../src/parts/why/last-day.ts'
import { causeSentence, wantedWords } from '../src/parts/why/sentence.ts'
import type { Zone } from '../src/parts/zone.ts'

const utc: Zone = { shown: 'UTC', home: 'UTC', isNamed: false }

const at = '2026-11-17T13:30:04.000Z'
const cause = (change: Partial<CauseView> = {}): CauseView => ({
  kind: 'set',
  by: 'pricing',
  rev: 7,
  at,
  rule: null,
  run: null,
  ...change,
})
const rule = { id: 'r1', title: 'Reprice', line: 3, due: null, wave: 1 }
const node = (change: Partial<WhyNode>): WhyNode => ({
  symbol: 'H2',
  role: 'formula',
  kind: 'number',
  value: 0.306,
  typeTag: 'percentage',
  status: 'ready',
  formula: '(G2 - D2) / G2',
  call: null,
  changed: null,
  reads: [],
  notTaken: [],
  more: 0,
  cut: false,
  ...change,
})

function said(why: Partial<WhyNode>, because: Explanation['because'] = []): string {
  const explanation = {
    rev: 7,
    at,
    why: node(why),
    because,
    origin: [],
    readBy: [],
    readByRules: [],
  }
  return causeSentence(explanation, utc)
    .map((piece) =>
      piece.kind === 'time' ? 'TIME' : piece.kind === 'symbol' ? piece.shown : piece.text,
    )
    .join('')
    .replaceAll('\u00a0', ' ')
}

const number = (value: number) => ({ kind: 'number', value })

describe('the sentence of a cause', () => {
  test('names what moved, from where, and who did it', () => {
    const changed = { before: number(0.309), cause: cause() }
    const because = [{ symbol: 'fx', before: number(1.079), after: number(1.0842) }]
    expect(said({ changed }, because)).toBe(
      'Fell from 30.9 % TIME, because fx rose from 1.079 to 1.0842, set by pricing.',
    )
  })

  test('an external call is named by its cell, not by the symbol of the compiler', () => {
    const changed = { before: number(0.309), cause: cause({ kind: 'job', by: 'job' }) }
    const because = [{ symbol: '__ext__:fx:34911c', before: number(1.1), after: number(1.2) }]
    expect(said({ changed }, because)).toBe(
      'Fell from 30.9 % TIME, because the call in fx rose from 1.1 to 1.2.',
    )
  })

  test('a rule that wrote the cell itself is named', () => {
    const changed = { before: number(0.204), cause: cause({ kind: 'rule', rule }) }
    expect(said({ role: 'rule', formula: null, call: null, changed })).toBe(
      'The rule Reprice wrote it TIME, it was 20.4 %.',
    )
  })

  test('an input that nobody touched stands as in the source', () => {
    expect(said({ role: 'input', formula: null })).toContain('stands so in the source')
  })

  test('an error says its message and where it came from', () => {
    const value = { code: 'DIV/0!', message: 'Division by zero.', origin: 'E21' }
    expect(said({ kind: 'error', value })).toContain(
      'It shows an error: Division by zero, which came from E21.',
    )
  })

  test('what had no value before came to be, and did not change from one', () => {
    const pending = { kind: 'pending', value: null }
    const because = [{ symbol: 'call', before: pending, after: number(1.08) }]
    const changed = { before: pending, cause: cause({ kind: 'job' }) }
    expect(said({ changed }, because)).toBe('It came to be TIME, because call became 1.08.')
    const waits = [{ symbol: 'call', before: number(1.08), after: pending }]
    const lost = { kind: 'pending', value: null, changed: { before: number(2), cause: cause() } }
    expect(said(lost, waits)).toContain('call changed from 1.08 to no answer yet')
  })

  test('many causes are counted, not listed', () => {
    const because = ['A1', 'A2', 'A3', 'A4'].map((symbol) => ({
      symbol,
      before: number(1),
      after: number(2),
    }))
    expect(said({ changed: { before: number(1), cause: cause() } }, because)).toContain(
      'and 2 more changed',
    )
  })
})

const entry = (rev: number, time: string, value: HistoryEntry['value']): HistoryEntry => ({
  kind: 'number',
  value,
  typeTag: 'number',
  rev,
  at: time,
  cause: cause({ rev, rule: rev === 3 ? rule : null }),
})

const newestFirst = [
  entry(3, '2026-11-17T12:00:00Z', 30),
  entry(2, '2026-11-17T00:00:00Z', 10),
  entry(1, '2026-11-15T00:00:00Z', 20),
]

describe('a day and a history', () => {
  test('the line of a day begins with the value from before it', () => {
    const day = lastDay(newestFirst, Date.parse('2026-11-17T18:00:00Z'))
    expect(day).toMatchObject({ low: 10, high: 30, changes: 2 })
    expect(day?.path).toBe('M0 22H52.5V40H157.5V4H210')
    expect(day?.fired).toEqual([157.5])
  })

  test('what is no number is no line', () => {
    expect(lastDay([entry(1, '2026-11-17T12:00:00Z', 'x')], Date.parse(at))).toBeUndefined()
  })

  test('pages are put together without doubles, newest first', () => {
    const [a, b, c] = newestFirst
    expect(merged([a!, b!], [b!, c!]).map(({ rev }) => rev)).toEqual([3, 2, 1])
  })

  test('the points reach from the beginning of the time shown to now', () => {
    const from = Date.parse('2026-11-16T00:00:00Z')
    const now = Date.parse('2026-11-17T18:00:00Z')
    const { times, values } = pointsOf(newestFirst, from, now)
    expect(values).toEqual([20, 10, 30, 30])
    expect(times[0]).toBe(from / 1000)
    expect(times.at(-1)).toBe(now / 1000)
  })
})

test('a formula in pieces is the formula', () => {
  const text = 'IF(A1 > 5min, "a ""b""", SUM(B1:B9) * 2) THEN dt"2026-01-01" ELSE <b>'
  expect(
    formulaPieces(text)
      .map((piece) => piece.text)
      .join(''),
  ).toBe(text)
  expect(formulaPieces('"x" & 5min').map(({ kind }) => kind)).toContain('time')
})

test('who wants a cell is said in words, and nobody is said too', () => {
  const nobody = { always: false, formulas: [], rules: [], watchers: 0 }
  expect(wantedWords(nobody)).toBe('nobody: it is computed when somebody asks')
  expect(wantedWords({ ...nobody, always: true })).toBe('the model itself: it always runs')
  const many = { always: true, formulas: ['A1', 'B1'], rules: ['r1'], watchers: 1 }
  expect(wantedWords(many)).toBe('2 formulas, 1 rule, 1 who follows it')
  expect(wantedWords(undefined)).toBe('nobody, this is the past')
})
