// The public face of the language.

export * from './catalogue/index.ts'
export { type CheckOptions, check } from './check/check.ts'
export type {
  Checked,
  CheckedExternal,
  CheckedFormula,
  CheckedPublish,
  CheckedRule,
  CheckedWrite,
  NameFacts,
  Owner,
} from './check/facts.ts'
export { type Compiled, compile } from './compile.ts'
export {
  applyFix,
  type Diagnostic,
  type DiagnosticCode,
  type Fix,
  severities,
} from './diagnostics.ts'
export { externalSymbolAt, isExternalSymbol, ownerOfExternal } from './external-symbol.ts'
export { fingerprint } from './fingerprint.ts'
export { errorCodes } from './lexer/tokens.ts'
export { FILE_MAX_BYTES } from './limits.ts'
export { type LineIndex, lineIndex, type Place, placesAt } from './lines.ts'
export { type FillArea, fillAreas, withinSheet } from './lower/fill-areas.ts'
export type * from './lower/ir.ts'
export { formulaFingerprint, lower } from './lower/lower.ts'
export { isShifting, SHIFT } from './lower/shifts.ts'
export type * from './parser/ast.ts'
export { parse, parseExpression, statementsOf } from './parser/parse.ts'
export { print, printExpression } from './print/print.ts'
export { formulaAt } from './print/shifted.ts'
export { suggest } from './suggest.ts'
export {
  canonicalSymbol,
  cellSymbol,
  defaultSheet,
  parseSymbol,
  rangeSymbol,
  type SymbolParts,
  sheetPrefix,
} from './symbols.ts'
export * from './time/index.ts'
