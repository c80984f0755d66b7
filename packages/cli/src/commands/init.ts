// `cellwake init`: a folder to start from, with a model, its test and the settings.

import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Command } from 'commander'
import { CliError } from '../errors.ts'
import { ownCommand } from '../hosting/own-command.ts'
import { starter } from '../hosting/starter.ts'
import type { Output } from '../text/output.ts'
import { visible } from '../text/visible-text.ts'

export function initCommand(output: Output): Command {
  return new Command('init')
    .description('Makes a folder to start from: a model, its test, the settings.')
    .argument('[folder]', 'this one if left out', '.')
    .option('--json', 'print one JSON object')
    .addHelpText('after', '\nExample:\n  cellwake init shop')
    .action(async (folder: string, options: { json?: boolean }) => {
      const files = Object.keys(starter)
      const there = files.filter((name) => name !== '.gitignore' && existsSync(join(folder, name)))
      if (there.length > 0) {
        throw new CliError(
          'bad-file',
          `${folder} has ${there.join(', ')} already, and nothing was written. Choose another folder.`,
        )
      }
      await mkdir(folder, { recursive: true })
      const written: string[] = []
      for (const [name, text] of Object.entries(starter)) {
        if (existsSync(join(folder, name))) continue
        await writeFile(join(folder, name), text, { flag: 'wx' })
        written.push(join(folder, name))
      }
      if (options.json === true) output.json({ files: written })
      else show(output, folder, written)
    })
}

function show(output: Output, folder: string, written: readonly string[]): void {
  for (const file of written) output.line(`  ${visible(file)}`)
  const own = ownCommand(folder)
  const steps = [
    ...(folder === '.' ? [] : [`cd ${visible(folder)}`]),
    `${own} test .    # what the model should do`,
    `${own} dev       # the server; edit shop.grid and see it change`,
  ]
  output.line('\nNext:')
  for (const step of steps) output.line(`  ${step}`)
}
