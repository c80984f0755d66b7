// Emitter of one version of a model as Lua: its forms as code, and the library functions in use. The lint parses the
// output again before it is loaded.

import { type Catalogue, parameterAt } from '@cellwake/language'
import { directKind } from '../direct.ts'
import type { Program } from '../interpret/program.ts'
import { functions } from '../library.ts'
import { emitForm } from './form.ts'
import { lintForms } from './lint.ts'

/** Forms of one Lua function, whose size is bounded. */
const FORMS_PER_FUNCTION = 100
/** Arguments that are values in registers. */
const PLAIN_ARGUMENTS = 20

export interface EmittedModel {
  /** Defines one local, `generated_forms`, which gives the forms by number; it does nothing else. */
  readonly text: string
  /** The functions that the model needs, sorted. */
  readonly functions: readonly string[]
}

/** Functions implemented on places and ranges, and those that evaluate their arguments lazily. */
const NOT_PLAIN: ReadonlySet<string> = new Set([
  ...['SUM', 'AVERAGE', 'MIN', 'MAX', 'COUNT', 'COUNTA', 'SUBTOTAL', 'AGGREGATE'],
  ...['MATCH', 'XMATCH', 'VLOOKUP', 'HLOOKUP', 'XLOOKUP', 'COUNTIF', 'COUNTIFS', 'SUMIF'],
  ...['AVERAGEIF', 'SUMIFS', 'AVERAGEIFS', 'MINIFS', 'MAXIFS', 'ROWS', 'COLUMNS', 'COUNTBLANK'],
  ...['INDEX', 'INDIRECT', 'OFFSET', 'RANGE', 'SINGLE', 'ISREF', 'ROW', 'COLUMN', 'SHEET'],
  ...['SHEETS', 'ISFORMULA', 'FORMULATEXT', 'CELL', 'IFERROR', 'IFNA', 'CHOOSE', 'SWITCH'],
])

/** Functions called by other library functions. */
const CALLED_BY: Readonly<Record<string, string>> = {
  MATCH: 'XMATCH',
  VLOOKUP: 'XMATCH',
  HLOOKUP: 'XMATCH',
  XLOOKUP: 'XMATCH',
}

export function emitModel(program: Program, catalogue: Catalogue): EmittedModel {
  const isPlain = (name: string, args: readonly unknown[]): boolean => {
    const signature = catalogue.get(name)
    if (signature === undefined || signature.external !== undefined) return false
    if (NOT_PLAIN.has(name) || !Object.hasOwn(functions, name)) return false
    if (args.length > PLAIN_ARGUMENTS) return false
    return args.every((arg, i) => {
      const kind = parameterAt(signature, i)?.kind
      if (Array.isArray(arg) && arg[0] === 'none') return false
      return kind !== undefined && kind !== 'reference' && directKind(signature, i) === undefined
    })
  }
  const parts: string[] = []
  for (let from = 0; from < program.forms.length; from += FORMS_PER_FUNCTION) {
    const forms = program.forms
      .slice(from, from + FORMS_PER_FUNCTION)
      .map((form, i) => `F[${from + i}] = ${emitForm(form, { catalogue, isPlain })}\n`)
    parts.push(`P[${parts.length + 1}] = function(F)\n${forms.join('')}end\n`)
  }
  const text = `local generated_forms
do
local P = {}
${parts.join('')}function generated_forms()
local F = {}
for i = 1, ${parts.length} do P[i](F) end
return F
end
end
`
  lintForms(text)
  const used = new Set<string>()
  for (const name of Object.keys(program.signatures)) {
    if (Object.hasOwn(functions, name)) used.add(name)
    const called = CALLED_BY[name]
    if (called !== undefined) used.add(called)
  }
  return { text, functions: [...used].sort() }
}
