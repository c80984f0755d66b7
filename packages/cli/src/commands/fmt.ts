// `cellwake fmt`: models in the one canonical form. A file with syntax errors is left alone.

import { parse, print } from '@cellwake/language'
import { Command } from 'commander'
import { CliError } from '../errors.ts'
import { rewriteFile } from '../rewrite-file.ts'
import { type FileProblem, readSources, type Source } from '../sources.ts'
import {
  type Findings,
  findingsJson,
  hasErrors,
  showFindings,
  shownName,
  summary,
} from '../text/findings.ts'
import { count, type Output } from '../text/output.ts'

interface Options {
  readonly check?: boolean
  readonly json?: boolean
}

interface Formatted extends Findings {
  /** Whether the canonical form differs from the file. */
  readonly changed: boolean
  /** The canonical form; undefined when the file cannot be read. */
  readonly text: string | undefined
}

export function fmtCommand(output: Output): Command {
  return new Command('fmt')
    .description('Writes models in their canonical form.')
    .argument('<files...>', 'models, or - to format standard input to standard output')
    .option('--check', 'change nothing; exit with 1 if a file is not in canonical form')
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      '\nExamples:\n  cellwake fmt price-desk.grid\n  cellwake fmt --check models/*.grid',
    )
    .action(async (files: string[], options: Options, command: Command) => {
      const piped = files.includes('-')
      if (piped && files.length > 1)
        command.error('error: - formats standard input and stands alone; name files in another run')
      const formatted = (await readSources(files)).map(format)
      const write = options.check !== true && !piped
      const done = write ? await Promise.all(formatted.map(written)) : formatted
      if (options.json === true) showJson(output, done, piped)
      else if (piped && options.check !== true) showPiped(output, done)
      else showFiles(output, done, options.check === true)
      const differs = options.check === true && done.some(({ changed }) => changed)
      if (differs || done.some(hasErrors)) output.exitCode = 1
    })
}

function format(source: Source | FileProblem): Formatted {
  const left = { source, diagnostics: [], changed: false, text: undefined }
  if (!('text' in source)) return left
  const { model, diagnostics } = parse(source.text)
  const errors = diagnostics.filter(({ severity }) => severity === 'error')
  if (errors.length > 0) return { ...left, diagnostics: errors }
  const text = print(model)
  assertStable(source.file, text)
  return { ...left, changed: source.marked || text !== source.text, text }
}

/** A text that is put in the place of the user's own is read back first. */
function assertStable(file: string, text: string): void {
  const again = parse(text)
  if (again.diagnostics.length === 0 && print(again.model) === text) return
  throw new CliError(
    'formatter-broken',
    `${shownName(file)} could not be formatted safely, so it was left alone. Please report this with the file.`,
  )
}

async function written(one: Formatted): Promise<Formatted> {
  if (!one.changed || one.text === undefined) return one
  const problem = await rewriteFile(one.source.file, one.text)
  return problem === undefined ? one : { ...one, source: problem, changed: false }
}

function showJson(output: Output, all: readonly Formatted[], piped: boolean): void {
  output.json({
    files: all.map((one) => ({
      file: one.source.file,
      changed: one.changed,
      diagnostics: findingsJson(one),
      ...(piped && one.text !== undefined && { text: one.text }),
    })),
  })
}

/** Standard output is the model, so its diagnostics go to standard error. */
function showPiped(output: Output, all: readonly Formatted[]): void {
  for (const one of all) {
    showFindings(output, one, (line) => output.note(line))
    if (one.text !== undefined) output.text(one.text)
  }
}

function showFiles(output: Output, all: readonly Formatted[], checking: boolean): void {
  for (const one of all) {
    showFindings(output, one)
    if (one.changed)
      output.line(`${checking ? 'would change' : 'formatted'} ${shownName(one.source.file)}`)
  }
  const changed = all.filter((one) => one.changed).length
  const wrong = all.filter(hasErrors)
  const same = all.length - changed - wrong.length
  const parts = [
    ...(changed > 0 ? [`${count(changed, 'file')} ${checking ? 'to format' : 'formatted'}`] : []),
    ...(same > 0 ? [`${count(same, 'file')} already in order`] : []),
    ...(wrong.length > 0 ? [`left alone: ${summary(wrong)}`] : []),
  ]
  output.line(parts.join(', '))
}
