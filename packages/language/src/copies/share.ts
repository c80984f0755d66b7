// Decides which lines are copies, and takes them out of the text.

import type { Comment, Model, Span } from '../ast.ts'
import type { CheckOptions } from '../check.ts'
import { SKELETON_MIN_LINES } from '../limits.ts'
import type { SimpleLines } from './lines.ts'
import { type Template, templatesOf } from './template.ts'

export interface SharedLines {
  /** By simple line: 1 for a copy. */
  readonly isCopy: Uint8Array
  /** How many copies there are. */
  readonly count: number
  /** The skeletons that are shared, with the line that stays and is the original of the others. */
  readonly skeletons: ReadonlyMap<number, { readonly template: Template; readonly first: number }>
}

/** Undefined when there is nothing to share. */
export function shareLines(lines: SimpleLines, options: CheckOptions): SharedLines | undefined {
  const { data } = lines.skeletons
  const counts = new Int32Array(lines.reader.skeletons.count)
  const examples: number[] = []
  for (let line = 0; line < lines.count; line++) {
    const skeleton = data[line]!
    // The line that makes it frequent enough is as good an example as the first.
    if (skeleton >= 0 && ++counts[skeleton]! === SKELETON_MIN_LINES) examples.push(line)
  }
  if (examples.length === 0) return undefined
  const templates = templatesOf(lines, examples, options)
  if (templates === undefined) return undefined
  const bySkeleton: (Template | undefined)[] = []
  examples.forEach((line, at) => {
    bySkeleton[data[line]!] = templates[at]
  })
  const isCopy = new Uint8Array(lines.count)
  const skeletons = new Map<number, { template: Template; first: number }>()
  const isKnown = new Uint8Array(counts.length)
  let count = 0
  for (let line = 0; line < lines.count; line++) {
    const skeleton = data[line]!
    const template = skeleton < 0 ? undefined : bySkeleton[skeleton]
    if (template === undefined || (!template.zero && hasZero(lines, line))) continue
    if (isKnown[skeleton] === 1) {
      isCopy[line] = 1
      count++
      continue
    }
    isKnown[skeleton] = 1
    skeletons.set(skeleton, { template, first: line })
  }
  return count === 0 ? undefined : { isCopy, count, skeletons }
}

function hasZero(lines: SimpleLines, line: number): boolean {
  const { numbersFrom, reader } = lines
  for (let at = numbersFrom.data[line]!; at < numbersFrom.data[line + 1]!; at++)
    if (reader.numbers.data[at] === 0) return true
  return false
}

/**
 * The text with nothing where copies stand, and all offsets as they were. A long stretch of nothing is
 * a comment, since the lexer finds the end of one with a native search; its line end, that it has one.
 */
export function withoutCopies(source: string, lines: SimpleLines, { isCopy }: SharedLines): string {
  const pieces: string[] = []
  let behind = 0
  for (let line = 0; line < lines.count; line++) {
    if (isCopy[line] !== 1) continue
    const start = lines.starts.data[line]!
    // Copies that follow each other directly become one stretch; nobody counts its lines.
    let last = line
    while (isCopy[last + 1] === 1 && lines.lines.data[last + 1] === lines.lines.data[last]! + 1)
      last++
    line = last
    const end = lines.endOf(last)
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
export function ownComments(
  comments: readonly Comment[],
  lines: SimpleLines,
  { isCopy }: SharedLines,
): Comment[] {
  let line = 0
  return comments.filter(({ start }) => {
    while (line < lines.count && lines.starts.data[line]! < start) line++
    return isCopy[line] !== 1 || lines.starts.data[line] !== start
  })
}

/** Whether every copy stands between statements, outside of comments, and before END MODEL. */
export function standApart(model: Model, lines: SimpleLines, { isCopy }: SharedLines): boolean {
  const { statements, comments } = model
  const end = statements.find(({ type }) => type === 'end-model')
  const limit = end?.start ?? Number.POSITIVE_INFINITY
  let statement = 0
  let comment = 0
  for (let line = 0; line < lines.count; line++) {
    if (isCopy[line] !== 1) continue
    const start = lines.starts.data[line]!
    statement = passed(statements, statement, start)
    comment = passed(comments, comment, start)
    if (start > limit || isInside(statements[statement], start)) return false
    if (isInside(comments[comment], start)) return false
  }
  return true
}

/** The first span at or behind `from` that ends behind an offset. */
function passed(spans: readonly Span[], from: number, offset: number): number {
  let at = from
  while (at < spans.length && spans[at]!.end <= offset) at++
  return at
}

function isInside(span: Span | undefined, offset: number): boolean {
  return span !== undefined && span.start <= offset
}
