// `cellwake connections`: named credentials for providers and databases. They are kept encrypted; no list shows them.

import { Command } from 'commander'
import { CliError } from '../errors.ts'
import type { KeeperOptions } from '../hosting/outside-keeper.ts'
import { collected, inputText, keeperOf, keeperSub, removeSub, testSub } from '../kept-outside.ts'
import type { Output } from '../text/output.ts'
import { timeIn } from '../text/time-text.ts'
import { visible } from '../text/visible-text.ts'
import { showTable } from '../text/wide-table.ts'

interface Options extends KeeperOptions {
  readonly json?: boolean
}

interface AddOptions extends Options {
  readonly url: string
  readonly token?: string
  readonly header?: readonly string[]
}

export function connectionsCommand(output: Output): Command {
  const group = new Command('connections')
    .description('Named credentials for providers and databases, kept encrypted.')
    .addHelpText(
      'after',
      '\nThe key is that of CELLWAKE_SECRET_KEY, or in the file of secretKeyFile; "cellwake connections key" makes one.\nEach takes --json.\n\nExample:\n  cellwake connections add desk --url https://rates.example/v1 --token -',
    )
  group.addCommand(addCommand(output))
  group.addCommand(
    keeperSub('list', 'Lists them, without their secrets.', 'cellwake connections list').action(
      async (options: Options) => {
        await using keeper = await keeperOf(options)
        const found = await keeper.connections.list()
        if (options.json === true) output.json({ connections: found })
        else if (found.length === 0) output.line('There are no connections.')
        else {
          const rows = found.map(({ name, kind, url, headers, changed, usable }) => [
            visible(name),
            kind,
            timeIn(changed, 'UTC'),
            [
              visible(url),
              ...(headers.length > 0 ? [`with ${headers.map(visible).join(', ')}`] : []),
              ...(usable ? [] : ['cannot be decrypted with this key']),
            ].join('  '),
          ])
          showTable(output, ['Name', 'Kind', 'Changed, UTC', 'Where'], rows)
        }
      },
    ),
  )
  const test = 'Reaches its place and shows it the credentials.'
  group.addCommand(
    testSub(output, test, 'cellwake connections test crm', (keeper, name) =>
      keeper.connections.test(name),
    ),
  )
  const remove = 'Forgets one. What uses it fails from then on.'
  group.addCommand(
    removeSub(output, remove, 'cellwake connections remove crm', (keeper, name) =>
      keeper.connections.remove(name),
    ),
  )
  group.addCommand(
    new Command('key')
      .description('Prints a new key for secrets. Keep it: without it they cannot be read.')
      .option('--json', 'print one JSON object')
      .addHelpText('after', '\nExample:\n  cellwake connections key > secret.key')
      .action(async ({ json }: { json?: boolean }) => {
        const { newSecretKey } = await import('@cellwake/workers')
        const key = newSecretKey()
        if (json === true) output.json({ key })
        else output.line(key)
      }),
  )
  return group
}

function addCommand(output: Output): Command {
  return keeperSub(
    'add',
    'Keeps one under its name, in place of an older one.',
    'cellwake connections add crm --url postgres://reader:secret@db.example.com/crm\n  cellwake connections add openai --url https://api.openai.com/v1 --token - < token.txt',
  )
    .argument('<name>', 'in small letters, such as crm')
    .requiredOption('--url <url>', 'https://…, postgres://…, smtps://…; - reads it from the input')
    .option('--token <token>', 'of an HTTP server; - reads it from the input')
    .option('--header <header>', "of an HTTP server, such as 'X-Key: …'; repeat it", collected)
    .action(async (name: string, options: AddOptions) => {
      const { url, token, header } = options
      if (url === '-' && token === '-')
        throw new CliError('bad-connection', 'The input holds one thing: the url, or the token.')
      const request = {
        name,
        url: url === '-' ? await inputText() : url,
        ...(token !== undefined && { token: token === '-' ? await inputText() : token }),
        ...(header !== undefined && { headers: Object.fromEntries(header.map(headerOf)) }),
      }
      await using keeper = await keeperOf(options)
      const added = await keeper.connections.add(request)
      if (options.json === true) output.json(added)
      else
        output.line(
          `${visible(added.name)} leads to ${visible(added.url)}, kept by ${keeper.place}.`,
        )
    })
}

function headerOf(given: string): [string, string] {
  const [, name, value] = /^([\w-]+):\s*(.+)$/.exec(given) ?? []
  if (name !== undefined && value !== undefined) return [name, value]
  throw new CliError('bad-connection', "A header is a name and a value: --header 'X-Key: …'")
}
