// Goal: for any model, the fast way gives the formulas and diagnostics of the ordinary one. Method:
// random models of lines that look alike, with mistakes, second targets, continuations, comments,
// rules and odd spellings between them; each is compiled both ways, copies written out, and compared.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compileModel } from '../../src/compile-model.ts'
import { copiesIn } from './support.ts'

const column = fc.constantFrom('A', 'B', 'C', 'b', 'AA')
const row = fc.integer({ min: 1, max: 40 })
const cell = fc.tuple(column, row).map(([letters, digits]) => `${letters}${digits}`)
const number = fc.constantFrom(
  '0',
  '1',
  '2.5',
  '.5',
  '1e3',
  '12345678901234567890',
  '1_000',
  '5pct',
)

/** Fills `@` with cells and `%n` with numbers. */
function filled(pattern: string, cells: readonly string[], numbers: readonly string[]): string {
  let at = 0
  let from = 0
  return pattern
    .replace(/@/g, () => cells[at++ % cells.length]!)
    .replace(/%n/g, () => numbers[from++ % numbers.length]!)
}

const patterns = [
  '@ = @ + 1',
  '@ = @ + %n',
  '@ = %n',
  '@ = -%n',
  '@ = @ * -%n',
  '@ = -(%n) + @',
  '@ = %n + %n',
  '@ = SUM(@:@)',
  '@ = SUM(@:@, $@)',
  '@ = SUM(@:@ @:@)',
  '@ = SUM(A:B) + @',
  '@ = SUM(1:3) + @',
  '@ = @ # a comment with @ and %n',
  '@ = @ #N/A is a comment too',
  '@ = IFERROR(@, #N/A)',
  '@ = "text @ %n # \\" ""x"" /* " & @',
  "@ = 'Q4 Revenue'!@ + data!@",
  'Data!@ = Data!@ + %n',
  '$@ = @',
  '@ ~= @ + 1',
  '@ ?= @ / %n',
  '@ as integer = @',
  '@ += %n',
  '@ = rate * @',
  '@ = Rate * @',
  '@ = ROW(@)',
  '@ = ROUND(num_digits := %n, number := @)',
  '@ = @ >> ROUND(_, %n)',
  '@ = %n >> ROUND(_ + _, 2)',
  '@ = LET(x, @, x + x)',
  '@ = LET(x, @ + 1, %n)',
  '@ = @ > %n THEN @ ELSE %n',
  '@ = @ > 1 ? @ : @',
  '@ = @#',
  '@ = [%n, @; 3, 4]',
  '@ = obj.b1 + @',
  '@ = obj.@',
  '@ = LOG10(@) + LOG10 (@)',
  '@ = SUM\t(@)',
  '@ = NOPE(@)',
  '@ = a b',
  '@ = ab',
  '@ = @ @',
  '@ = @)',
  '@ = (@',
  '@ = @ +',
  '@ = @ AND',
  '@ = @,',
  '@ = TRY @ ELSE %n',
  '@ = DO x = @; x + 1 END',
  '@ = CASE WHEN @ > 1 THEN %n ELSE 2 END',
  '@ = @ EVERY 1h SKIP MISSED',
  '@ = `x {@}`',
  '@ = 1; @ = 2',
  '@ = HTTP_GET("x" & @)',
  '@ = größe + @',
  '@:@ = @',
  'name = @ + %n',
  'rate = %n',
]
const between = [
  '',
  '# a comment',
  '#N/A',
  '/* a block',
  '*/',
  '/* closed */',
  '>> ABS(_)',
  'THEN 1 ELSE 2',
  'ELSE 3',
  'DEFAULT 4',
  'WHEN @ > 1 THEN',
  'EVERY 1h SKIP MISSED THEN',
  'WHEN @ > %n THEN @ = @ + 1 END',
  'END',
  'END MODEL',
  'MODEL "late"',
  'C1:D9 = ABOVE + LEFT',
  'D1 = SUM(',
  'D2 = DO',
  ')',
  '+ 1',
  '.x',
  '=> 1',
]

const indent = fc.constantFrom('', '', '', ' ', '\t', '\u00a0')
const filling = fc.tuple(
  fc.array(cell, { minLength: 1, maxLength: 6 }),
  fc.array(number, { minLength: 1, maxLength: 3 }),
)

/** Most lines are of few kinds, so that there is something to share. */
const model = fc
  .tuple(
    fc.uniqueArray(fc.constantFrom(...patterns), { minLength: 1, maxLength: 4 }),
    fc.array(
      fc.tuple(
        fc.integer({ min: 0, max: 39 }),
        fc.constantFrom(...between, ...patterns),
        indent,
        filling,
      ),
      { minLength: 4, maxLength: 40 },
    ),
    fc.constantFrom('\n', '\n', '\r\n', '\r'),
    fc.boolean(),
  )
  .map(([few, lines, lineEnd, distinct]) =>
    lines
      .map(([kind, rare, space, [cells, numbers]], at) => {
        const pattern = kind < 37 ? few[kind % few.length]! : rare
        // Distinct targets make models without mistakes likely.
        const places = distinct ? [`E${at + 1}`, ...cells] : cells
        return space + filled(pattern, places, numbers)
      })
      .join(lineEnd),
  )

describe('compiling with copies', () => {
  it('gives what compiling line by line gives', () => {
    let shared = 0
    fc.assert(
      fc.property(model, (source) => {
        if (copiesIn(source) > 0) shared++
      }),
      { numRuns: 1_500, seed: 2_026 },
    )
    // Otherwise it would prove nothing.
    expect(shared).toBeGreaterThan(50)
  })

  it('gives what compiling line by line gives, of other models each time', () => {
    fc.assert(
      fc.property(model, (source) => {
        expect(compileModel(source).copies.count).toBe(copiesIn(source))
      }),
      { numRuns: 300 },
    )
  })
})
