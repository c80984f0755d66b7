// `cellwake export`: a model as a workbook, as values, or as its source, with a report of omissions.

import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { type Command, Option } from 'commander'
import { CliError } from '../errors.ts'
import { SHOWN_LEFT_MAX_COUNT } from '../limits.ts'
import { connect, type ServerOptions, serverCommand } from '../server-options.ts'
import type { ExportFormat } from '../sheets/export-model.ts'
import type { Output } from '../text/output.ts'
import { visible } from '../text/visible-text.ts'

interface Options extends ServerOptions {
  readonly to: ExportFormat
  readonly out?: string
  readonly sheet?: string
  readonly force?: boolean
}

export function exportCommand(output: Output): Command {
  return serverCommand('export')
    .description('Writes a model as a workbook, as values or as its source.')
    .argument('<model>', 'its id')
    .addOption(
      new Option('--to <format>', 'the kind of file')
        .choices(['xlsx', 'csv', 'grid'])
        .makeOptionMandatory(),
    )
    .option('--out <file>', 'MODEL.FORMAT here if left out; - for standard output')
    .option('--sheet <name>', 'for csv: this sheet; the first if left out')
    .option('--force', 'write over a file that is there')
    .addHelpText(
      'after',
      '\nExamples:\n  cellwake export price-desk --to xlsx\n  cellwake export price-desk --to csv --out -',
    )
    .action(async (id: string, options: Options) => {
      const { exportModel } = await import('../sheets/export-model.ts')
      const file = options.out ?? `${id}.${options.to}`
      if (file !== '-' && options.force !== true && existsSync(file)) {
        throw new CliError('bad-file', `${file} is there already. Name another, or add --force.`)
      }
      const client = await connect(options)
      const { bytes, left } = await exportModel(client, id, options.to, options.sheet)
      if (file === '-') output.bytes(bytes)
      else await writeFile(file, bytes, { flag: options.force === true ? 'w' : 'wx' })
      if (options.json === true && file !== '-') output.json({ file, bytes: bytes.length, left })
      else report(output, file, left)
    })
}

/** Beside the file, which may be standard output. */
function report(output: Output, file: string, left: readonly string[]): void {
  if (file !== '-') output.line(`Written to ${visible(file)}.`)
  if (left.length === 0) return
  output.note(output.colors.yellow(`Not carried over (${left.length}):`))
  for (const what of left.slice(0, SHOWN_LEFT_MAX_COUNT)) output.note(`  ${visible(what)}`)
  const more = left.length - SHOWN_LEFT_MAX_COUNT
  if (more > 0) output.note(`  and ${more} more; --json lists them all`)
}
