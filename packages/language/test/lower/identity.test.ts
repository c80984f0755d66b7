// Goal: what an edit does not change keeps its identity, and what it changes does not. Method:
// pairs of models that are the same or not; fingerprints and rule ids compared.

import { describe, expect, it } from 'vitest'
import { formulaFingerprint } from '../../src/lower/lower.ts'
import { formula, lowered } from './support.ts'

function print(expression: string): string {
  return fingerprintIn(`Z9 = ${expression}`, 'Z9')
}

function fingerprintIn(source: string, id: string): string {
  return formulaFingerprint(lowered(source), formula(source, id))
}

const same: [a: string, b: string][] = [
  ['A1+B1*2', ' A1 +  ( B1 * 2 ) # sum'],
  ['SUM(A1:A9)', 'sum( $A$1:a9 )'],
  ['A1 THEN 1 ELSE 2', 'A1 ? 1 : 2'],
  ['A1 DEFAULT 1', '(A1) ?? (1)'],
  ['A1 != 2', 'A1 <> 2'],
  ['ROUND(A1, 2)', 'ROUND(num_digits := 2, number := A1)'],
  ['(x) => x + 1', 'LAMBDA(value, value + 1)'],
  ['A1 >> SQRT()', 'SQRT(A1)'],
  ['5pct', '0.05'],
  ['Sheet1!A1', 'A1'],
  ['not a1 and true', 'NOT A1 AND TRUE'],
  ['A1 THEN 1 ELSE (B1 THEN 2 ELSE 3)', 'A1 THEN 1 ELSE B1 THEN 2 ELSE 3'],
  ['FX_RATE("EUR","USD")*2', 'fx_rate( "EUR", ("USD") ) * 2'],
]

const different: [a: string, b: string][] = [
  ['A1 + B1', 'A1 - B1'],
  ['A1 + B1', 'B1 + A1'],
  ['A1 - (B1 - C1)', 'A1 - B1 - C1'],
  ['rate', 'Rate'],
  ['"a"', '"A"'],
  ['A1', 'A2'],
  ['A1', 'Data!A1'],
  ['A1', 'A1#'],
  ['10', '"10"'],
  ['FX_RATE("EUR", "USD")', 'FX_RATE("EUR", "GBP")'],
  ['F1', 'name_f1'],
  ['[1, 2]', '[1; 2]'],
  ['[1, 2, 3, 4]', '[1, 2; 3, 4]'],
  ['(x, y) => x', '(x, y) => y'],
]

describe('the fingerprint of a formula', () => {
  it.each(same)('is the same for %s and %s', (a, b) => {
    expect(print(a)).toBe(print(b))
  })

  it.each(different)('differs for %s and %s', (a, b) => {
    expect(print(a)).not.toBe(print(b))
  })

  it('does not depend on other formulas, sheets or lines', () => {
    const alone = fingerprintIn('A1 = Data!B2 + 1', 'A1')
    const more = "# note\n\nOther!C1 = 1\n'X y'!C1 = 2\nA1 = Data!B2 + 1"
    const after = fingerprintIn(more, 'A1')
    expect(after).toBe(alone)
  })
})

describe('the identity of a rule', () => {
  const ids = (source: string) => lowered(source).rules.map(({ id }) => id)
  const rule = 'WHEN A1 > 0 DEBOUNCE 5s THEN B1 = 1; END'

  it('stays when its body, its layout or another rule changes', () => {
    const [id] = ids(rule)
    expect(ids('when (a1)>0 debounce 5s then\n  B1 = 2\n  B2 = 3\nend')[0]).toBe(id)
    expect(ids(`WHEN A2 > 0 THEN B2 = 1; END\n${rule}`)[1]).toBe(id)
    expect(ids(`X1 = 1\n${rule}`)[0]).toBe(id)
  })

  it('changes with its trigger, gate, policy, zone and kind', () => {
    const every = 'EVERY 1h SKIP MISSED THEN B1 = 1; END'
    const others = [
      rule,
      'WHEN A1 > 1 DEBOUNCE 5s THEN B1 = 1; END',
      'WHEN A1 > 0 DEBOUNCE 6s THEN B1 = 1; END',
      'WHEN A1 > 0 DEBOUNCE 5s MAX 9s THEN B1 = 1; END',
      'WHEN A1 > 0 THROTTLE 5s THEN B1 = 1; END',
      'WHEN A1 > 0 THEN B1 = 1; END',
      every,
      every.replace('SKIP MISSED', 'BACKFILL'),
      every.replace('SKIP MISSED', 'BACKFILL MAX 2'),
      every.replace('1h', '2h'),
      every.replace('1h', '1h IN "Europe/Berlin"'),
      'AT B9 SKIP MISSED THEN B1 = 1; END',
      'EVERY B9 SKIP MISSED THEN B1 = 1; END',
      'WHEN FX_RATE("EUR", "USD") > 1 THEN B1 = 1; END',
      'WHEN FX_RATE("EUR", "GBP") > 1 THEN B1 = 1; END',
    ]
    expect(new Set(others.map((source) => ids(source)[0])).size).toBe(others.length)
  })

  it('counts on among equals', () => {
    const [first, second, third] = ids([rule, rule, rule].join('\n'))
    expect([second, third]).toEqual([`${first}:2`, `${first}:3`])
  })

  it('is the same for an assignment with a schedule and the block it stands for', () => {
    expect(ids('G1 = NOW() EVERY cron"0 * * * *" BACKFILL')).toEqual(
      ids('EVERY cron"0 * * * *" BACKFILL THEN\n G1 = NOW()\nEND'),
    )
    expect(ids('G2 = TRUE AT dt"2026-12-31T23:59:00Z"')).toEqual(
      ids('AT dt"2026-12-31T23:59:00Z" SKIP MISSED THEN G2 = TRUE; END'),
    )
  })

  it('is apart from its fingerprint, which the body changes', () => {
    const fingerprints = (source: string) => lowered(source).rules.map((one) => one.fingerprint)
    expect(fingerprints(rule)).toEqual(fingerprints(rule.toLowerCase().replaceAll('b1', 'B1')))
    expect(fingerprints(rule)).not.toEqual(fingerprints(rule.replace('B1 = 1', 'B1 = 2')))
    expect(fingerprints(rule)).not.toEqual(fingerprints(rule.replace('B1 = 1', 'B1 as number = 1')))
  })
})
