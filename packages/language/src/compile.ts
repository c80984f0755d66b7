// Text to representation in one go: read, check, lower.

import { type CheckOptions, check } from './check/check.ts'
import type { Checked } from './check/facts.ts'
import type { Diagnostic } from './diagnostics.ts'
import type { Ir } from './lower/ir.ts'
import { lower } from './lower/lower.ts'
import type { Model } from './parser/ast.ts'
import { parse } from './parser/parse.ts'

export interface Compiled {
  /** Undefined when there is an error. */
  readonly ir: Ir | undefined
  /** Of the parser and of the check, in the order of the text. */
  readonly diagnostics: readonly Diagnostic[]
  readonly model: Model
  readonly checked: Checked
}

export function compile(source: string, options: CheckOptions = {}): Compiled {
  const { model, diagnostics: found } = parse(source)
  const checked = check(model, options)
  const diagnostics = [...found, ...checked.diagnostics].sort((a, b) => a.start - b.start)
  const wrong = diagnostics.some(({ severity }) => severity === 'error')
  return { ir: wrong ? undefined : lower(checked), diagnostics, model, checked }
}
