// `cellwake work`: a worker in a process of its own, on this machine or another.

import { Command } from 'commander'
import type { Output } from '../text/output.ts'

interface Options {
  readonly store?: string
  readonly routes?: string
  readonly functions?: string
  readonly json?: boolean
}

export function workCommand(output: Output): Command {
  return new Command('work')
    .description('Answers external calls of the models on a Postgres store, without a server.')
    .option('--store <url>', 'postgres://…, the store of the servers (or CELLWAKE_STORE)')
    .option('--routes <list>', 'such as ml.*,ai.prompt; all if left out (or CELLWAKE_ROUTES)')
    .option('--functions <file>', 'functions of your own, .ts or .js (or CELLWAKE_FUNCTIONS)')
    .option('--json', 'print one JSON object a line')
    .addHelpText(
      'after',
      '\nExample:\n  cellwake work --store postgres://cellwake@db.internal/cellwake --routes ml.*\n\nServers leave routes to it with: cellwake serve --routes none',
    )
    .action(async ({ json = false, ...flags }: Options) => {
      const [{ findSettings }, { work }, { askedToStop }] = await Promise.all([
        import('../hosting/settings.ts'),
        import('../hosting/work.ts'),
        import('../hosting/stopping.ts'),
      ])
      const { settings } = await findSettings(flags)
      await work(settings, output, { json, stopped: askedToStop() })
    })
}
