// The state of the lexer while it reads one token, as its helpers share it.

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
