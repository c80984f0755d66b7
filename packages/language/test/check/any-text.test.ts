// Goal: no text makes the check or the lowering throw, and what they give is always well formed.
// Method: random tokens in a row, and random statements that mostly make sense; every diagnostic
// lies inside the text, every fix can be applied, and fixes do not make a model throw either.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { check } from '../../src/check/check.ts'
import { compile } from '../../src/compile.ts'
import { applyFix, type Fix } from '../../src/diagnostics.ts'
import { lower } from '../../src/lower/lower.ts'

const tokens =
  `A1 B2 $C$3 Data!A1 'Q x'!B2 A1:B9 A:A 2:3 A1# rate Rate _ x y = ~= ?= += == ( ) [ ] { } , ; : . ..
  + - * / ^ & % < <= <> >= >> => := ? ?? :: as currency:EUR money 1 -2 1_000 5pct 90s 1d "text" \`t {A1} u\` #N/A # TRUE BLANK
  dt"2026-01-01T00:00:00Z" duration"PT1M" cron"0#*#*#*#*" SUM( ROUND( FX_RATE( IF( LET( LAMBDA( MATCH( LEFT LEFT(2)
  ABOVE ROW_INDEX NEIGHBORS(2) SCHEDULED_AT NOW() INDIRECT( WHEN EVERY AT THEN ELSE END DO WITH TRY CASE SELECT FROM WHERE
  ORDER BY LIMIT DEFAULT AND OR NOT IS PENDING SKIP MISSED BACKFILL MAX DEBOUNCE THROTTLE IN "Europe/Berlin" MODEL "m"
  TIMEZONE RUNTIME alerts!notify( END#MODEL`
    .split(/\s+/)
    .map((token) => token.replaceAll('#*', ' *').replace('END#MODEL', 'END MODEL'))

const soup = fc
  .array(fc.tuple(fc.constantFrom(...tokens), fc.constantFrom(' ', ' ', '\n', '')), {
    maxLength: 60,
  })
  .map((pairs) => pairs.map((pair) => pair.join('')).join(''))

const atom = fc.constantFrom(
  '1',
  '"t"',
  'A1',
  'B2:C4',
  'rate',
  'Rate',
  'x',
  '_',
  'ABOVE',
  'NOW()',
  'FX_RATE("EUR", "USD")',
  '[1, 2]',
)
const { expression } = fc.letrec<{ expression: string }>((tie) => ({
  expression: fc.oneof(
    { maxDepth: 4 },
    atom,
    fc
      .tuple(
        tie('expression'),
        fc.constantFrom(' + ', ' & ', ' > ', ' AND ', ' DEFAULT ', ' >> '),
        tie('expression'),
      )
      .map((parts) => parts.join('')),
    fc
      .tuple(
        fc.constantFrom(
          'SUM',
          'ROUND',
          'IFERROR',
          'OFFSET',
          'SUMIFS',
          'ML_SCORE',
          'LEFT',
          'nosuch',
        ),
        fc.array(tie('expression'), { maxLength: 3 }),
      )
      .map(([fn, args]) => `${fn}(${args.join(', ')})`),
    tie('expression').map((inner) => `(${inner})`),
    tie('expression').map((inner) => `MAP([1], (x) => ${inner})`),
    tie('expression').map((inner) => `LET(x, ${inner}, x + rate)`),
    fc.tuple(tie('expression'), tie('expression')).map(([a, b]) => `(${a} THEN ${b} ELSE x)`),
    fc
      .tuple(tie('expression'), tie('expression'))
      .map(([a, b]) => `WITH x = ${a}, y = x THEN ${b} ELSE y`),
    fc.tuple(tie('expression'), tie('expression')).map(([a, b]) => `DO\n x = ${a}\n ${b}\nEND`),
  ),
}))
const target = fc.constantFrom(
  'A1',
  'B2',
  'B2:C4',
  'C3:C9',
  'rate',
  'Data!A1',
  'A:A',
  'A1 as currency',
  'D4 as nothing',
)
const assignment = fc
  .tuple(target, fc.constantFrom('=', '=', '=', '~=', '?=', '+='), expression)
  .map((parts) => parts.join(' '))
