// Goal: a closure asks its linker for what is not in it, once and in order, and reads only what it needs.
// Method: linkers that write down what they are asked for when compiling and what is read when running.
import { describe, expect, it } from 'vitest'
import type { Linker } from '../../src/compile/compile.ts'
import { BLANK, isArray, isError, listOf, type Value } from '../../src/values.ts'
import { evaluate, nothingAround } from '../evaluate.ts'

interface Log {
  readonly linked: string[]
  readonly read: string[]
  readonly linker: Linker<undefined>
}

/** Cells hold the number of their column; A1:C1 is [1, 2, 3]. */
function logging(call: Linker<undefined>['call'] = () => undefined): Log {
  const linked: string[] = []
  const read: string[] = []
  const ask = (what: string, value: Value) => {
    linked.push(what)
    return () => {
      read.push(what)
      return value
    }
  }
  const linker: Linker<undefined> = {
    ...nothingAround,
    number: (value) => {
      linked.push(String(value))
      return () => value
    },
    cell: (_, column, row) => ask(`${'_ABCDEF'[column]}${row}`, column),
    range: (_, column, row, lastColumn, lastRow) =>
      ask(`range ${column} ${row} ${lastColumn} ${lastRow}`, listOf([1, 2, 3])),
    spill: (_, column) => ask(`spill ${column}`, listOf([1, 2])),
    name: (name) => ask(name, BLANK),
    call,
  }
  return { linked, read, linker }
}

describe('the linker is asked once for each, from left to right', () => {
  it.each([
    ['A1 + B1 * 2 - C1', 'A1 B1 2 C1'],
    ['IF(A1, B1, C1)', 'A1 B1 C1'],
    ['IFS(A1, 1, B1, 2)', 'A1 1 B1 2'],
    ['A1 DEFAULT B1 DEFAULT 7', 'A1 B1 7'],
    ['TRY A1 ELSE B1', 'A1 B1'],
    ['WITH q = A1 + 1 THEN q + B1 ELSE C1', 'A1 1 B1 C1'],
    ['LET(q, A1 + 1, q * B1)', 'A1 1 B1'],
    ['MATCH(A1, 1 => B1, 2 => C1, _ => D1)', 'A1 1 B1 2 C1 D1'],
    ['[A1, 5; B1, 6]', 'A1 5 B1 6'],
    ['{ a: A1, b: 3 }', 'A1 3'],
    ['((x) => x + A1)(B1)', 'A1 B1'],
    ['A1:C1[(B1)]', 'range 1 1 3 1 B1'],
    ['SUM(A1:C1, 4, A1#)', 'range 1 1 3 1 4 spill 1'],
    ['SWITCH(A1, 1, B1, 2, C1)', 'A1 1 B1 2 C1'],
    ['ROW(A1) + COLUMNS(A1:C1)', '3'],
    ['INDEX(A1:C1, , B1)', 'range 1 1 3 1 B1'],
  ])('%s', (formula, order) => {
    const { linked, linker } = logging()
    evaluate(formula, linker)
    expect(linked.join(' ')).toBe(order)
  })
})

describe('what is not needed is not read', () => {
  it.each([
    ['IFERROR(A1, B1)', 'A1'],
    ['IFERROR(#N/A, B1)', 'B1'],
    ['IFNA(A1, B1)', 'A1'],
    ['IFNA(#N/A, B1)', 'B1'],
    ['IFNA(#REF!, B1)', ''],
    ['CHOOSE(2, A1, B1, C1)', 'B1'],
    ['CHOOSE(B1, A1, D1, C1)', 'B1 D1'],
    ['CHOOSE(9, A1, B1)', ''],
    ['CHOOSE([1, 2], A1, B1)', 'A1 B1'],
    ['SWITCH(A1, 1, B1, 2, C1, D1)', 'A1 B1'],
    ['SWITCH(B1, 1, A1, 2, C1, D1)', 'B1 C1'],
    ['SWITCH(B1, C1, A1, D1)', 'B1 C1 D1'],
    ['SWITCH(#N/A, C1, A1, D1)', ''],
    ['IF(A1, B1, C1)', 'A1 B1'],
    ['IFS(A1 > 1, B1, A1 = 1, C1, TRUE, D1)', 'A1 A1 C1'],
    ['TRY A1 ELSE B1', 'A1'],
    ['A1 DEFAULT B1', 'A1'],
    ['IF([1, 0], B1, C1)', 'B1 C1'],
    ['AND(A1 > 5, B1 > 0)', 'A1 B1'],
  ])('%s', (formula, reads) => {
    const { read, linker } = logging()
    evaluate(formula, linker)
    expect(read.join(' ')).toBe(reads)
  })
})

