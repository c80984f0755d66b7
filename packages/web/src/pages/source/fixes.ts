// Mending a mistake in the editor. Fixes are made of offsets, so they fit only the diagnosed text: if that has
// changed since, it is diagnosed again.

import type { Diagnostic } from '@cellwake/language'
import type { EditorView } from '@codemirror/view'
import { type Diagnosis, diagnose } from './diagnosis.ts'

export function mend(view: EditorView, wanted: Diagnostic): void {
  const now = diagnose(view.state.doc.toString()).diagnostics.find(
    ({ code, start, message }) =>
      code === wanted.code && start === wanted.start && message === wanted.message,
  )
  if (now?.fix === undefined) return
  view.dispatch({
    changes: now.fix.edits.map(({ start, end, text }) => ({ from: start, to: end, insert: text })),
    userEvent: 'input.fix',
  })
  view.focus()
}

/** The first that can be mended in the line of the cursor. */
export function fixAtCursor(view: EditorView, { diagnostics }: Diagnosis): boolean {
  const line = view.state.doc.lineAt(view.state.selection.main.head)
  const found = diagnostics.find(
    ({ start, fix }) => fix !== undefined && start >= line.from && start <= line.to,
  )
  if (found === undefined) return false
  mend(view, found)
  return true
}
