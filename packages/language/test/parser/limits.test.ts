// Goal: a hostile file costs little, and ends in a diagnostic and not in a crash.
// Method: files beyond each limit, and shapes that make careless parsers quadratic, at two sizes.
import { describe, expect, it } from 'vitest'
import { parse, parseExpression, print } from '../../src/index.ts'
import {
  DIAGNOSTICS_MAX_COUNT,
  EXPRESSION_MAX_REFERENCES,
  NESTING_MAX_LEVELS,
  TREE_MAX_LEVELS,
} from '../../src/limits.ts'

const codes = (source: string) => parse(source).diagnostics.map(({ code }) => code)

describe('limits', () => {
  it.each(['(', '[', '{a:', 'f(', '-', 'NOT ', '`{', 'x => ', 'TRY ', 'DO\n', 'IF(a, ', 'LET(x, '])(
    '%s nested too deep is one diagnostic about that',
    (opening) => {
      const found = codes(`A1 = ${opening.repeat(100_000)}`)
      expect(found.length).toBeLessThanOrEqual(DIAGNOSTICS_MAX_COUNT + 1)
      expect(found).toContain('limit')
    },
  )

  it('nesting may be as deep as the limit says', () => {
    const nested = (levels: number) => `A1 = ${'('.repeat(levels)}1${')'.repeat(levels)}`
    expect(codes(nested(NESTING_MAX_LEVELS))).toEqual([])
    expect(codes(nested(NESTING_MAX_LEVELS + 1))).toEqual(['limit'])
  })

  it.each(['+', '&', '^', 'AND', '>>', 'DEFAULT', '=', 'THEN 1 ELSE'])(
    'a chain of %s may be as long as the limit says, and is printed',
    (op) => {
      const chain = (operators: number) => `1${` ${op} 1`.repeat(operators)}`
      const { model, diagnostics } = parse(`A1 = ${chain(TREE_MAX_LEVELS - 1)}`)
      expect(diagnostics).toEqual([])
      expect(print(model).replaceAll(/\s+/g, ' ').trim()).toBe(`A1 = ${chain(TREE_MAX_LEVELS - 1)}`)
      expect(codes(`A1 = ${chain(TREE_MAX_LEVELS)}\nB1 = 1`)).toEqual(['limit'])
      expect(codes(`A1 = ${chain(100_000)}`)).toEqual(['limit'])
    },
  )

  it.each(['.x', '[1]', '%', ' as x', ' IS BLANK'])('%s behind each other counts too', (part) => {
    expect(codes(`A1 = x${part.repeat(TREE_MAX_LEVELS - 1)}`)).toEqual([])
    expect(codes(`A1 = x${part.repeat(TREE_MAX_LEVELS)}`)).toEqual(['limit'])
  })

  it('chains inside each other count together', () => {
    const half = `1${' + 1'.repeat(TREE_MAX_LEVELS / 2)}`
    expect(codes(`A1 = ${half}`)).toEqual([])
    expect(codes(`A1 = (${half})${' * 1'.repeat(TREE_MAX_LEVELS / 2)}`)).toEqual(['limit'])
  })

  it.each<[string, (count: number) => string]>([
    ['references', (count) => `[${'B1,'.repeat(count - 1)}$B$1]`],
    ['names', (count) => `[${'n,'.repeat(count - 1)}n]`],
    ['calls', (count) => `[${'PI(),'.repeat(count - 1)}PI()]`],
    ['holes of a template', (count) => `\`${'{1}'.repeat(count)}\``],
    ['cells of other sheets', (count) => `[${"'a b'!B1,".repeat(count - 1)}B1]`],
  ])('%s in one statement are as many as the limit says', (_, many) => {
    const [fits, tooMany] = [EXPRESSION_MAX_REFERENCES, EXPRESSION_MAX_REFERENCES + 1]
    expect(codes(`A1 = ${many(fits)}\nA2 = ${many(fits)}`)).toEqual([])
    expect(codes(`A1 = ${many(tooMany)}\nA2 = B1`)).toEqual(['limit'])
    expect(codes(`WHEN A1 > 0 THEN\n B1 = ${many(fits)}\n C1 = ${many(fits)}\nEND`)).toEqual([])
    expect(codes(`WHEN A1 > 0 THEN\n B1 = ${many(tooMany)}\nEND`)).toEqual(['limit'])
    expect(parseExpression(many(tooMany)).diagnostics).toMatchObject([{ code: 'limit' }])
  })

  it('values that are written out do not count as references', () => {
    expect(codes(`A1 = [${'-1,'.repeat(50_000)}1]`)).toEqual([])
    expect(codes(`A1 = [${'dt"2026-01-01T00:00:00Z",'.repeat(20_000)}1]`)).toEqual([])
  })

  it('a file has at most 8 MiB of UTF-8', () => {
    const line = 'A1 = 1 # €\n'
    const bytes = new TextEncoder().encode(line).length
    const lines = Math.floor(8_388_608 / bytes)
    expect(codes(' '.repeat(8_388_609))).toEqual(['limit'])
    expect(codes(line.repeat(lines + 1))).toEqual(['limit'])
    expect(codes(line.repeat(lines))).toEqual([])
    expect(parseExpression(' '.repeat(8_388_609)).diagnostics).toMatchObject([{ code: 'limit' }])
  })

  it.each([
    ['a name', (name: string) => `${name} = 1`],
    ['a name that is read', (name: string) => `A1 = ${name} + 1`],
    ['a sheet', (name: string) => `${name}!A1 = 1`],
    ['a sheet in quotes', (name: string) => `'${name}'!A1 = 1`],
    ['a topic', (name: string) => `WHEN A1 > 0 THEN\n ${name}!e()\nEND`],
    ['a topic in quotes', (name: string) => `WHEN A1 > 0 THEN\n '${name}'!e()\nEND`],
    ['an event', (name: string) => `WHEN A1 > 0 THEN\n t!${name}()\nEND`],
    ['what a rule writes', (name: string) => `WHEN A1 > 0 THEN\n ${name} = 1\nEND`],
  ])('%s has at most 255 characters', (_, source) => {
    expect(codes(source('n'.repeat(255)))).toEqual([])
    expect(codes(source('n'.repeat(256)))).toEqual(['limit'])
    expect(codes(source('é'.repeat(256)))).toEqual(['limit'])
  })

  it('the quotes in the name of a sheet count as they are written', () => {
    expect(codes(`'${"''".repeat(127)}'!A1 = 1`)).toEqual([])
    expect(codes(`'${"''".repeat(128)}'!A1 = 1`)).toEqual(['limit'])
  })

  it.each(['\u0001', '\u0000', '\ud800'])('no name holds %j', (unit) => {
    expect(codes(`'a${unit}b'!A1 = 1`)).toEqual(['syntax'])
  })

  it('a text has at most 1 MiB of UTF-8', () => {
    expect(codes(`A1 = "${'x'.repeat(1_048_576)}"`)).toEqual([])
    expect(codes(`A1 = "${'x'.repeat(1_048_577)}"`)).toEqual(['limit'])
    expect(codes(`A1 = "${'€'.repeat(349_526)}"`)).toEqual(['limit'])
    expect(codes(`A1 = \`${'x'.repeat(1_048_577)}\``)).toEqual(['limit'])
  })

  it('a number has at most the size of a double', () => {
    expect(codes('A1 = 1.7e308')).toEqual([])
    expect(codes('A1 = 1e309')).toEqual(['limit'])
    expect(codes(`A1 = ${'9'.repeat(8_000_000)}`)).toEqual(['limit'])
  })

  it('only the first hundred mistakes are told, and how many more there are', () => {
    const { diagnostics } = parse('A1 = )\n'.repeat(250))
    expect(diagnostics).toHaveLength(DIAGNOSTICS_MAX_COUNT + 1)
    expect(diagnostics.at(-1)).toMatchObject({
      code: 'limit',
      message: expect.stringContaining('150 more'),
    })
  })
})

