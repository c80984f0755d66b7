// The code of each form, made when a formula of it first runs: interpreted, or what `lua_generated` made of it.

import { compileExpression } from '../compile/expression.ts'
import { formLinker } from './form-linker.ts'
import type { Coded, ModelState } from './state.ts'

export function codeOf(m: ModelState, form: number): Coded {
  const known = m.codes[form]
  if (known !== undefined) return known
  const made = m.generated?.(form) ?? interpreted(m, form)
  m.codes[form] = made
  return made
}

function interpreted(m: ModelState, form: number): Coded {
  return {
    code: compileExpression(m.program.forms[form]!.expr, formLinker(m, 0, 0), m.callables, m.depth),
  }
}