const head = fc.constantFrom(
  'WHEN A1 > 0',
  'WHEN x > 0 DEBOUNCE 5 THROTTLE 5',
  'EVERY 500',
  'EVERY 1h SKIP MISSED',
  'AT A1 BACKFILL MAX 2',
)
const rule = fc
  .tuple(head, fc.array(assignment, { maxLength: 3 }))
  .map(([trigger, body]) => `${trigger} THEN\n${body.join('\n')}\nEND`)
const model = fc
  .array(
    fc.oneof(
      { weight: 3, arbitrary: assignment },
      rule,
      assignment.map((one) => `${one} EVERY 1h`),
    ),
    {
      maxLength: 8,
    },
  )
  .map((statements) => statements.join('\n'))

function expectWellFormed(source: string): void {
  const { diagnostics, checked, ir } = compile(source)
  const fixes: Fix[] = []
  for (const { start, end, message, fix } of diagnostics) {
    expect(start).toBeGreaterThanOrEqual(0)
    expect(end).toBeGreaterThanOrEqual(start)
    expect(end).toBeLessThanOrEqual(source.length)
    expect(message).not.toMatch(/undefined|null|NaN|\[object/)
    if (fix !== undefined) fixes.push(fix)
  }
  // One of them, which differs from model to model: each costs another check.
  const fix = fixes[source.length % Math.max(1, fixes.length)]
  if (fix !== undefined) compile(applyFix(source, fix))
  for (const { message } of checked.diagnostics) expect(message).toMatch(/[.?]$/)
  const starts = checked.diagnostics.map(({ start }) => start)
  expect(starts).toEqual([...starts].sort((a, b) => a - b))
  // What was understood of a wrong model can be lowered too; an editor may want it.
  const understood = lower(checked)
  expect(JSON.parse(JSON.stringify(understood))).toEqual(understood)
  if (ir !== undefined) expect(ir).toEqual(understood)
}

describe('any text', () => {
  it('of random tokens is checked without throwing', () => {
    fc.assert(fc.property(soup, expectWellFormed), { numRuns: 1500 })
  })

  it('of random statements is checked without throwing', () => {
    fc.assert(fc.property(model, expectWellFormed), { numRuns: 500 })
  })

  it('gives the same answer twice', () => {
    fc.assert(
      fc.property(model, (source) => {
        expect(JSON.stringify(compile(source).ir)).toBe(JSON.stringify(compile(source).ir))
      }),
      { numRuns: 100 },
    )
  })

  it('that is empty, or only a comment, is a model', () => {
    for (const source of ['', '\n\n', '# nothing', '/* nothing */'])
      expect(compile(source).diagnostics).toEqual([])
  })

  it('deep as the parser allows does not run out of stack', () => {
    const deep = (open: string, close: string) => `A1 = ${open.repeat(120)}B1${close.repeat(120)}`
    for (const source of [
      deep('(', ')'),
      deep('ABS(', ')'),
      deep('[', ']'),
      deep('{ a: ', ' }'),
      deep('IF(TRUE, ', ', 0)'),
      deep('MAP([1], (x) => ', ')'),
      deep('NOT (', ')'),
      deep('(NOT -C1[(', ')])'),
      deep('LET(a, ', ', a)'),
      `A1 = ${'C1 THEN 1 ELSE '.repeat(1000)}2`,
      `A1 = B1${' >> ABS()'.repeat(1000)}`,
      `A1 = B1${' DEFAULT 2'.repeat(1000)}`,
      `A1 = B1${' & "x"'.repeat(1500)}`,
    ])
      expect(
        check(compile(source).model).diagnostics.filter(({ code }) => code !== 'limit'),
      ).toEqual([])
  })
})
