// `cellwake bench`: the benchmarks of a clone of the project.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Command } from 'commander'
import { CliError } from '../errors.ts'
import type { Output } from '../text/output.ts'

export function benchCommand(output: Output): Command {
  return new Command('bench')
    .description('Runs the benchmarks, in a clone of the project.')
    .option('--only <word>', 'those whose name or group holds the word')
    .option('--json', 'print one JSON object')
    .addHelpText('after', '\nExample:\n  cellwake bench --json')
    .action(async (options: { only?: string; json?: boolean }) => {
      const script = fileURLToPath(new URL('../../../../scripts/bench.mjs', import.meta.url))
      if (!existsSync(script)) {
        throw new CliError(
          'not-a-checkout',
          'The benchmarks are not part of the package. Clone the project, then: npm run bench',
        )
      }
      const only = options.only === undefined ? [] : ['--only', options.only]
      const args = [script, ...only, ...(options.json === true ? ['--json'] : [])]
      const child = spawn(process.execPath, args, { stdio: 'inherit' })
      const [code] = await once(child, 'exit')
      if (code !== 0) output.exitCode = 3
    })
}
