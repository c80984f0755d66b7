// The external calls of one formula or trigger, while it is being lowered. Their symbols need the
// owner's name, which for a rule comes last.

import { fingerprint } from '../fingerprint.ts'
import type { Span } from '../parser/ast.ts'
import type { IrExpr } from './ir.ts'

export interface ExternalDraft {
  /** Six hex digits, unique in its owner. */
  readonly hex: string
  /** The normalised text, other external calls in it by their hash. */
  readonly text: string
  readonly fn: string
  readonly args: readonly (IrExpr | null)[]
  readonly each: boolean
  readonly span: Span
  /** The one form that stands for it, to be completed with the symbol. */
  readonly node: ['ext', string]
}

export class ExternalDrafts {
  readonly list: ExternalDraft[] = []
  /** How many forms the bindings have that arguments took along. */
  carried = 0
  readonly #byText = new Map<string, ExternalDraft>()
  readonly #byHex = new Map<string, ExternalDraft>()

  byText(text: string): ExternalDraft | undefined {
    return this.#byText.get(text)
  }

  byHex(hex: string): ExternalDraft | undefined {
    return this.#byHex.get(hex)
  }

  add(draft: Omit<ExternalDraft, 'hex' | 'node'>): ExternalDraft {
    const hex = this.#freeHex(draft.text)
    const { text, fn, args, each, span } = draft
    const added: ExternalDraft = { hex, text, fn, args, each, span, node: ['ext', hex] }
    this.list.push(added)
    this.#byText.set(text, added)
    this.#byHex.set(hex, added)
    return added
  }

  // Two different calls in one cell share six digits once in 16 million: then the later one moves on.
  #freeHex(text: string): string {
    for (let turn = 0; ; turn++) {
      const hex = fingerprint(turn === 0 ? text : `${text} ${turn}`).slice(0, 6)
      if (!this.#byHex.has(hex)) return hex
    }
  }
}
