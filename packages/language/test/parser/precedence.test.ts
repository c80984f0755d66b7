// Goal: operators bind as the table of the language says.
// Method: pairs of neighbouring levels, with the grouping of the tree written out.
import { describe, expect, it } from 'vitest'
import { shapeOf } from '../support/shape.ts'

const groupings: readonly (readonly [source: string, shape: string])[] = [
  ['a.b(1)', '(A.B() 1)'],
  ['-a.b', '(- (. a b))'],
  ['-a[2]%', '(- (% (index a 2)))'],
  ['-A1:B2 C1:D2', '(- (intersect R1C1:R2C2 R1C3:R2C4))'],
  ['A1:B2 B:B 1:2', '(intersect (intersect R1C1:R2C2 R1C2:R1048576C2/columns) R1C1:R2C16384/rows)'],
  ['-2^2', '(^ (- 2) 2)'],
  ['2^3^2', '(^ (^ 2 3) 2)'],
  ['2^-1', '(^ 2 (- 1))'],
  ['- -1', '(- (- 1))'],
  ['2*3^2', '(* 2 (^ 3 2))'],
  ['a / b * c', '(* (/ a b) c)'],
  ['1 + 2 * 3', '(+ 1 (* 2 3))'],
  ['1 - 2 - 3', '(- (- 1 2) 3)'],
  ['1 + 2 & 3 + 4', '(& (+ 1 2) (+ 3 4))'],
  ['a & b = c & d', '(= (& a b) (& c d))'],
  ['a < b <= c', '(<= (< a b) c)'],
  ['a + 1 IS ERROR = TRUE', '(= (IS (+ a 1) ERROR) TRUE)'],
  ['a IS NOT BLANK IS NUMBER', '(IS (IS NOT a BLANK) NUMBER)'],
  ['NOT a = b', '(NOT (= a b))'],
  ['NOT NOT a', '(NOT (NOT a))'],
  ['NOT a AND b', '(AND (NOT a) b)'],
  ['a OR b AND c', '(OR a (AND b c))'],
  ['a AND b OR c AND d', '(OR (AND a b) (AND c d))'],
  ['a OR b DEFAULT c', '(DEFAULT (OR a b) c)'],
  ['a DEFAULT b ?? c', '(DEFAULT (DEFAULT a b) c)'],
  ['a DEFAULT b THEN c ELSE d', '(choose (DEFAULT a b) c d)'],
  ['a THEN b ELSE c THEN d ELSE e', '(choose a b (choose c d e))'],
  ['a THEN b THEN c ELSE d ELSE e', '(choose a (choose b c d) e)'],
  ['a ? b : c ? d : e', '(choose a b (choose c d e))'],
  ['a ? b : c THEN d ELSE e', '(choose a b (choose c d e))'],
  ['a THEN b ELSE c >> f(_)', '(>> (choose a b c) (F() _))'],
  ['a THEN b >> f(_) ELSE c', '(choose a (>> b (F() _)) c)'],
  ['a >> f(_) >> g(_)', '(>> (>> a (F() _)) (G() _))'],
  ['5 >> _ * _ + 1', '(>> 5 (+ (* _ _) 1))'],
  ['a >> f(_) as list', '(as (>> a (F() _)) list)'],
  ['a as number as currency:EUR', '(as (as a number) currency:EUR)'],
  ['a::number', '(as a number)'],
  ['TRY a >> f(_) ELSE b >> g(_)', '(>> (try (>> a (F() _)) b) (G() _))'],
  ['WITH a = b THEN c ELSE d as list', '(as (with a=b c d) list)'],
  ['1 + TRY a ELSE b + 2', '(+ 1 (try a (+ b 2)))'],
  ['(1 + 2) * 3', '(* (paren (+ 1 2)) 3)'],
  ['NOT(a) = b', '(= (NOT() a) b)'],
  ['NOT (a) = b', '(NOT (= (paren a) b))'],
  ['a AND(b)', '(AND a (paren b))'],
  ['(x) => x + 1 >> f(_)', '(=> (x) (>> (+ x 1) (F() _)))'],
]

describe('precedence', () => {
  it.each(groupings)('%s groups as %s', (source, shape) => {
    expect(shapeOf(source)).toBe(shape)
  })
})
