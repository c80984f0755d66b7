// Goal: rules, schedules and what may stand in them are checked as documented. Method: small models
// with the codes they give.

import { describe, expect, it } from 'vitest'
import { codes, errors } from './support.ts'

const at = 'AT dt"2026-12-31T23:59:00Z"'

describe('policies', () => {
  it('are required in blocks and after EVERY, and understood after AT behind an assignment', () => {
    expect(errors(`${at} THEN A1 = 1; END`)).toEqual(['policy-missing'])
    expect(errors('EVERY 1h THEN A1 = 1; END')).toEqual(['policy-missing'])
    expect(errors('A1 = 1 EVERY 1h')).toEqual(['policy-missing'])
    expect(errors(`A1 = 1 ${at}`)).toEqual([])
  })

  it('count with MAX only after EVERY, in whole numbers from 1 on', () => {
    expect(errors('EVERY 1h BACKFILL MAX 5 THEN A1 = 1; END')).toEqual([])
    expect(errors('EVERY 1h BACKFILL MAX 0 THEN A1 = 1; END')).toEqual(['bad-literal'])
    expect(errors('EVERY 1h BACKFILL MAX 1.5 THEN A1 = 1; END')).toEqual(['bad-literal'])
    expect(errors(`${at} BACKFILL MAX 2 THEN A1 = 1; END`)).toEqual(['syntax'])
  })
})

describe('triggers', () => {
  it('of EVERY are lengths of time or crons, of AT moments', () => {
    for (const trigger of ['1h', 'duration"PT1H"', 'cron"0 * * * *"', 'B1'])
      expect(errors(`EVERY ${trigger} SKIP MISSED THEN A1 = 1; END`)).toEqual([])
    for (const trigger of ['"1h"', 'TRUE', 'dt"2026-01-01T00:00:00Z"', '0', '-1h'])
      expect(errors(`EVERY ${trigger} SKIP MISSED THEN A1 = 1; END`)).toEqual(['bad-literal'])
    for (const trigger of ['1h', 'cron"0 * * * *"', '"2026-01-01"'])
      expect(errors(`AT ${trigger} SKIP MISSED THEN A1 = 1; END`)).toEqual(['bad-literal'])
    expect(errors('AT 1767225600000 SKIP MISSED THEN A1 = 1; END')).toEqual([])
  })

  it.each([
    'A1:A2',
    'A1:A2 > 0',
    'A1:A1 > 0',
    '0 < A1:B2',
    'B1 > 0 AND A1:A2 > 0',
    'A1:A2 > 0 OR B1',
    'NOT A1:A2',
    'NOT(A1:A2 > 0)',
    '-A1:A2 < 0',
    'A1:A2 IS ERROR',
    '[B1, B2] > 0',
    'A1# > 0',
    'ABS(A1:A2) > 3',
    'ISBETWEEN(A1:A2, 0, 5)',
    'ROUND(B1, A1:A2) = 1',
    '(A1:A2 > 0 THEN TRUE ELSE FALSE)',
    'IF(B1, A1:A2, A2:A3) > 0',
    'LET(x, A1:A2, x > 0)',
    '(TRY A1:A2 ELSE [1, 2])',
    'many > 0',
    'more',
  ])('of WHEN that can only be arrays are refused: %s', (condition) => {
    const names = 'many = A1:A2 * 2\nmore = many > 1'
    expect(errors(`${names}\nWHEN ${condition} THEN C1 = 1; END`)).toEqual(['condition-array'])
  })

  it.each([
    'AND(A1:A2 > 0)',
    'OR(A1:A2 > 0)',
    'AND(A1:A2 > 0, B1)',
    'SUM(A1:A2) > 0',
    'COUNTIF(A1:A2, ">0") > 1',
    'B1 > 0 AND MAX(A1:A2) > 3',
    'INDEX(A1:A2, 1) > 0',
    'XLOOKUP(B1, A1:A2, C1:C2) > 0',
    'IF(B1, A1:A2, 0) > 0',
    'IFERROR(A1:A2, 0) > 0',
    'ROWS(A1:A2) > 1',
    'ISREF(A1:A2)',
    'A1:B2 B2:C3 > 0',
    'given > 0',
    'written > 0',
    'unknown_yet > 0',
    'round_a > 0',
    'LET(x, SUM(A1:A2), x > 0)',
    'SUM(MAP(A1:A2, (x) => x * 2)) > 0',
    'FILTER(A1:A2, A1:A2 > 0, 0) > 0',
  ])('of WHEN that may be one value are not: %s', (condition) => {
    const names = 'given = [1, 2]\nAT 0 BACKFILL THEN written = [1, 2]; END\nround_a = A9'
    expect(errors(`${names}\nWHEN ${condition} THEN D1 = 1; END`)).toEqual([])
  })

  it('of WHEN are followed through names in circles and in long rows without end or trouble', () => {
    const rule = 'WHEN n0 THEN D1 = 1; END'
    expect(errors(`n0 = n1 + A1:A2\nn1 = n0\n${rule}`)).toContain('cycle')
    const row = Array.from({ length: 20_000 }, (_, i) => `n${i} = n${i + 1} + 1`).join('\n')
    expect(errors(`${row}\nn20000 = A1:A2 * 2\n${rule}`)).toEqual([])
  })

  it('of WHEN may call external functions, gates and schedules may not', () => {
    expect(errors('WHEN FX_RATE("EUR", "USD") > 1.1 THEN A1 = 1; END')).toEqual([])
    expect(errors('WHEN A1 > 0 THROTTLE ML_SCORE([1]) THEN B1 = 1; END')).toEqual(['rule-external'])
    expect(errors('EVERY ML_SCORE([1]) SKIP MISSED THEN B1 = 1; END')).toEqual(['rule-external'])
    expect(errors('AT HTTP_JSON("u") SKIP MISSED THEN B1 = 1; END')).toEqual(['rule-external'])
  })

  it('take a zone that exists', () => {
    const every = (zone: string) =>
      `EVERY cron"0 9 * * *" IN "${zone}" SKIP MISSED THEN A1 = 1; END`
    expect(errors(every('America/New_York'))).toEqual([])
    expect(errors(every('Mars/Olympus'))).toEqual(['bad-literal'])
    expect(errors(every('+01:00'))).toEqual(['bad-literal'])
  })
})

