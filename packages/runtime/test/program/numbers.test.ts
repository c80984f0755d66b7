// Formulas that are alike but for their numbers are one form.

import { catalogue, compile } from '@cellwake/language'
import { describe, expect, it } from 'vitest'
import { makeProgram } from '../../src/program/make-program.ts'

function programOf(source: string) {
  const { ir } = compile(source)
  return makeProgram(ir!, {
    catalogue,
    zone: { name: 'UTC', starts: [-8.64e15], offsets: [0] },
    prefixOf: () => '',
    textOf: () => undefined,
  })
}

function formulasOf(source: string) {
  const { forms, formulas } = programOf(source)
  return { forms, formulas: formulas.filter(({ input }) => !input) }
}

describe('formulas that differ in numbers', () => {
  it('are one form, and each keeps the numbers that are not those of all', () => {
    const { forms, formulas } = formulasOf(
      'A1 = 1\nB1 = A1 * 2 + 7\nB2 = A1 * 2 + 8\nB3 = 3 - A1 * 2\n',
    )
    const [first, second, third] = formulas
    expect(first!.form).toBe(second!.form)
    expect(third!.form).not.toBe(first!.form)
    expect([first!.places, second!.places]).toEqual([
      [1, 1, 7],
      [1, 1, 8],
    ])
    expect(forms[first!.form]).toMatchObject({ locals: 0, numbers: 1 })
    expect(JSON.stringify(forms[first!.form]!.expr)).toContain('"*",2')
    expect(forms[third!.form]!.numbers).toBeUndefined()
  })

  it('keep them behind the locals of their own', () => {
    const { forms, formulas } = formulasOf(
      'A1 = 1\nB1 = LET(x, A1 + 5, x * 5)\nB2 = LET(x, A1 + 6, x * 5)\n',
    )
    expect(formulas[0]!.form).toBe(formulas[1]!.form)
    expect(formulas.map(({ places }) => places.at(-1))).toEqual([5, 6])
    const { expr, locals } = forms[formulas[0]!.form]!
    expect(JSON.stringify(expr)).toContain(`"local",${locals}`)
  })

  it('stay apart where a function is told a number, which may decide on its code', () => {
    const { formulas } = formulasOf('A1 = 1\nB1 = SUBTOTAL(9, A1:A2)\nB2 = SUBTOTAL(4, A1:A2)\n')
    expect(formulas[0]!.form).not.toBe(formulas[1]!.form)
  })
})
