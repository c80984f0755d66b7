// `cellwake demo`: three live models with a feed, behind the server. `npm start` opens it.

import { Command } from 'commander'
import type { Output } from '../text/output.ts'

interface Options {
  readonly store?: string
  readonly port?: string
  readonly host?: string
  readonly json?: boolean
}

export function demoCommand(output: Output): Command {
  return new Command('demo')
    .description('Opens the demo: three live models, fed with values that move. It keeps its data.')
    .option('--store <url>', 'sqlite:.cellwake/demo.db if left out (or CELLWAKE_STORE)')
    .option('--port <port>', '4755 if left out, 0 for any that is free (or CELLWAKE_PORT)')
    .option('--host <host>', '127.0.0.1 if left out (or CELLWAKE_HOST)')
    .option('--json', 'print one JSON object a line')
    .addHelpText('after', '\nExample:\n  cellwake demo --port 0')
    .action(async (options: Options) => {
      const { runDemo } = await import('../demo/run-demo.ts')
      await runDemo(output, options)
    })
}