describe('calls', () => {
  it('go to the linker first, with arguments that it may compile', () => {
    const { read, linker } = logging((name, args, compile) =>
      name === 'OFFSET' ? compile(args[1]!) : undefined,
    )
    expect(evaluate('OFFSET(A1, B1, 1)', linker)).toBe(2)
    expect(read).toEqual(['B1'])
  })

  it('of a function that nobody has are #NAME?, and what is in them is linked', () => {
    const { linked, read, linker } = logging()
    expect(evaluate('INDIRECT("A" & C1)', linker)).toMatchObject({ code: 'NAME?' })
    expect(linked).toEqual(['C1'])
    expect(read).toEqual([])
  })

  it('give places to functions that ask for one', () => {
    expect(evaluate('ROW(C7)')).toBe(7)
    expect(evaluate('COLUMN(C7:C9)')).toBe(3)
  })

  it.each<[formula: string, result: Value]>([
    ['ROUND("2.5", 0)', 3],
    ['MID("abcd", "2", TRUE)', 'b'],
    ['POWER(2, 3)', 8],
    ['LEN(TRUE)', 4],
  ])('with single values make them of the right kind: %s', (formula, result) => {
    expect(evaluate(formula)).toBe(result)
  })

  it('with an error and a bad value give the error, wherever they stand', () => {
    expect(evaluate('ROUND("x", #N/A)')).toMatchObject({ code: 'N/A' })
    expect(evaluate('MID("abc", "x", #REF!)')).toMatchObject({ code: 'REF!' })
    expect(evaluate('ROUND(1, "x")')).toMatchObject({ code: 'VALUE!' })
    expect(evaluate('EXP(1000)')).toMatchObject({ code: 'NUM!' })
  })
})

describe('arrays choose element by element', () => {
  it.each<[formula: string, result: readonly unknown[]]>([
    ['CHOOSE([1, 2], [10, 20], [30, 40])', [10, 40]],
    ['CHOOSE([1, 2], [1; 2], [3; 4])', [1, 3, 2, 4]],
    ['CHOOSE([1, 7], 5, 6)', [5, '#VALUE!']],
    ['SWITCH([1, 2, 3], 1, "a", 2, #N/A, "z")', ['a', '#N/A', 'z']],
    ['SWITCH(2, [1, 2], "a", "z")', ['z', 'a']],
    ['SWITCH([1, #REF!], 1, "a")', ['a', '#REF!']],
    ['IFERROR([1, #N/A], [8, 9])', [1, 9]],
    ['IFNA([#N/A, #REF!], 0)', [0, '#REF!']],
    ['IFS([1, 0, 0], "a", [0, 1, 0], "b", TRUE, "c")', ['a', 'b', 'c']],
    ['[1, BLANK, #N/A] DEFAULT [7, BLANK, 8] DEFAULT 9', [1, 9, 8]],
  ])('%s', (formula, result) => {
    const value = evaluate(formula)
    const items = isArray(value) ? value.items : []
    expect(items.map((item) => (isError(item) ? `#${item.code}` : item))).toEqual(result)
  })
})

describe('long chains', () => {
  it('of operators do not go deep', () => {
    const terms = Array.from({ length: 2_000 }, () => 'A1').join(' + ')
    expect(evaluate(terms, logging().linker)).toBe(2_000)
    expect(evaluate('B1 - A1 * 3 + C1 / 3 - 2 + D1 - 1 & "!"', logging().linker)).toBe('1!')
  })

  it('of conditions do not go deep', () => {
    const parts = Array.from({ length: 9_000 }, (_, i) => `A1 = ${i + 2}, ${i}`).join(', ')
    expect(evaluate(`IFS(${parts}, A1 = 1, "last")`, logging().linker)).toBe('last')
  })
})