describe('bodies', () => {
  it('hold assignments and events, nothing else', () => {
    const body = (line: string) => errors(`WHEN A1 > 0 THEN\n ${line}\nEND`)
    expect(body('B1 as currency = 1')).toEqual([])
    expect(body('B1:B3 = ROW_INDEX')).toEqual([])
    expect(body('topic!event(A1, "x")')).toEqual([])
    expect(body('B1 = 1 EVERY 1h SKIP MISSED')).toEqual(['rule-nested'])
    expect(body('B:B = 1')).toEqual(['whole-column-target'])
    expect(body('topic!event(FX_RATE("EUR", "USD"))')).toEqual(['rule-external'])
    expect(body('B1 = MAP([1], (x) => FX_RATE("EUR", "USD"))')).toEqual(['rule-external'])
  })

  it('report every mistake in them', () => {
    const source = 'WHEN A1 > 0 THEN\n B1 ~= 1\n B2 += NOSUCH(1)\n MODEL "x"\nEND'
    expect(codes(source)).toEqual([
      'rule-lazy 2',
      'rule-compound 3',
      'unknown-function 3',
      'rule-header 4',
    ])
  })

  it('know positions, also for a single cell, but events do not', () => {
    expect(errors('WHEN A1 > 0 THEN B2 = ABOVE + LEFT(1) + CELL_COUNT; END')).toEqual([])
    expect(errors('WHEN A1 > 0 THEN t!e(ROW_INDEX); END')).toEqual(['position-outside-range'])
  })

  it('know the scheduled time only where there is one', () => {
    expect(errors('EVERY 1h SKIP MISSED THEN B1 = SCHEDULED_AT; t!e(SCHEDULED_AT); END')).toEqual(
      [],
    )
    expect(errors(`B1 = SCHEDULED_AT ${at}`)).toEqual([])
    expect(errors('WHEN A1 > 0 THEN B1 = SCHEDULED_AT; END')).toEqual(['position-outside-range'])
    expect(errors('EVERY 1h SKIP MISSED THEN B1 = NOW(); END\nA1 = SCHEDULED_AT')).toEqual([
      'position-outside-range',
    ])
  })
})

describe('positions', () => {
  it('mean something in the formula of a rectangle only', () => {
    expect(errors('B1:B3 = IS_FIRST THEN ROW_INDEX ELSE ABOVE(2)')).toEqual([])
    expect(errors('B1 = ABOVE')).toEqual(['position-outside-range'])
    expect(errors('total = ROW_INDEX')).toEqual(['position-outside-range'])
    expect(errors('WHEN ROW_INDEX > 0 THEN B1 = 1; END')).toEqual(['position-outside-range'])
  })

  it('LEFT and RIGHT are text functions everywhere else', () => {
    expect(errors('B1 = LEFT("abc", 2) & RIGHT(A1)')).toEqual([])
    expect(errors('B1:B2 = LEFT("abc", 2) & LEFT(A1) & LEFT(1) & LEFT')).toEqual([])
    expect(errors('B1 = LEFT')).toEqual(['position-outside-range'])
  })
})
