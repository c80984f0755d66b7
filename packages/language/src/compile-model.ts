// Compiles large models. Most of their lines are copies of each other but for references and numbers:
// the first of a kind is read, checked and lowered as usual, and of the others only their coordinates
// and numbers are kept. Meaning and diagnostics are those of `compile`; where the fast way cannot be
// sure of that, it is not taken.

import { catalogue as wholeCatalogue } from './catalogue/index.ts'
import { type CheckOptions, check } from './check/check.ts'
import type { Checked } from './check/facts.ts'
import { type Compiled, compile } from './compile.ts'
import { hasConflict } from './copies/conflicts.ts'
import { type Copies, copiesOf, noCopies, type Original, originalsOf } from './copies/copies.ts'
import { SimpleLines } from './copies/lines.ts'
import { mayShare, ownComments, shareLines, standApart, withoutCopies } from './copies/share.ts'
import { utf8Bytes } from './lexer/characters.ts'
import { FILE_MAX_BYTES } from './limits.ts'
import { lower } from './lower/lower.ts'
import { parseFitting } from './parser/parse.ts'

/** `ir.formulas`, `model` and `checked` hold only what is not a copy; `model.source` is all text. */
export interface CompiledModel extends Compiled {
  readonly copies: Copies
}

export function compileModel(source: string, options: CheckOptions = {}): CompiledModel {
  return compileShared(source, options) ?? { ...compile(source, options), copies: noCopies }
}

/** Undefined when the model has nothing to share, or must be looked at as a whole. */
function compileShared(source: string, options: CheckOptions): CompiledModel | undefined {
  if (!mayShare(source) || utf8Bytes(source, FILE_MAX_BYTES) > FILE_MAX_BYTES) return undefined
  const lines = new SimpleLines(source)
  const shared = shareLines(lines, options)
  if (shared === undefined) return undefined
  const { model: parsed, diagnostics: found } = parseFitting(withoutCopies(source, shared))
  const comments = ownComments(parsed.comments, shared)
  const model = { source, statements: parsed.statements, comments }
  if (found.length > 0 || !standApart(model, shared)) return undefined
  const checked = check(model, options)
  if (checked.diagnostics.some(({ severity }) => severity === 'error')) return undefined
  // Copies may read, and be read by, any cell of a filled rectangle.
  if (checked.formulas.some(({ fill }) => fill)) return undefined
  // Whether a call is volatile through a copy shows only in the whole model.
  if (hasExternals(checked) && checked.formulas.some(({ reads }) => reads.volatile))
    return undefined
  const ir = lower(checked, (offset) => lines.lineAt(offset))
  const catalogue = options.catalogue ?? wholeCatalogue
  const originals = originalsOf(lines.reader, shared, ir, catalogue)
  if (originals === undefined || renamesInCopies(checked, [...originals.values()])) return undefined
  const { copies, runs } = copiesOf(lines, shared, originals)
  if (hasConflict(checked, ir, copies, [...originals.values()], runs)) return undefined
  const diagnostics = [...checked.diagnostics].sort((a, b) => a.start - b.start)
  return { ir, diagnostics, model, checked, copies }
}

function hasExternals({ formulas, rules }: Checked): boolean {
  return [...formulas, ...rules].some(({ externals }) => externals.length > 0)
}

/** Whether a fix renames a name wherever it is read, and copies read it too. */
function renamesInCopies(checked: Checked, originals: readonly Original[]): boolean {
  const names = new Set<string>()
  for (const { formula } of originals) {
    const { always, maybe } = checked.formulas[formula]!.reads
    for (const key of [...always, ...maybe]) if (typeof key === 'string') names.add(key)
  }
  return checked.diagnostics.some(({ code, start, end, fix }) => {
    if (code !== 'unassigned-name' && code !== 'names-differ-by-case') return false
    const isRenamed = fix?.edits.some((edit) => edit.end > edit.start) ?? false
    return isRenamed && names.has(checked.model.source.slice(start, end))
  })
}
