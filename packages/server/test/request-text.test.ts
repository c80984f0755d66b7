// Goal: texts in addresses mean one thing or are refused with a code. Method: tables.

import { describe, expect, it } from 'vitest'
import { ServerError } from '../src/errors.ts'
import { readAt, readDuration, readKey, readSymbols } from '../src/request-text.ts'

describe('symbols', () => {
  it.each([
    ['A1', ['A1']],
    ['A1,B2', ['A1', 'B2']],
    [' A1 , total ', ['A1', 'total']],
    ["'My, sheet'!A1,B2", ["'My, sheet'!A1", 'B2']],
    ["'It''s'!A1,'x'!B1:C2", ["'It''s'!A1", "'x'!B1:C2"]],
  ])('%s', (text, symbols) => {
    expect(readSymbols(text)).toEqual(symbols)
  })

  it.each(['', 'A1,', ',A1', "'open", 'A'.repeat(301), Array(1001).fill('A1').join(',')])(
    'are refused: %.20s',
    (text) => {
      expect(() => readSymbols(text)).toThrow(ServerError)
    },
  )
})

describe('instants and revisions', () => {
  it.each([
    ['41', { rev: 41 }],
    ['2026-03-01T08:00:00Z', { instant: Date.UTC(2026, 2, 1, 8) }],
    ['2026-03-01T08:00+01:00', { instant: Date.UTC(2026, 2, 1, 7) }],
    ['2026-03-01', { instant: Date.UTC(2026, 2, 1) }],
  ])('%s', (text, at) => {
    expect(readAt(text)).toEqual(at)
  })

  it.each([
    '',
    '-1',
    '1e3',
    'yesterday',
    '2026-13-01',
    '2026-02-30',
    '2026-04-31T08:00:00Z',
    '2025-02-29',
    '2026-03-01T08:00:00',
    '0x10',
    '1'.repeat(30),
  ])('are refused: %s', (text) => {
    expect(() => readAt(text)).toThrow(/no instant/)
  })
})

describe('durations', () => {
  it.each([
    ['500ms', 500],
    ['5s', 5_000],
    ['1.5s', 1_500],
    ['2m', 120_000],
  ])('%s', (text, ms) => {
    expect(readDuration(text)).toBe(ms)
  })

  it.each(['5', '-5s', 's', '5h', '5 s', '1e9s'])('are refused: %s', (text) => {
    expect(() => readDuration(text)).toThrow(/no duration/)
  })
})

describe('keys', () => {
  it('are visible ASCII', () => {
    expect(readKey('order-1/x')).toBe('order-1/x')
    expect(readKey(undefined)).toBeUndefined()
    for (const bad of ['', 'a b', 'é', 'x'.repeat(201)]) expect(() => readKey(bad)).toThrow(/Key/)
  })
})