/** Shapes by the number of characters they should have. */
const shapes: Record<string, (size: number) => string> = {
  'open brackets': (size) => `A1 = ${'('.repeat(size)}`,
  'open square brackets': (size) => `A1 = ${'['.repeat(size)}`,
  'open braces': (size) => `A1 = ${'{'.repeat(size)}`,
  'a bracket never closed on each line': (size) => 'A1 = (1 +\n'.repeat(size / 10),
  'a call never closed on each line': (size) => 'A1 = SUM(B1,\n'.repeat(size / 13),
  'assignments in each other': (size) => 'A1 = '.repeat(size / 5),
  'texts never closed': (size) => 'A1 = "abc\n'.repeat(size / 10),
  'templates never closed': (size) => 'A1 = `abc {x\n'.repeat(size / 13),
  'templates in each other': (size) => `A1 = ${'`{'.repeat(size / 2)}`,
  'comments never closed': (size) => 'A1 = 1 /* x\n'.repeat(size / 12),
  'fields of fields': (size) => `A1 = ${'x.'.repeat(size / 2)}x`,
  'a long sum': (size) => `A1 = 1${'+1'.repeat(size / 2)}`,
  'what may be lambdas': (size) => `A1 = ${'(x,'.repeat(size / 3)}`,
  'rules never closed': (size) => 'WHEN a THEN\n'.repeat(size / 12),
  'DOs never closed': (size) => 'A1 = DO\n x = 1\n'.repeat(size / 15),
  'CASEs never closed': (size) => 'A1 = CASE WHEN x THEN\n'.repeat(size / 22),
  'errors in comments': (size) => 'A1 = 1 #N/A '.repeat(size / 12),
  'stray quotes': (size) => "'".repeat(size),
  digits: (size) => `A1 = ${'9'.repeat(size)}`,
  'one word': (size) => 'a'.repeat(size),
}

/** The best of several runs, in milliseconds: others use this machine too. */
function best(source: string): number {
  let least = Number.POSITIVE_INFINITY
  for (let run = 0; run < 4; run++) {
    const start = performance.now()
    parse(source)
    least = Math.min(least, performance.now() - start)
  }
  return least
}

describe('mistakes cost linear time', () => {
  it.each(Object.entries(shapes))('%s', (_, shape) => {
    const size = 120_000
    const [once, twice] = [shape(size), shape(size * 2)]
    best(once)
    // Quadratic is 4 times, every time; a busy machine is not slow forty times in a row.
    let ratio = Number.POSITIVE_INFINITY
    for (let attempt = 0; attempt < 40 && ratio > 2.2; attempt++)
      ratio = Math.min(ratio, best(twice) / Math.max(best(once), 3))
    expect(ratio).toBeLessThanOrEqual(2.2)
  })
})
