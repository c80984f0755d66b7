// Shared environment of a check: the source, the catalogue, sheets, names, and the list of
// diagnostics.

import type { Catalogue } from '../catalogue/signature.ts'
import { type Diagnostic, type DiagnosticCode, diagnostic, type Fix } from '../diagnostics.ts'
import { FINDINGS_MAX_COUNT, SUGGESTIONS_MAX_COMPARED_WORDS } from '../limits.ts'
import { type LineIndex, lineIndex } from '../lines.ts'
import type { Shared } from '../lower/context.ts'
import { Sheets } from '../lower/sheets.ts'
import type { Model, Span, Word } from '../parser/ast.ts'
import { suggest } from '../suggest.ts'
import { tagProblem } from './tags.ts'
import { isZone } from './zone.ts'

export class Surroundings implements Shared {
  readonly source: string
  readonly catalogue: Catalogue
  readonly sheets = new Sheets()
  readonly nameReads = new Map<string, Span[]>()
  readonly nameWrites = new Map<string, Span[]>()
  readonly #errors: Diagnostic[] = []
  readonly #warnings: Diagnostic[] = []
  #lines: LineIndex | undefined
  readonly #zones = new Map<string, boolean>()
  readonly #fresh = new Map<string, string>()
  #compared = 0
  #left = 0
  #words: Set<string> | undefined

  constructor(model: Model, catalogue: Catalogue) {
    this.source = model.source
    this.catalogue = catalogue
  }

  report(code: DiagnosticCode, span: Span, message: string, fix?: Fix): void {
    // An unterminated token may seem to end before it starts.
    const place = { start: span.start, end: Math.max(span.start, span.end) }
    const found = diagnostic(code, place, message, fix)
    const list = found.severity === 'error' ? this.#errors : this.#warnings
    if (list.length < FINDINGS_MAX_COUNT) list.push(found)
    else if (found.severity === 'error') this.#left++
  }

  /** The diagnostics, in the order of the text. Past a limit errors are counted, warnings dropped. */
  diagnostics(): Diagnostic[] {
    const found = [...this.#errors, ...this.#warnings]
    found.sort((a, b) => a.start - b.start || a.end - b.end)
    if (this.#left > 0) {
      const end = { start: this.source.length, end: this.source.length }
      const message = `There are ${this.#left} more mistakes. Mend these first.`
      found.push(diagnostic('limit', end, message))
    }
    return found
  }

  /** The line of an offset, counted from 1. */
  lineOf(offset: number): number {
    this.#lines ??= lineIndex(this.source)
    return this.#lines.place(offset).line
  }

  checkTag(tag: Word): void {
    const problem = tagProblem(tag.text, this.catalogue)
    if (problem === undefined) return
    const { message, meant } = problem
    this.report(
      'unknown-tag',
      tag,
      message,
      meant === undefined
        ? undefined
        : { title: `Write ${meant}`, edits: [{ start: tag.start, end: tag.end, text: meant }] },
    )
  }

  freshName(wanted: string): string {
    this.#words ??= new Set(this.source.match(/[\p{L}_][\p{L}\p{N}_]*/gu))
    let name = this.#fresh.get(wanted) ?? wanted
    for (let turn = 2; this.#words.has(name); turn++) name = `${wanted}_${turn}`
    this.#fresh.set(wanted, name)
    return name
  }

  /** The known word that is nearest to one that is not known, while not too many were compared. */
  near(word: string, known: readonly string[]): string | undefined {
    this.#compared += known.length
    return this.#compared <= SUGGESTIONS_MAX_COMPARED_WORDS ? suggest(word, known) : undefined
  }

  isZone(name: string): boolean {
    const known = this.#zones.get(name)
    if (known !== undefined) return known
    const exists = isZone(name)
    this.#zones.set(name, exists)
    return exists
  }

  noteWrite(name: string, span: Span): void {
    const writes = this.nameWrites.get(name)
    if (writes === undefined) this.nameWrites.set(name, [span])
    else writes.push(span)
  }
}
