// Goal: one evaluation is bounded, in work and in memory, and honest ones fit. Method: formulas that took from
// seconds to minutes, formulas over a million elements that people write, and slopes of steps.
import { afterEach, describe, expect, it } from 'vitest'
import { refuel } from '../../src/primitives.ts'
import { spentOnFormula } from './spent.ts'

const MANY = 'SEQUENCE(1000000)'
const LONG = 'REPT("x", 1000000)'
const WIDE = 'REPT("😀", 1000000)'

afterEach(() => {
  refuel(Number.POSITIVE_INFINITY)
})

describe('what would take for ever ends with its budget', () => {
  it.each<[formula: string, outcome: string]>([
    [`LEN(CONCAT(TEXT(RANDARRAY(1000000), "#,##0.${'0'.repeat(200)}")))`, 'too-much-work'],
    [`COUNTA(CODE(IF(${MANY}, ${LONG})))`, 'number'],
    [`COUNTA(MID(${LONG}, ${MANY}, 500000))`, 'too-much-memory'],
    [`COUNTA(MID(${WIDE}, ${MANY}, 1))`, 'too-much-work'],
    [`LEN(TEXTAFTER(${LONG} & "y", REPT("x", 400000) & "y"))`, 'too-much-work'],
    [`COUNTA(TEXTAFTER(${LONG}, "x", ${MANY}))`, 'too-much-work'],
    [`FIND("y" & REPT("x", 500000), ${LONG})`, '#VALUE!'],
    [`COUNTA(T.INV(SEQUENCE(1000000) / 1000001, 1e9))`, 'too-much-work'],
    [`COUNTA(F.INV(SEQUENCE(1000000) / 1000001, 1e6, 1e6))`, 'too-much-work'],
    ['SUM(MINVERSE(MOD(SEQUENCE(1000, 1000) * 7919, 10007)))', 'too-much-work'],
    ['SUM(MINVERSE(MOD(SEQUENCE(300, 300) ^ 3, 10007)))', 'too-much-work'],
    [`COUNTA(BASE(${MANY}, 2, 255))`, 'too-much-work'],
    [`REDUCE([0], ${MANY}, (all, x) => HSTACK(all, x))`, 'too-much-work'],
    ['MDETERM(MOD(SEQUENCE(400, 400) ^ 3, 10007))', 'too-much-work'],
    [`MULTINOMIAL(${MANY})`, 'too-much-work'],
    [
      `LET(a, ${LONG} & "a", b, ${LONG} & "b", SUM(MAP(${MANY}, (i) => IF(a < b, 1, 0))))`,
      'too-much-work',
    ],
    [
      `XLOOKUP("*k*k*y", REPT("k", 100) & SEQUENCE(100000), SEQUENCE(100000), "none", 2)`,
      'too-much-work',
    ],
    [`XIRR(HSTACK(-1e9, SEQUENCE(1, 999999)), SEQUENCE(1, 1000000))`, 'too-much-work'],
    [`MAP(${MANY}, (x) => ${Array.from({ length: 500 }, () => 'x').join(' + ')})`, 'too-much-work'],
    [`COUNTA(${LONG} & ${MANY})`, 'too-much-memory'],
    [`MAP(${MANY}, (x) => { a: x, b: { c: x } })`, 'too-much-work'],
    ['REDUCE("x", SEQUENCE(100000), (all, x) => all & "y")', 'too-much-memory'],
    ['COUNTA(ROMAN(3888 + 0 * SEQUENCE(500000)))', 'too-much-work'],
    ['MULTINOMIAL(MOD(SEQUENCE(1000000), 2))', 'too-much-work'],
  ])('%s', (formula, outcome) => {
    expect(spentOnFormula(formula).outcome).toBe(outcome)
  })
})

