// `cellwake serve` and `cellwake dev`: the server, with the models of a folder. `dev` watches the folder and
// deploys changed files; a file with mistakes changes nothing.

import { Command } from 'commander'
import type { Output } from '../text/output.ts'

interface Options {
  readonly store?: string
  readonly redis?: string
  readonly port?: string
  readonly host?: string
  readonly auth?: string
  readonly functions?: string
  readonly routes?: string
  readonly workflows?: string
  readonly publicUrl?: string
  readonly peerUrl?: string
  readonly json?: boolean
}

export function serveCommand(output: Output): Command {
  return hostCommand('serve')
    .description('Starts the server, and deploys the models of a folder that have changed.')
    .addHelpText(
      'after',
      '\nExamples:\n  cellwake serve models\n  cellwake serve models --store sqlite:./data.db --port 8080',
    )
    .action(async (folder: string | undefined, options: Options) => {
      const { serveFolder } = await import('../hosting/serve-folder.ts')
      await serveFolder(output, folder, options, { watches: false })
    })
}

export function devCommand(output: Output): Command {
  return hostCommand('dev')
    .description('Starts the server, watches a folder, and deploys its models when they change.')
    .addHelpText('after', '\nExample:\n  cellwake dev models')
    .action(async (folder: string | undefined, options: Options) => {
      const { serveFolder } = await import('../hosting/serve-folder.ts')
      await serveFolder(output, folder ?? '.', options, { watches: true })
    })
}

function hostCommand(name: string): Command {
  return new Command(name)
    .argument('[folder]', 'where the .grid files are')
    .option('--store <url>', 'memory:, sqlite:PATH or postgres://… (or CELLWAKE_STORE)')
    .option('--redis <url>', 'where models of the Lua runtimes live (or CELLWAKE_REDIS)')
    .option('--port <port>', '4755 if left out, 0 for any that is free (or CELLWAKE_PORT)')
    .option('--host <host>', '127.0.0.1 if left out (or CELLWAKE_HOST)')
    .option('--auth <file>', 'a file with tokens, or none (or CELLWAKE_AUTH)')
    .option('--functions <file>', 'functions of your own, .ts or .js (or CELLWAKE_FUNCTIONS)')
    .option('--routes <list>', 'whose calls it answers; all if left out (or CELLWAKE_ROUTES)')
    .option('--workflows <file>', 'workflows of your own, .ts or .js (or CELLWAKE_WORKFLOWS)')
    .option('--public-url <url>', 'how others reach it (or CELLWAKE_PUBLIC_URL)')
    .option(
      '--peer-url <url>',
      'how other servers on the same data reach it (or CELLWAKE_PEER_URL)',
    )
    .option('--json', 'print one JSON object a line')
}
