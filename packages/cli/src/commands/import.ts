// `cellwake import`: a workbook or a CSV file as the text of a model, with a report of what was left behind.

import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { Command } from 'commander'
import { CliError } from '../errors.ts'
import { SHOWN_LEFT_MAX_COUNT } from '../limits.ts'
import { count, type Output } from '../output.ts'
import type { Imported } from '../sheets/grid-text.ts'
import { visible } from '../visible-text.ts'

interface Options {
  readonly out?: string
  readonly title?: string
  readonly json?: boolean
}

export function importCommand(output: Output): Command {
  return new Command('import')
    .description('Turns a workbook or a CSV file into a model, and tells what was left behind.')
    .argument('<file>', '.xlsx or .csv')
    .option('--out <file>', 'write the model there, not to standard output')
    .option('--title <text>', 'the name of the model; that of the file if left out')
    .option('--json', 'print one JSON object, with the model in it')
    .addHelpText('after', '\nExample:\n  cellwake import budget.xlsx --out budget.grid')
    .action(async (file: string, options: Options) => {
      const { importFile } = await import('../read-import.ts')
      if (options.out !== undefined && existsSync(options.out)) {
        throw new CliError('bad-file', `${options.out} is there already. Name another file.`)
      }
      const imported = await importFile(file, options.title)
      if (options.out !== undefined) await writeFile(options.out, imported.text, { flag: 'wx' })
      if (options.json === true) {
        output.json(imported)
        return
      }
      if (options.out === undefined) output.text(imported.text)
      // Beside the model, which may go to another program.
      report(output, imported)
    })
}

function report(output: Output, { cells, formulas, names, left }: Imported): void {
  const { yellow } = output.colors
  const parts = [count(cells, 'cell'), count(formulas, 'formula'), count(names, 'name')]
  output.note(`${parts.join(', ')} carried over.`)
  if (left.length === 0) return
  output.note(yellow(`Not carried over (${left.length}):`))
  for (const what of left.slice(0, SHOWN_LEFT_MAX_COUNT)) output.note(`  ${visible(what)}`)
  const more = left.length - SHOWN_LEFT_MAX_COUNT
  if (more > 0) output.note(`  and ${more} more; --json lists them all`)
}