describe('a million elements are no bomb', () => {
  it.each<[formula: string, value: unknown]>([
    [`SUM(${MANY})`, 500_000_500_000],
    [`SUM(${MANY} * 2 + 1)`, 1_000_002_000_000],
    [`SUMPRODUCT(${MANY}, ${MANY})`, 333_333_833_333_500_000],
    [`INDEX(SORT(${MANY}, 1, -1), 1)`, 1_000_000],
    [`MEDIAN(${MANY})`, 500_000.5],
    [`XLOOKUP(999999, ${MANY}, ${MANY} * 2)`, 1_999_998],
    [`XLOOKUP("k999999", "k" & ${MANY}, ${MANY})`, 999_999],
    [`SUM(MAP(${MANY}, (x) => x * 2))`, 1_000_001_000_000],
    [`REDUCE(0, ${MANY}, (all, x) => all + x)`, 500_000_500_000],
    [`SUM(IF(${MANY} > 500000, 1, 0))`, 500_000],
    [`SUMIF(${MANY}, ">999999")`, 1_000_000],
    [`COUNTIF(${MANY}, "<=10")`, 10],
    [`ROWS(FILTER(${MANY}, ${MANY} > 999990))`, 10],
    [`ROWS(UNIQUE(${MANY}))`, 1_000_000],
    [`SUM(ABS(${MANY} - 500000))`, 250_000_000_000],
    [`ROWS("k" & ${MANY})`, 1_000_000],
    [`SUM(SEQUENCE(1000) * SEQUENCE(1, 1000))`, 250_500_250_000],
    [`ROWS(TRANSPOSE(SEQUENCE(1000, 1000)))`, 1000],
    [`LEN(TEXTJOIN(",", TRUE, SEQUENCE(100000)))`, 588_894],
    [`COUNTA(TEXTSPLIT(REPT("ab,", 300000), ","))`, 300_001],
    [`LEN(SUBSTITUTE(${LONG}, "x", "y"))`, 1_000_000],
    [`LEN(UPPER(${LONG}))`, 1_000_000],
    [`SUM(CODE(MID(REPT("😀", 100000), SEQUENCE(100000), 1)))`, 6_300_000],
    [`COUNTA(MID(${LONG}, ${MANY}, 1))`, 1_000_000],
    ['ROUND(MDETERM(MUNIT(100) * 2) / 2 ^ 100, 6)', 1],
    ['ROUND(SUM(MINVERSE(MUNIT(80) * 2)), 6)', 40],
    ['COUNTA(T.INV(SEQUENCE(1000) / 1001, 5))', 1000],
    ['ROWS(SORT("k" & SEQUENCE(200000)))', 200_000],
    ['COUNTA(TEXT(SEQUENCE(60000), "0.00"))', 60_000],
    ['ROUND(SUM(ROUND(SEQUENCE(200000) / 7, 2)), 0)', 2_857_157_143],
  ])('%s', (formula, value) => {
    expect(spentOnFormula(formula).value).toBe(value)
  })
})

describe('twice the input takes less than three times the steps', () => {
  it.each<[what: string, formula: (size: number) => string]>([
    ['each character', (n) => `MID(REPT("x", ${n}), SEQUENCE(${n}), 1)`],
    ['each character of two units', (n) => `MID(REPT("😀", ${n}), SEQUENCE(${n}), 1)`],
    ['each code', (n) => `CODE(MID(REPT("é😀", ${n}), SEQUENCE(${n}), 1))`],
    ['the first of each', (n) => `LEFT(REPT("😀", ${n}), MOD(SEQUENCE(${n}), 9))`],
    ['the last of each', (n) => `RIGHT(REPT("😀", ${n}), MOD(SEQUENCE(${n}), 9))`],
    ['a split', (n) => `TEXTSPLIT(REPT("a,", ${n}), ",")`],
    ['a split of two units', (n) => `TEXTSPLIT(REPT("😀,", ${n}), ",")`],
    ['a split in rows', (n) => `TEXTSPLIT(REPT("a,b;", ${n}), ",", ";", TRUE, 1)`],
    ['what is after', (n) => `TEXTAFTER(REPT("a,", ${n}), ",", ${n})`],
    ['what is before', (n) => `TEXTBEFORE(REPT("😀,", ${n}), ",", ${n})`],
    ['a search', (n) => `FIND("y", REPT("x", ${n}))`],
    ['a search for what almost fits', (n) => `FIND("y" & REPT("x", ${n}), REPT("x", ${2 * n}))`],
    ['a search with wildcards', (n) => `SEARCH("a*b*c", REPT("ab", ${n}))`],
    ['a replacement', (n) => `SUBSTITUTE(REPT("ab", ${n}), "b", "cd")`],
    ['a join', (n) => `TEXTJOIN(",", TRUE, SEQUENCE(${n}))`],
    ['a comparison', (n) => `REPT("x", ${n}) & "a" < REPT("X", ${n}) & "b"`],
    ['a comparison beyond ASCII', (n) => `REPT("ä", ${n}) & "a" < REPT("Ä", ${n}) & "b"`],
    ['a pattern', (n) => `REGEXREPLACE(REPT("ab", ${n}), "a", "c")`],
    ['JSON that is read', (n) => `JSON_PARSE("[" & REPT("1,", ${n}) & "1]")`],
    ['JSON that is written', (n) => `JSON_TEXT(SEQUENCE(${n}))`],
    ['capitals', (n) => `PROPER(REPT("straße ", ${n}))`],
    ['many parts', (n) => Array.from({ length: n / 20 }, () => 'REPT("x", 9)').join(' & ')],
    ['a sort', (n) => `SORT(RANDARRAY(${n}))`],
    ['a sort of texts', (n) => `SORT("k" & SEQUENCE(${n}))`],
    ['different values', (n) => `UNIQUE("k" & SEQUENCE(${n}))`],
    ['an object', (n) => `OBJECT("k" & SEQUENCE(${n}), SEQUENCE(${n}))`],
  ])('%s', (_, formula) => {
    const once = spentOnFormula(formula(10_000)).steps
    const twice = spentOnFormula(formula(20_000)).steps
    expect(once).toBeGreaterThan(500)
    expect(twice / once).toBeLessThan(3)
    // What grows without being charged would be as cheap at twice the size.
    expect(twice / once).toBeGreaterThan(1.5)
  })
})
