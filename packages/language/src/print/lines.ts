// Lines as they are written: the column, comments where they stood, and single blank lines. Every
// comment is printed once: on its own line, behind the code before it, or, from the middle of a
// line, lifted to its own line above.

import type { Comment, Span } from '../parser/ast.ts'
import { hasBlankLine, hasLineEnd } from './breaks.ts'

/** A unit of layout with lines of its own: a statement, a line of a DO. */
export interface Line extends Span {
  write(): void
}

export class LineWriter {
  readonly source: string
  column = 0
  private text = ''
  private readonly comments: readonly Comment[]
  private next = 0
  private lifted: Comment[] = []

  constructor(source: string, comments: readonly Comment[]) {
    this.source = source
    this.comments = comments
  }

  /** All that was written, with a line end behind the last line. */
  finished(): string {
    return this.text === '' ? '' : `${this.text}\n`
  }

  /** All that was written. */
  written(): string {
    return this.text
  }

  put(text: string): void {
    this.text += text
    const lastLine = text.lastIndexOf('\n')
    this.column = lastLine < 0 ? this.column + text.length : text.length - lastLine - 1
  }

  newLine(indent: number): void {
    if (this.text !== '') this.text += '\n'
    this.text += ' '.repeat(indent)
    this.column = indent
  }

  /** Whether a comment before an offset was not printed yet. */
  hasCommentBefore(offset: number): boolean {
    return (this.comments[this.next]?.start ?? offset) < offset
  }

  /** Takes the comments before an offset that were not printed yet. */
  commentsBefore(offset: number): Comment[] {
    const from = this.next
    while ((this.comments[this.next]?.start ?? offset) < offset) this.next++
    return this.comments.slice(from, this.next)
  }

  /** Keeps the comments before an offset for a line above the current one. */
  liftComments(offset: number): void {
    if ((this.comments[this.next]?.start ?? offset) < offset)
      this.lifted.push(...this.commentsBefore(offset))
  }

  /** Writes the comments that stand behind something on its line; gives where the last one ends. */
  trailingComments(end: number, before: number): number {
    let last = end
    for (;;) {
      const comment = this.comments[this.next]
      if (comment === undefined || comment.start >= before) return last
      if (hasLineEnd(this.source, last, comment.start)) return last
      // A block with something behind it on the line belongs to that.
      const isBlock = comment.text.startsWith('/*')
      if (isBlock && before < this.source.length && !this.endsLine(comment.end, before)) return last
      this.put(` ${comment.text}`)
      this.next++
      last = comment.end
    }
  }

  private endsLine(from: number, before: number): boolean {
    const next = this.comments[this.next + 1]?.start ?? before
    return hasLineEnd(this.source, from, Math.min(next, before)) || next < before
  }

  /** Writes lines with the comments between them; comments up to `end` belong to them. */
  lines(lines: readonly Line[], indent: number, end: number): void {
    let last = -1
    for (const [index, line] of lines.entries()) {
      last = this.ownLines(this.commentsBefore(line.start), indent, last)
      this.separate(last, line.start)
      this.line(line, indent)
      last = this.trailingComments(line.end, lines[index + 1]?.start ?? end)
    }
    this.ownLines(this.commentsBefore(end), indent, last)
  }

  private ownLines(comments: readonly Comment[], indent: number, before: number): number {
    let last = before
    for (const comment of comments) {
      this.separate(last, comment.start)
      this.newLine(indent)
      this.put(comment.text)
      last = comment.end
    }
    return last
  }

  private separate(last: number, start: number): void {
    if (last >= 0 && hasBlankLine(this.source, last, start)) this.text += '\n'
  }

  /** Writes one line; lifted comments come before it. */
  private line(line: Line, indent: number): void {
    const { text, lifted } = this
    this.lifted = []
    this.text = ''
    this.column = indent
    line.write()
    this.liftComments(line.end)
    const written = this.text
    this.text = text
    for (const comment of this.lifted) {
      this.newLine(indent)
      this.put(comment.text)
    }
    this.lifted = lifted
    this.newLine(indent)
    this.put(written)
  }
}
