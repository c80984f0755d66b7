// Goal: every code of the checker is produced, at the right place, with a message that teaches and,
// where there is one, a fix that mends. Method: one or more small models per code; the fix is
// applied and the result checked again.

import { describe, expect, it } from 'vitest'
import { compile } from '../../src/compile.ts'
import { type DiagnosticCode, severities } from '../../src/diagnostics.ts'
import { errors, first, mended, under } from './support.ts'

interface Case {
  readonly code: DiagnosticCode
  readonly source: string
  /** The underlined text. */
  readonly at: string
  readonly says: RegExp
  /** The text after the fix; undefined when there is none. */
  readonly fixed?: string
}

/** References that leave the sheet one after the other. */
function edges(count: number): string {
  return Array.from({ length: count }, (_, at) => `B${1_048_576 - at}`).join(' + ')
}

const cases: Case[] = [
  {
    code: 'unknown-function',
    source: 'A1 = XLOKUP(1, B1:B9, C1:C9)',
    at: 'XLOKUP',
    says: /no function XLOKUP\. Did you mean XLOOKUP\?/,
    fixed: 'A1 = XLOOKUP(1, B1:B9, C1:C9)',
  },
  {
    code: 'unknown-function',
    source: 'A1 = FILTERXML(B1, "x")',
    at: 'FILTERXML',
    says: /HTTP_JSON/,
  },
  {
    code: 'unknown-function',
    source: 'f = 3\nA1 = f(2)',
    at: 'f',
    says: /f is a name, and names hold values, not functions/,
  },
  {
    code: 'unknown-function',
    source: 'A1 = DO\n twice = (x) => x * 2\n twise(4) + twice(1)\nEND',
    at: 'twise',
    says: /Did you mean twice\?/,
    fixed: 'A1 = DO\n twice = (x) => x * 2\n twice(4) + twice(1)\nEND',
  },
  {
    code: 'unknown-argument',
    source: 'A1 = ROUND(number := 2.5, num_digit := 0)',
    at: 'num_digit',
    says: /ROUND has no argument num_digit\. Did you mean num_digits\?/,
    fixed: 'A1 = ROUND(number := 2.5, num_digits := 0)',
  },
  {
    code: 'unknown-argument',
    source: 'A1 = DO\n f = (x) => x\n f(x := 1)\nEND',
    at: 'x',
    says: /by their place/,
    fixed: 'A1 = DO\n f = (x) => x\n f( 1)\nEND',
  },
  {
    code: 'unknown-argument',
    source: 'WHEN A1 > 0 THEN\n alerts!notify(what := "x")\nEND',
    at: 'what',
    says: /event go by their place/,
    fixed: 'WHEN A1 > 0 THEN\n alerts!notify( "x")\nEND',
  },
  {
    code: 'argument-count',
    source: 'A1 = ROUND()',
    at: 'ROUND()',
    says: /ROUND needs number and num_digits\. It is called as ROUND\(number, num_digits\)/,
  },
  {
    code: 'argument-count',
    source: 'A1 = SIGN(1, 2)',
    at: 'SIGN(1, 2)',
    says: /takes at most 1 argument.*SIGN\(number\)/,
    fixed: 'A1 = SIGN(1)',
  },
  {
    code: 'argument-count',
    source: 'A1 = SUMIFS(B1:B9, C1:C9)',
    at: 'SUMIFS(B1:B9, C1:C9)',
    says: /criteria1/,
  },
  {
    code: 'argument-count',
    source: 'A1 = ROUND(2.5, 1, number := 2)',
    at: 'number := 2',
    says: /number is given twice/,
    fixed: 'A1 = ROUND(2.5, 1)',
  },
  {
    code: 'unknown-tag',
    source: 'A1 as curency = 5',
    at: 'curency',
    says: /no tag curency\. Did you mean currency\?/,
    fixed: 'A1 as currency = 5',
  },
  {
    code: 'unknown-tag',
    source: 'A1 = 5 as currency:eur',
    at: 'currency:eur',
    says: /currency:EUR/,
    fixed: 'A1 = 5 as currency:EUR',
  },
  {
    code: 'duplicate-target',
    source: 'C1 = 1\nC1 = 2',
    at: 'C1',
    says: /C1 is already assigned in line 1/,
    fixed: 'C1 = 1\n',
  },
  {
    code: 'duplicate-target',
    source: 'A1:B3 = 1\nB3:C4 = 2',
    at: 'B3:C4',
    says: /B3:C4 overlaps A1:B3, which is assigned in line 1/,
    fixed: 'A1:B3 = 1\n',
  },
  {
    code: 'mixed-ownership',
    source: 'C1 = "default"\nWHEN A1 > 0 THEN\n C1 = "active"\nEND',
    at: 'C1',
    says: /C1 belongs to an assignment at the top level in line 1.*THEN "active" ELSE "default"/,
  },
  {
    code: 'mixed-ownership',
    source: 'WHEN A1 > 0 THEN\n C1:C3 = 1\nEND\nC2 = 1',
    at: 'C2',
    says: /C1:C3, which overlaps C2, belongs to a rule in line 2/,
  },
  {
    code: 'whole-column-target',
    source: 'A:A = 1',
    at: 'A:A',
    says: /finite rectangle.*A1:A1000/,
    fixed: 'A1:A1000 = 1',
  },
  {
    code: 'whole-column-target',
    source: "'Q4'!2:3 = 1",
    at: "'Q4'!2:3",
    says: /'Q4'!A2:Z3/,
    fixed: "'Q4'!A2:Z3 = 1",
  },
  {
    code: 'compound-without-base',
    source: 'A1 += 5',
    at: '+=',
    says: /there is none above/,
    fixed: 'A1 = 5',
  },
  {
    code: 'compound-without-base',
    source: 'A1:A3 = 1\nA2 += 5',
    at: '+=',
    says: /A2 is part of A1:A3 in line 1/,
  },
  {
    code: 'compound-without-base',
    source: 'A1 ~= 1\nA1 += 5',
    at: '+=',
    says: /assigned with ~= in line 1/,
  },
  {
    code: 'cycle',
    source: 'A1 = B1\nB1 = C1 + 1\nC1 = A1',
    at: 'A1',
    says: /A1 → B1 → C1 → A1/,
  },
  { code: 'cycle', source: 'total = total + 1', at: 'total', says: /total → total/ },
  {
    code: 'policy-missing',
    source: 'EVERY duration"PT5M" THEN\n D1 = 1\nEND',
    at: 'EVERY duration"PT5M"',
    says: /SKIP MISSED drops them, BACKFILL makes up/,
    fixed: 'EVERY duration"PT5M" SKIP MISSED THEN\n D1 = 1\nEND',
  },
  {
    code: 'policy-missing',
    source: 'AT dt"2026-12-31T23:59:00Z" THEN\n D1 = 1\nEND',
    at: 'AT dt"2026-12-31T23:59:00Z"',
    says: /^AT must say/,
    fixed: 'AT dt"2026-12-31T23:59:00Z" SKIP MISSED THEN\n D1 = 1\nEND',
  },
  {
    code: 'policy-missing',
    source: 'D1 = 1 EVERY 5min',
    at: '5min',
    says: /^EVERY must say/,
    fixed: 'D1 = 1 EVERY 5min SKIP MISSED',
  },
  {
    code: 'debounce-and-throttle',
    source: 'WHEN A1 > 0 DEBOUNCE 1s THROTTLE 1s THEN\n B1 = 1\nEND',
    at: 'THROTTLE 1s',
    says: /DEBOUNCE or THROTTLE, not both/,
    fixed: 'WHEN A1 > 0 DEBOUNCE 1s THEN\n B1 = 1\nEND',
  },
  {
    code: 'gate-on-schedule',
    source: 'EVERY 5min DEBOUNCE 1s SKIP MISSED THEN\n B1 = 1\nEND',
    at: 'DEBOUNCE 1s',
    says: /EVERY already says how often/,
    fixed: 'EVERY 5min SKIP MISSED THEN\n B1 = 1\nEND',
  },
  {
    code: 'rule-lazy',
    source: 'WHEN A1 > 0 THEN\n B1 ~= 1\nEND',
    at: '~=',
    says: /Write =/,
    fixed: 'WHEN A1 > 0 THEN\n B1 = 1\nEND',
  },
  {
    code: 'rule-conditional',
    source: 'WHEN A1 > 0 THEN\n B1 ?= 1 / C1\nEND',
    at: '?=',
    says: /IFERROR/,
    fixed: 'WHEN A1 > 0 THEN\n B1 = IFERROR(1 / C1, B1)\nEND',
  },
  {
    code: 'rule-compound',
    source: 'WHEN A1 > 0 THEN\n B1 -= C1 - 1\nEND',
    at: '-=',
    says: /Write the whole sum/,
    fixed: 'WHEN A1 > 0 THEN\n B1 = B1 - (C1 - 1)\nEND',
  },
  {
    code: 'rule-nested',
    source: 'WHEN A1 > 0 THEN\n B2 = 1\n WHEN A2 > 0 THEN\n  B1 = 1\n END\nEND',
    at: 'WHEN A2 > 0 THEN\n  B1 = 1\n END',
    says: /cannot stand inside another/,
    fixed: 'WHEN A1 > 0 THEN\n B2 = 1\n \nEND\nWHEN A2 > 0 THEN\n  B1 = 1\n END',
  },
  {
    code: 'rule-header',
    source: 'WHEN A1 > 0 THEN\n B1 = 1\n VERSION "1"\nEND',
    at: 'VERSION "1"',
    says: /VERSION belongs to the header/,
    fixed: 'WHEN A1 > 0 THEN\n B1 = 1\n \nEND',
  },
  {
    code: 'condition-array',
    source: 'WHEN A1:A2 > 0 THEN\n B1 = 1\nEND',
    at: 'A1:A2 > 0',
    says: /never fire\. Write AND\(…\) .* or OR\(…\)/,
    fixed: 'WHEN AND(A1:A2 > 0) THEN\n B1 = 1\nEND',
  },
  {
    code: 'condition-array',
    source: 'late = A1:A9 > 3\nWHEN NOT late DEBOUNCE 5s THEN\n B1 = 1\nEND',
    at: 'NOT late',
    says: /array/,
    fixed: 'late = A1:A9 > 3\nWHEN AND(NOT late) DEBOUNCE 5s THEN\n B1 = 1\nEND',
  },
  {
    code: 'rule-external',
    source: 'EVERY 1h SKIP MISSED THEN\n B1 = FX_RATE("EUR", "USD") * 2\nEND',
    at: 'FX_RATE("EUR", "USD")',
    says: /a rule body cannot wait for/,
    fixed: 'fx_rate = FX_RATE("EUR", "USD")\nEVERY 1h SKIP MISSED THEN\n B1 = fx_rate * 2\nEND',
  },
  {
    code: 'rule-external',
    source: 'WHEN A1 > 0 DEBOUNCE ML_SCORE([1]) THEN\n B1 = 1\nEND',
    at: 'ML_SCORE([1])',
    says: /a gate cannot wait for/,
    fixed: 'ml_score = ML_SCORE([1])\nWHEN A1 > 0 DEBOUNCE ml_score THEN\n B1 = 1\nEND',
  },
  {
    code: 'rule-external',
    source: 'EVERY ML_SCORE([1]) SKIP MISSED THEN\n B1 = 1\nEND',
    at: 'ML_SCORE([1])',
    says: /a schedule cannot wait for/,
    fixed: 'ml_score = ML_SCORE([1])\nEVERY ml_score SKIP MISSED THEN\n B1 = 1\nEND',
  },
  {
    code: 'lambda-external',
    source: 'A1 = MAP([1, 2], (x) => x * FX_RATE("EUR", "USD"))',
    at: 'FX_RATE("EUR", "USD")',
    says: /inside a lambda/,
    fixed: 'fx_rate = FX_RATE("EUR", "USD")\nA1 = MAP([1, 2], (x) => x * fx_rate)',
  },
  {
    code: 'external-volatile',
    source: 'A1 = HTTP_JSON("https://example.com/" & NOW())',
    at: 'HTTP_JSON("https://example.com/" & NOW())',
    says: /new at every commit/,
  },
  {
    code: 'position-outside-range',
    source: 'A1 = ROW_INDEX',
    at: 'ROW_INDEX',
    says: /ROW_INDEX needs a rectangle around it/,
    fixed: 'A1:A1 = ROW_INDEX',
  },
  {
    code: 'fill-outside-range',
    source: 'A1 = FILL(B1 * 2)',
    at: 'FILL(B1 * 2)',
    says: /fills a formula over a rectangle, and there is none in the formula of one cell/,
    fixed: 'A1 = (B1 * 2)',
  },
  {
    code: 'fill-outside-range',
    source: 'A2:A9 = 1 + FILL(A1)',
    at: 'FILL(A1)',
    says: /stands alone on the right side of a rectangle/,
    fixed: 'A2:A9 = 1 + (A1)',
  },
  {
    code: 'fill-outside-range',
    source: 'WHEN A1 > 0 THEN\n B1:B3 = FILL(C1)\nEND',
    at: 'FILL(C1)',
    says: /not allowed in a rule body/,
  },
  {
    code: 'argument-count',
    source: 'A2:A9 = FILL(A1, 2)',
    at: 'FILL(A1, 2)',
    says: /FILL takes one formula/,
  },
  {
    code: 'limit',
    source: `A1:A100 = FILL(${edges(100)})`,
    at: `FILL(${edges(100)})`,
    says: /leave the sheet in more than 64 different places/,
  },
  {
    code: 'position-outside-range',
    source: 'A1 = SCHEDULED_AT',
    at: 'SCHEDULED_AT',
    says: /only in their bodies/,
    fixed: 'A1 = NOW()',
  },
  {
    code: 'limit',
    source: 'A1:XFD200 = 1',
    at: 'A1:XFD200',
    says: /3,276,800 cells; at most 1,000,000/,
  },
  {
    code: 'bad-literal',
    source: 'TIMEZONE "Europe/Berln"\nA1 = 1',
    at: '"Europe/Berln"',
    says: /Did you mean "Europe\/Berlin"\?/,
    fixed: 'TIMEZONE "Europe/Berlin"\nA1 = 1',
  },
  {
    code: 'bad-literal',
    source: 'RUNTIME "lua_generate"\nA1 = 1',
    at: '"lua_generate"',
    says: /"ts" needs no server/,
    fixed: 'RUNTIME "lua_generated"\nA1 = 1',
  },
  {
    code: 'bad-literal',
    source: 'EVERY -5min SKIP MISSED THEN\n B1 = 1\nEND',
    at: '-5min',
    says: /above zero/,
  },
  {
    code: 'syntax',
    source: 'A1 = 16 >> SQRT',
    at: 'SQRT',
    says: />> SQRT\(\)/,
    fixed: 'A1 = 16 >> SQRT()',
  },
  {
    code: 'syntax',
    source: 'AT dt"2026-12-31T23:59:00Z" BACKFILL MAX 3 THEN\n B1 = 1\nEND',
    at: 'BACKFILL MAX 3',
    says: /AT runs once/,
    fixed: 'AT dt"2026-12-31T23:59:00Z" BACKFILL THEN\n B1 = 1\nEND',
  },
  {
    code: 'syntax',
    source: 'VERSION "1"\nVERSION "2"\nA1 = 1',
    at: 'VERSION "2"',
    says: /already given in line 1/,
    fixed: 'VERSION "1"\n\nA1 = 1',
  },
  {
    code: 'rule-writes-own-trigger',
    source: 'WHEN A1 > 0 THEN\n A1 = A1 + 1\nEND',
    at: 'A1',
    says: /own trigger in line 1/,
  },
  {
    code: 'bare-number-duration',
    source: 'EVERY 500 SKIP MISSED THEN\n B1 = 1\nEND',
    at: '500',
    says: /means milliseconds/,
    fixed: 'EVERY 500ms SKIP MISSED THEN\n B1 = 1\nEND',
  },
  {
    code: 'names-differ-by-case',
    source: 'Revenue = 1\nA1 = revenue + revenue',
    at: 'revenue',
    says: /case counts in names/,
    fixed: 'Revenue = 1\nA1 = Revenue + Revenue',
  },
  {
    code: 'unused-name',
    source: 'A1 = DO\n spare = 1\n 2\nEND',
    at: 'spare',
    says: /never read/,
    fixed: 'A1 = DO\n _spare = 1\n 2\nEND',
  },
  {
    code: 'unassigned-name',
    source: 'revenue = 1\nA1 = revenu',
    at: 'revenu',
    says: /Did you mean revenue\?/,
    fixed: 'revenue = 1\nA1 = revenue',
  },
  {
    code: 'unassigned-name',
    source: 'A1 = 1\nB1 = A1 * rate',
    at: 'rate',
    says: /blank until somebody sets it/,
    fixed: 'A1 = 1\nrate = BLANK\nB1 = A1 * rate',
  },
  {
    code: 'same-in-every-cell',
    source: 'C1:C20000 = A1 * B1',
    at: 'A1',
    says: /all 20,000 cells of C1:C20000 read A1 and get the same value.*\$A\$1 if this one is meant/,
    fixed: 'C1:C20000 = INDEX(A1:A20000, ROW_INDEX) * LEFT',
  },
  {
    code: 'same-in-every-cell',
    source: "'Q 4'!B2:F2 = ROUND('Q 4'!B1 * 1.2, 2)",
    at: "'Q 4'!B1",
    says: /same column, or 'Q 4'!\$B\$1/,
    fixed: "'Q 4'!B2:F2 = ROUND(ABOVE * 1.2, 2)",
  },
]

