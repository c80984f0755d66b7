// Evaluates one formula as a model would, without cells unless told.

import { catalogue, compile } from '@cellwake/language'
import { Compiler, type Linker } from '../src/compile/compile.ts'
import { functions } from '../src/library.ts'
import { checkTag } from '../src/tags.ts'
import { BLANK, errorOf, listOf, type Value } from '../src/values.ts'

const compiler = new Compiler({ catalogue, functions })

/** A model without cells: everything is blank. */
export const nothingAround: Linker<undefined> = {
  number: (value) => () => value,
  cell: () => () => BLANK,
  range: () => () => listOf([]),
  spill: () => () => BLANK,
  name: () => () => BLANK,
  external: () => () => errorOf('N/A', 'nothing is fetched here'),
  position: () => () => BLANK,
  place: () => () => BLANK,
  call: () => undefined,
}

export function evaluate(formula: string, linker = nothingAround, by = compiler): Value {
  const { ir, diagnostics } = compile(`x = ${formula}\n`)
  const [code] = ir?.formulas ?? []
  if (code === undefined) throw new Error(diagnostics.map(({ message }) => message).join(' '))
  const value = by.compile(code.expr, linker)(undefined, [])
  return code.tag === null ? value : checkTag(value, code.tag)
}
