// Goal: a slip in the text of the catalogue is found when it loads, not when a formula runs.
// Method: rows that are right, read back part by part, and rows with one slip each.

import { describe, expect, it } from 'vitest'
import { olderNames, rows } from '../../src/catalogue/rows.ts'

describe('a row of text', () => {
  it('is read into all its parts', () => {
    const [row, ...others] = rows(
      'lookup',
      `
FIND_IT(lookup_value, array1: text, [array2], …) → any, sees errors, lazy 1, tag found
  One sentence.
  Another one.
  FIND_IT(1, 2) → 3
  FIND_IT(4, 5) → 6
`,
    )
    expect(others).toEqual([])
    expect(row).toEqual({
      name: 'FIND_IT',
      category: 'lookup',
      params: [
        { name: 'lookup_value', kind: 'any', optional: false },
        { name: 'array1', kind: 'text', optional: false },
        { name: 'array2', kind: 'array', optional: true },
      ],
      repeats: 1,
      returns: 'any',
      tag: 'found',
      about: 'One sentence. Another one.',
      examples: [
        { formula: 'FIND_IT(1, 2)', result: '3' },
        { formula: 'FIND_IT(4, 5)', result: '6' },
      ],
      volatile: false,
      dynamic: false,
      seesErrors: true,
      lazyFrom: 1,
      external: undefined,
    })
  })

  it.each([
    ['no result', 'F(number)', 'Not the head of a row'],
    ['a small letter in the name', 'f(number) → number', 'Not the head of a row'],
    ['an unknown kind of result', 'F(number) → thing', 'No such kind as thing'],
    ['an unknown kind of parameter', 'F(number: thing) → number', 'No such kind as thing'],
    ['a parameter without a kind', 'F(nonsense) → number', 'A parameter nonsense has no kind'],
    ['an unknown flag', 'F(number) → number, sleepy', 'No such flag as sleepy'],
    ['a repetition that does not count', 'F(number, …) → number', 'must end with a number'],
  ])('is refused with %s', (_, text, message) => {
    expect(() => rows('math', text)).toThrow(message)
  })
})

describe('an older name', () => {
  const known = rows('math', 'NEW.NAME(number) → number\n  A figure.\n  1 + NEW.NAME(2) → 3')

  it('is the same function, with its examples under its own name', () => {
    const [older] = olderNames({ OLDNAME: 'NEW.NAME' }, known)
    expect(older).toEqual({
      ...known[0],
      name: 'OLDNAME',
      about: 'The older name of NEW.NAME. A figure.',
      examples: [{ formula: '1 + OLDNAME(2)', result: '3' }],
    })
  })

  it('needs a function that is there', () => {
    expect(() => olderNames({ OLDNAME: 'OTHER' }, known)).toThrow(
      'OLDNAME stands for OTHER, which has no row',
    )
  })
})