describe('each code', () => {
  it.each(cases)('$code is found in $source', ({ code, source, at, says }) => {
    const found = first(source, code)
    expect(under(source, found)).toBe(at)
    expect(found.message).toMatch(says)
    expect(found.severity).toBe(severities[code])
  })

  it.each(cases.filter(({ fixed }) => fixed !== undefined))(
    'the fix of $code mends $source',
    ({ code, source, fixed }) => {
      const text = mended(source, code)
      expect(text).toBe(fixed)
      expect(compile(text).diagnostics.map((one) => one.code)).not.toContain(code)
      expect(errors(text)).toEqual([])
    },
  )

  it.each(cases.filter(({ fixed }) => fixed === undefined))(
    'there is no fix for $source',
    (one) => {
      expect(first(one.source, one.code).fix).toBeUndefined()
    },
  )

  it('no code is left out', () => {
    const covered = new Set<string>(cases.map(({ code }) => code))
    expect(Object.keys(severities).filter((code) => !covered.has(code))).toEqual([])
  })

  it('a file with several mistakes reports them all, in the order of the text', () => {
    const source = 'A1 = NOSUCH(1)\nA1 = 2\nB1 as money = 1\nC:C = 1\nD1 += 1\nE1 = E1'
    expect(errors(source)).toEqual([
      'unknown-function',
      'duplicate-target',
      'unknown-tag',
      'whole-column-target',
      'compound-without-base',
      'cycle',
    ])
  })
})
