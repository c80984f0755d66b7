// Findings of a command about files, in two shapes: JSON for machines, and the text of a compiler for
// people.

import { type Diagnostic, type LineIndex, lineIndex } from '@cellwake/language'
import { EXCERPT_MAX_COLUMNS, SHOWN_DIAGNOSTICS_MAX_COUNT } from '../limits.ts'
import type { FileProblem, Source } from '../sources.ts'
import { excerpt } from './excerpt.ts'
import { count, type Output } from './output.ts'
import { visible } from './visible-text.ts'

/** A file and its diagnostics. */
export interface Findings {
  readonly source: Source | FileProblem
  readonly diagnostics: readonly Diagnostic[]
}

export function hasErrors({ source, diagnostics }: Findings): boolean {
  return !('text' in source) || diagnostics.some(({ severity }) => severity === 'error')
}

/** The diagnostics of a file as JSON. Lines and columns count from 1, an end is exclusive. */
export function findingsJson({ source, diagnostics }: Findings) {
  if (!('text' in source)) {
    const start = { line: 1, column: 1 }
    const { code, message } = source
    return [{ code, severity: 'error', message, range: { start, end: start } }]
  }
  const lines = lineIndex(source.text)
  return diagnostics.map(({ code, severity, message, start, end, fix }) => ({
    code,
    severity,
    message,
    range: { start: lines.place(start), end: lines.place(end) },
    ...(fix && {
      fix: {
        title: fix.title,
        edits: fix.edits.map((edit) => ({
          range: { start: lines.place(edit.start), end: lines.place(edit.end) },
          text: edit.text,
        })),
      },
    }),
  }))
}

/** Every diagnostic of a file with its line and carets; `say` takes one line of text. */
export function showFindings(
  output: Output,
  found: Findings,
  say: (line: string) => void = (line) => output.line(line),
): void {
  const { red, bold } = output.colors
  const { source, diagnostics } = found
  const name = shownName(source.file)
  if (!('text' in source)) {
    say(`${bold(name)} ${red(`error[${source.code}]`)} ${visible(source.message)}`)
    say('')
    return
  }
  const lines = lineIndex(source.text)
  for (const diagnostic of diagnostics.slice(0, SHOWN_DIAGNOSTICS_MAX_COUNT))
    showDiagnostic(output, say, name, source.text, lines, diagnostic)
  const more = diagnostics.length - SHOWN_DIAGNOSTICS_MAX_COUNT
  if (more > 0) say(`${bold(name)} has ${count(more, 'more', 'more')}; --json shows all.\n`)
}

function showDiagnostic(
  output: Output,
  say: (line: string) => void,
  name: string,
  text: string,
  lines: LineIndex,
  { code, severity, message, start, end, fix }: Diagnostic,
): void {
  const { red, yellow, bold, dim, cyan } = output.colors
  const strong = severity === 'error' ? red : yellow
  const { line, column } = lines.place(start)
  const offset = lines.start(line)
  const gutter = String(line)
  const width = Math.max(20, (output.columns ?? EXCERPT_MAX_COLUMNS) - gutter.length - 5)
  const quoted = excerpt(lineAt(text, lines, line), start - offset, end - offset, width)
  say(`${bold(`${name}:${line}:${column}`)} ${strong(`${severity}[${code}]`)} ${visible(message)}`)
  say(`  ${dim(`${gutter} |`)} ${quoted.line}`.trimEnd())
  say(`  ${dim(`${' '.repeat(gutter.length)} |`)} ${strong(quoted.carets)}`)
  if (fix !== undefined)
    say(`  ${' '.repeat(gutter.length)}   ${cyan('fix:')} ${visible(fix.title)}`)
  say('')
}

/** A line without its end. */
function lineAt(text: string, lines: LineIndex, line: number): string {
  return text.slice(lines.start(line), lines.start(line + 1)).replace(/\r?\n$|\r$/, '')
}

/** `2 errors, 1 warning in 3 files` */
export function summary(all: readonly Findings[]): string {
  const found = all.flatMap(({ diagnostics }) => diagnostics)
  const warnings = found.filter(({ severity }) => severity === 'warning').length
  const problems = all.filter(({ source }) => !('text' in source)).length
  const errors = found.length - warnings + problems
  const parts = [
    ...(errors > 0 ? [count(errors, 'error')] : []),
    ...(warnings > 0 ? [count(warnings, 'warning')] : []),
  ]
  return `${parts.join(', ') || 'Nothing to mend'} in ${count(all.length, 'file')}`
}

/** How a file is named to people. */
export function shownName(file: string): string {
  return file === '-' ? '<stdin>' : visible(file)
}
