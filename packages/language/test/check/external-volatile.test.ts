// Goal: a call whose arguments are new at every commit is refused wherever that comes from, and no other
// call is. Method: sources with the volatile part in each place that it can stand in.
import { describe, expect, it } from 'vitest'
import { compile } from '../../src/compile.ts'

const CALL = 'HTTP_JSON("https://example.com/" & X9)'

function refused(source: string): string[] {
  const { diagnostics } = compile(source)
  return diagnostics
    .filter(({ code }) => code === 'external-volatile')
    .map(({ message }) => message)
}

describe('a call with a volatile argument', () => {
  it.each([
    ['in the argument itself', 'A1 = HTTP_JSON("https://example.com/" & NOW())'],
    ['in the other call around which it stands', 'A1 = ML_SCORE([HTTP_JSON("a" & RAND()).x])'],
    ['in a binding that the argument uses', 'A1 = LET(t, TODAY(), HTTP_JSON("a" & t))'],
    ['in a cell', `X9 = RAND()\nA1 = ${CALL}`],
    ['in a formula that a cell follows from', `a = NOW()\nb = a + 1\nX9 = b\nA1 = ${CALL}`],
    ['in a range', 'X1 = RAND()\nX2 = 1\nA1 = ML_SCORE(X1:X3)'],
    ['in the cell beside it', 'A1:A3 = RAND()\nB1:B3 = ML_SCORE([LEFT])'],
    ['in the condition of a rule', `X9 = RAND()\nWHEN ${CALL}.ok THEN\n C1 = 1\nEND`],
    ['in a lazy formula', `X9 = NOW()\nA1 ~= ${CALL}`],
  ])('is refused: %s', (_, source) => {
    expect(refused(source)).toHaveLength(1)
  })

  it('is told by which formula it is volatile', () => {
    expect(refused(`t = NOW()\nX9 = t\nA1 = ${CALL}`)[0]).toContain('takes X9')
  })

  it('is refused in a large model, where lines are copies of each other', () => {
    const lines = Array.from({ length: 200 }, (_, i) => `B${i + 1} = A${i + 1} * NOW()\n`)
    const { ir, diagnostics } = compile(`${lines.join('')}C1 = HTTP_JSON("a" & B150)\n`)
    expect(ir).toBeUndefined()
    expect(diagnostics.map(({ code }) => code)).toEqual(['external-volatile'])
  })
})

describe('a call without one', () => {
  it.each([
    ['a volatile part outside of the call', 'A1 = FX_RATE("EUR", "USD") * RAND()'],
    ['a volatile cell that it does not read', `Y1 = NOW()\nX9 = 1\nA1 = ${CALL}`],
    ['a time that a rule writes', `EVERY 1h SKIP MISSED THEN\n X9 = NOW()\nEND\nA1 = ${CALL}`],
  ])('is accepted: %s', (_, source) => {
    expect(compile(source).diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
  })
})
