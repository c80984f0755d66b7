// The part of the lexer that reads one token: what its helpers may see and set.

import type { Diagnostic, Fix } from '../diagnostics.ts'

export interface TokenState {
  readonly source: string
  readonly start: number
  kind: number
  end: number
  text: string
  value: number
  unit: string
  mistake: Diagnostic | undefined
  flaw(message: string, start: number, end: number, fix?: Fix): void
}
