// `cellwake check`: everything that is wrong with models, in one run.

import { type Catalogue, check, type Diagnostic, parse } from '@cellwake/language'
import { Command } from 'commander'
import { catalogueWith } from '../hosting/user-functions.ts'
import { readSources } from '../sources.ts'
import { type Findings, findingsJson, hasErrors, showFindings, summary } from '../text/findings.ts'
import type { Output } from '../text/output.ts'

export function checkCommand(output: Output): Command {
  return new Command('check')
    .description('Tells everything that is wrong with models: place, reason, and what mends it.')
    .argument('<files...>', 'models, or - for standard input')
    .option('--functions <file>', 'a module with functions of your own, .ts or .js')
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      '\nExample:\n  cellwake check price-desk.grid\n\nThe exit code is 1 if there are errors; warnings alone leave 0.',
    )
    .action(async (files: string[], options: { functions?: string; json?: boolean }) => {
      const found = await checkFiles(files, options.functions)
      if (options.json === true) {
        output.json({
          files: found.map((one) => ({ file: one.source.file, diagnostics: findingsJson(one) })),
        })
      } else {
        for (const one of found) showFindings(output, one)
        output.line(summary(found))
      }
      if (found.some(hasErrors)) output.exitCode = 1
    })
}

async function checkFiles(
  files: readonly string[],
  functions: string | undefined,
): Promise<Findings[]> {
  const catalogue = await catalogueWith(functions)
  const sources = await readSources(files)
  return sources.map((source) => ({
    source,
    diagnostics: 'text' in source ? diagnose(source.text, catalogue) : [],
  }))
}

/** In the order of the text. Lowering the model too would take as long again, for nothing. */
function diagnose(text: string, catalogue: Catalogue): Diagnostic[] {
  const { model, diagnostics } = parse(text)
  const checked = check(model, { catalogue })
  return [...diagnostics, ...checked.diagnostics].sort((a, b) => a.start - b.start)
}
