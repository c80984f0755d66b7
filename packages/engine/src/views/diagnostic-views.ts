// Diagnostics with lines and columns instead of offsets, as people and editors count them.

import { type Diagnostic, type LineIndex, lineIndex, type Place } from '@cellwake/language'

interface Range {
  readonly start: Place
  readonly end: Place
}

export interface DiagnosticView {
  readonly code: string
  readonly severity: 'error' | 'warning'
  readonly message: string
  readonly range: Range
  readonly fix?: {
    readonly title: string
    readonly edits: readonly { readonly range: Range; readonly text: string }[]
  }
}

export function diagnosticViews(
  source: string,
  diagnostics: readonly Diagnostic[],
): DiagnosticView[] {
  const lines = lineIndex(source)
  return diagnostics.map((diagnostic) => {
    const { code, severity, message, fix } = diagnostic
    const range = rangeOf(lines, diagnostic)
    if (fix === undefined) return { code, severity, message, range }
    const edits = fix.edits.map((edit) => ({ range: rangeOf(lines, edit), text: edit.text }))
    return { code, severity, message, range, fix: { title: fix.title, edits } }
  })
}

function rangeOf(
  lines: LineIndex,
  { start, end }: { readonly start: number; readonly end: number },
): Range {
  return { start: lines.place(start), end: lines.place(end) }
}
