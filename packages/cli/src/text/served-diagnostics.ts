// Diagnostics of a server, turned into those of the language: the place as offsets.

import type { DiagnosticView } from '@cellwake/client'
import { type Diagnostic, lineIndex } from '@cellwake/language'
import { isExplained } from '../errors.ts'
import type { Source } from '../sources.ts'
import type { Findings } from './findings.ts'

export function diagnosticsFrom(text: string, views: readonly DiagnosticView[]): Diagnostic[] {
  const lines = lineIndex(text)
  const offset = ({ line, column }: DiagnosticView['range']['start']) =>
    lines.start(line) + column - 1
  return views.map(({ code, severity, message, range, fix }) => ({
    code: code as Diagnostic['code'],
    severity,
    message,
    start: offset(range.start),
    end: offset(range.end),
    fix: hasTitle(fix) ? { title: fix.title, edits: [] } : undefined,
  }))
}

/** Diagnostics of a source that a server refused; undefined if it refused something else. */
export function refusedSource(source: Source, error: unknown): Findings | undefined {
  if (!isExplained(error) || error.code !== 'diagnostics' || !('details' in error)) return undefined
  const { diagnostics } = error.details as { readonly diagnostics: readonly DiagnosticView[] }
  return { source, diagnostics: diagnosticsFrom(source.text, diagnostics) }
}

function hasTitle(fix: unknown): fix is { readonly title: string } {
  return typeof fix === 'object' && fix !== null && 'title' in fix && typeof fix.title === 'string'
}
