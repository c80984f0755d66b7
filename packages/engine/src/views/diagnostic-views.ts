// Diagnostics with lines and columns instead of offsets, as people and editors count them.

import { type Diagnostic, type Place, placesAt } from '@cellwake/language'

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
  if (diagnostics.length === 0) return []
  const spans = diagnostics.flatMap((one) => [one, ...(one.fix?.edits ?? [])])
  const places = placesAt(
    source,
    spans.flatMap(({ start, end }) => [start, end]),
  )
  return diagnostics.map((diagnostic) => {
    const { code, severity, message, fix } = diagnostic
    const range = rangeOf(places, diagnostic)
    if (fix === undefined) return { code, severity, message, range }
    const edits = fix.edits.map((edit) => ({ range: rangeOf(places, edit), text: edit.text }))
    return { code, severity, message, range, fix: { title: fix.title, edits } }
  })
}

function rangeOf(
  places: ReadonlyMap<number, Place>,
  { start, end }: { readonly start: number; readonly end: number },
): Range {
  return { start: places.get(start)!, end: places.get(end)! }
}
