// Decides which lines are copies, and takes them out of the text.

import type { CheckOptions } from '../check/check.ts'
import { behindLineEnd, lineEndIn } from '../lexer/characters.ts'
import { SKELETON_MIN_LINES } from '../limits.ts'
import type { Comment, Model, Span } from '../parser/ast.ts'
import type { Run, SimpleLines } from './lines.ts'
import { type Template, templatesOf } from './template.ts'

/** A line that stays and is the original of others. */
export interface SharedLine {
  readonly template: Template
  /** Its line in the source, counted from 1. */
  readonly line: number
  /** Where its slots begin. */
  readonly refsFrom: number
  readonly numbersFrom: number
}

/** Copies that follow each other directly. */
interface Stretch extends Span {
  start: number
  end: number
}

export interface SharedLines {
  /** By simple line: 1 for a copy. */
  readonly isCopy: Uint8Array
  /** How many copies there are. */
  readonly count: number
  /** By skeleton. */
  readonly originals: ReadonlyMap<number, SharedLine>
  /** Where copies stand, in the order of the text. */
  readonly stretches: readonly Span[]
}

/** A line that may assign a cell: a digit stands before its `=`. It takes time linear in the text. */
const cellLine = /^[^=\d\r\n]*\d[^=\r\n]*=/gm

/** Whether there may be anything to share: a native look, since small models are most often of names. */
export function mayShare(source: string): boolean {
  cellLine.lastIndex = 0
  for (let count = 0; count < SKELETON_MIN_LINES; count++) if (!cellLine.test(source)) return false
  return true
}

/** Undefined when there is nothing to share. */
export function shareLines(lines: SimpleLines, options: CheckOptions): SharedLines | undefined {
  const skeletons = frequentSkeletons(lines)
  if (skeletons.length === 0) return undefined
  const templates = templatesOf(lines, skeletons, options)
  if (templates === undefined) return undefined
  const bySkeleton: (Template | undefined)[] = []
  for (let at = 0; at < skeletons.length; at++) bySkeleton[skeletons[at]!] = templates[at]
  const sharing = new Sharing(lines, bySkeleton)
  for (const run of lines.runs) sharing.share(run)
  return sharing.count === 0 ? undefined : sharing
}

function frequentSkeletons({ reader, skeletons, runs }: SimpleLines): number[] {
  const counts = new Int32Array(reader.skeletons.count)
  for (const { first, count, period } of runs)
    if (period === 0)
      for (let line = first; line < first + count; line++) counts[skeletons.data[line]!]!++
    else
      for (let at = 0; at < period; at++)
        counts[skeletons.data[first + at]!]! += Math.ceil((count - at) / period)
  const frequent: number[] = []
  for (let skeleton = 0; skeleton < counts.length; skeleton++)
    if (counts[skeleton]! >= SKELETON_MIN_LINES) frequent.push(skeleton)
  return frequent
}

class Sharing implements SharedLines {
  readonly isCopy: Uint8Array
  readonly originals = new Map<number, SharedLine>()
  readonly stretches: Stretch[] = []
  count = 0
  readonly #lines: SimpleLines
  readonly #templates: readonly (Template | undefined)[]
  /** By skeleton: 1 when every further line with it is a copy. */
  readonly #isShared: Uint8Array
  /** The line of the source that the last stretch ends with. */
  #last = -1

  constructor(lines: SimpleLines, templates: readonly (Template | undefined)[]) {
    this.isCopy = new Uint8Array(lines.count)
    this.#lines = lines
    this.#templates = templates
    this.#isShared = new Uint8Array(lines.reader.skeletons.count)
  }

