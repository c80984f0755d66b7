// `cellwake demo`: what the store promises, shown on a ledger that a second process writes until
// it is killed.

import { Command } from 'commander'
import { killedWhilePaying } from '../demo/killed.ts'
import { takePayments } from '../demo/ledger.ts'
import { showDemo } from '../demo/show.ts'
import type { Output } from '../output.ts'

const DEMO_STORE = 'sqlite:.cellwake/demo.db'

export function demoCommand(output: Output): Command {
  return new Command('demo')
    .description('Shows the store at work: a ledger, a process that is killed, nothing lost.')
    .option('--store <url>', 'where to keep the ledger', DEMO_STORE)
    .addHelpText('after', '\nExample:\n  cellwake demo')
    .action(async (options: { store: string }) => {
      const sound = await showDemo(output, options.store, killedWhilePaying)
      if (!sound) process.exitCode = 3
    })
}

/** What the demonstration runs, and kills. */
export function paymentsCommand(): Command {
  return new Command('demo-payments')
    .argument('<url>')
    .action((url: string) => takePayments(url, (line) => process.stdout.write(`${line}\n`)))
}
