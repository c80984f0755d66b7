// Local diagnosis of a text before it is sent: its title, its contents, its mistakes.

import { compile, type Diagnostic, lineIndex } from '@cellwake/language'

export interface Placed {
  readonly diagnostic: Diagnostic
  readonly line: number
}

export interface Diagnosis {
  readonly found: readonly Placed[]
  readonly errors: number
  readonly rules: number
  /** The id it would get. */
  readonly id: string
}

export function diagnose(source: string): Diagnosis {
  const { diagnostics, checked } = compile(source)
  const lines = lineIndex(source)
  const title = /^\s*MODEL\s+"((?:[^"\\]|\\.)+)"/m.exec(source)?.[1]
  return {
    found: diagnostics.map((diagnostic) => ({
      diagnostic,
      line: lines.place(diagnostic.start).line,
    })),
    errors: diagnostics.filter(({ severity }) => severity === 'error').length,
    rules: checked.rules.length,
    id: idFrom(title ?? 'model'),
  }
}

/** As the server makes it. */
function idFrom(title: string): string {
  const id = title.toLowerCase().replace(/[^a-z0-9_.-]+/g, '-')
  return id.replace(/^[-.]+|[-.]+$/g, '') || 'model'
}
