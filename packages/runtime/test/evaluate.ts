// Evaluates one formula that needs no cells, as a model would.

import { catalogue, compile } from '@cellwake/language'
import { Compiler, type Host } from '../src/compile.ts'
import { functions } from '../src/library.ts'
import { checkTag } from '../src/tags.ts'
import { BLANK, errorOf, listOf, type Value } from '../src/values.ts'

const compiler = new Compiler({ catalogue, functions })

/** A host without cells: everything is blank. */
const host: Host = {
  cell: () => BLANK,
  range: () => listOf([]),
  spill: () => BLANK,
  name: () => BLANK,
  external: () => errorOf('N/A', 'nothing is fetched here'),
  position: () => BLANK,
  placed: (fn) => errorOf('NAME?', `there is no ${fn} here`),
}

export function evaluate(formula: string): Value {
  const { ir, diagnostics } = compile(`x = ${formula}\n`)
  const [code] = ir?.formulas ?? []
  if (code === undefined) throw new Error(diagnostics.map(({ message }) => message).join(' '))
  const value = compiler.compile(code.expr)({ host, slots: [] })
  return code.tag === null ? value : checkTag(value, code.tag)
}
