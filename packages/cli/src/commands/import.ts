// `cellwake import`: a workbook or a CSV file as the text of a model, with a report of omissions.

import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { Command } from 'commander'
import { CliError } from '../errors.ts'
import { SHOWN_LEFT_MAX_COUNT } from '../limits.ts'
import type { VerifiedImport } from '../sheets/read-import.ts'
import { count, type Output } from '../text/output.ts'
import { visible } from '../text/visible-text.ts'

interface Options {
  readonly out?: string
  readonly title?: string
  readonly verify?: boolean
  readonly json?: boolean
}

export function importCommand(output: Output): Command {
  return new Command('import')
    .description('Turns a workbook or a CSV file into a model, and tells what was left behind.')
    .argument('<file>', '.xlsx or .csv')
    .option('--out <file>', 'write the model there; to standard output if left out, or -')
    .option('--title <text>', 'the name of the model; that of the file if left out')
    .option('--verify', 'fail if a formula gives another value than the workbook has')
    .option('--json', 'print one JSON object, with the model in it')
    .addHelpText('after', '\nExample:\n  cellwake import budget.xlsx --out budget.grid')
    .action(async (file: string, options: Options) => {
      const { importFile } = await import('../sheets/read-import.ts')
      const out = options.out === '-' ? undefined : options.out
      if (out !== undefined && existsSync(out)) {
        throw new CliError('bad-file', `${out} is there already. Name another file.`)
      }
      const imported = await importFile(file, options.title)
      if (out !== undefined) await writeFile(out, imported.text, { flag: 'wx' })
      if (options.json === true) {
        output.json(imported)
      } else {
        if (out === undefined) output.text(imported.text)
        // Beside the model, which may go to another program.
        report(output, imported)
      }
      if (options.verify === true && imported.verified.differences.length > 0) output.exitCode = 1
    })
}

function report(output: Output, imported: VerifiedImport): void {
  const { cells, formulas, names, left, verified } = imported
  const { compared, equal, differences } = verified
  const wrong = differences.length
  // A cell with a different value does not count as carried over, even if its text did.
  const parts = [
    count(cells - wrong, 'cell'),
    count(Math.max(0, formulas - wrong), 'formula'),
    count(names, 'name'),
  ]
  output.note(`${parts.join(', ')} carried over.`)
  if (compared > 0) {
    output.note(`${equal} of ${count(compared, 'value')} agree with those in the workbook.`)
  }
  listed(output, 'Not carried over', left)
  listed(
    output,
    'Another value than in the workbook',
    differences.map(({ symbol, workbook, model }) => `${symbol}: ${workbook} there, ${model} here`),
  )
}

function listed(output: Output, title: string, items: readonly string[]): void {
  if (items.length === 0) return
  output.note(output.colors.yellow(`${title} (${items.length}):`))
  for (const what of items.slice(0, SHOWN_LEFT_MAX_COUNT)) output.note(`  ${visible(what)}`)
  const more = items.length - SHOWN_LEFT_MAX_COUNT
  if (more > 0) output.note(`  and ${more} more; --json lists them all`)
}