  share(run: Run): void {
    const { first, count, line, start, end } = run
    if (!this.#isAllCopies(run)) this.#shareLines(run)
    else {
      run.isCopied = true
      this.isCopy.fill(1, first, first + count)
      this.count += count
      this.#addStretch(line, line + count - 1, start, end)
    }
  }

  #isAllCopies({ first, count, period }: Run): boolean {
    const { data } = this.#lines.skeletons
    const end = first + (period === 0 ? count : period)
    for (let at = first; at < end; at++) if (this.#isShared[data[at]!] === 0) return false
    return true
  }

  /** Looks at each line of a run. */
  #shareLines({ first, count, line, start: runStart, refsFrom, numbersFrom }: Run): void {
    const { reader, skeletons, refsPer, numbersPer } = this.#lines
    let start = runStart
    let refs = refsFrom
    let numbers = numbersFrom
    for (let at = 0; at < count; at++) {
      const skeleton = skeletons.data[first + at]!
      const template = this.#templates[skeleton]
      const end = lineEndIn(reader.bytes, start)
      const numbersEnd = numbers + numbersPer.data[skeleton]!
      const values = reader.numbers.data
      if (template !== undefined && (template.zero || !hasZero(values, numbers, numbersEnd))) {
        if (this.originals.has(skeleton)) {
          this.isCopy[first + at] = 1
          this.count++
          this.#addStretch(line + at, line + at, start, end)
        } else {
          const place = { line: line + at, refsFrom: refs, numbersFrom: numbers }
          this.originals.set(skeleton, { template, ...place })
          if (template.zero) this.#isShared[skeleton] = 1
        }
      }
      start = behindLineEnd(reader.bytes, end)
      refs += refsPer.data[skeleton]!
      numbers = numbersEnd
    }
  }

  /** Copies that follow the last ones directly become one stretch with them. */
  #addStretch(line: number, lastLine: number, start: number, end: number): void {
    if (line === this.#last + 1) this.stretches.at(-1)!.end = end
    else this.stretches.push({ start, end })
    this.#last = lastLine
  }
}

function hasZero(numbers: Float64Array, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (numbers[at] === 0) return true
  return false
}

/**
 * The text with nothing where copies stand, and all offsets as they were. A long stretch of nothing is
 * a comment, since the lexer finds the end of one with a native search; its line end, that it has one.
 */
export function withoutCopies(source: string, { stretches }: SharedLines): string {
  const pieces: string[] = []
  let behind = 0
  for (const { start, end } of stretches) {
    pieces.push(source.slice(behind, start), blank(end - start))
    behind = end
  }
  pieces.push(source.slice(behind))
  return pieces.join('')
}

function blank(length: number): string {
  return length < 8 ? ' '.repeat(length) : `/*\n${' '.repeat(length - 5)}*/`
}

/** The comments of the text itself, without those that stand for copies. */
export function ownComments(comments: readonly Comment[], { stretches }: SharedLines): Comment[] {
  const own: Comment[] = []
  let at = 0
  for (const comment of comments) {
    while (at < stretches.length && stretches[at]!.start < comment.start) at++
    if (stretches[at]?.start !== comment.start) own.push(comment)
  }
  return own
}

/** Whether all copies stand between statements, outside of comments, and before END MODEL. */
export function standApart(model: Model, { stretches }: SharedLines): boolean {
  const { statements, comments } = model
  let limit = Number.POSITIVE_INFINITY
  for (const { type, start } of statements) if (type === 'end-model' && start < limit) limit = start
  let statement = 0
  let comment = 0
  for (const stretch of stretches) {
    statement = passed(statements, statement, stretch.start)
    comment = passed(comments, comment, stretch.start)
    if (stretch.end > limit || begins(statements[statement], stretch)) return false
    if (begins(comments[comment], stretch)) return false
  }
  return true
}

/** The first span at or behind `from` that ends behind an offset. */
function passed(spans: readonly Span[], from: number, offset: number): number {
  let at = from
  while (at < spans.length && spans[at]!.end <= offset) at++
  return at
}

/** Whether a span begins before the end of a stretch. */
function begins(span: Span | undefined, stretch: Span): boolean {
  return span !== undefined && span.start < stretch.end
}
