// Diagnostics: mistakes in a model, as data. Nothing about a model's text is ever thrown: a file
// with five mistakes gives five diagnostics. Codes are a contract.

import type { Span } from './parser/ast.ts'

/** All codes. `docs/language.md` has the meaning and the remedy of each. */
export const severities = {
  syntax: 'error',
  'bad-literal': 'error',
  'unknown-function': 'error',
  'unknown-argument': 'error',
  'argument-count': 'error',
  'unknown-tag': 'error',
  'duplicate-target': 'error',
  'mixed-ownership': 'error',
  'whole-column-target': 'error',
  'compound-without-base': 'error',
  cycle: 'error',
  'policy-missing': 'error',
  'condition-array': 'error',
  'debounce-and-throttle': 'error',
  'gate-on-schedule': 'error',
  'rule-lazy': 'error',
  'rule-conditional': 'error',
  'rule-compound': 'error',
  'rule-nested': 'error',
  'rule-header': 'error',
  'rule-external': 'error',
  'lambda-external': 'error',
  'external-volatile': 'error',
  'position-outside-range': 'error',
  'fill-outside-range': 'error',
  limit: 'error',
  'rule-writes-own-trigger': 'warning',
  'bare-number-duration': 'warning',
  'names-differ-by-case': 'warning',
  'unused-name': 'warning',
  'unassigned-name': 'warning',
  'same-in-every-cell': 'warning',
} as const satisfies Record<string, 'error' | 'warning'>

export type DiagnosticCode = keyof typeof severities

/** A change of the text that mends the mistake: these edits, all of them, none overlapping. */
export interface Fix {
  /** The label of the fix, as on a button: `Write XLOOKUP`. */
  readonly title: string
  readonly edits: readonly { readonly start: number; readonly end: number; readonly text: string }[]
}

/** One mistake, or one warning. */
export interface Diagnostic extends Span {
  readonly code: DiagnosticCode
  readonly severity: 'error' | 'warning'
  /** The mistake and the remedy, in plain words. */
  readonly message: string
  readonly fix: Fix | undefined
}

export function diagnostic(
  code: DiagnosticCode,
  span: Span,
  message: string,
  fix?: Fix,
): Diagnostic {
  return { code, severity: severities[code], start: span.start, end: span.end, message, fix }
}

/** Applies a fix. */
export function applyFix(source: string, fix: Fix): string {
  let text = source
  for (const edit of [...fix.edits].sort((a, b) => b.start - a.start))
    text = text.slice(0, edit.start) + edit.text + text.slice(edit.end)
  return text
}
