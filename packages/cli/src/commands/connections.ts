// `cellwake connections`: named credentials for providers and databases. They are kept encrypted; no list shows them.

import { Command } from 'commander'
import { CliError } from '../errors.ts'
import type { ConnectionKeeper, KeeperOptions } from '../hosting/connection-keeper.ts'
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
    sub('list', 'Lists them, without their secrets.', 'cellwake connections list').action(
      async (options: Options) => {
        await using keeper = await keeperOf(options)
        const found = await keeper.list()
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
  group.addCommand(
    sub('test', 'Reaches its place and shows it the credentials.', 'cellwake connections test crm')
      .argument('<name>')
      .action(async (name: string, options: Options) => {
        await using keeper = await keeperOf(options)
        const tried = await keeper.test(name)
        if (!tried.ok) output.exitCode = 1
        if (options.json === true) output.json({ name, ...tried })
        else if (tried.ok) output.line(visible(tried.said))
        else output.note(visible(tried.said))
      }),
  )
  group.addCommand(
    sub(
      'remove',
      'Forgets one. What uses it fails from then on.',
      'cellwake connections remove crm',
    )
      .argument('<name>')
      .action(async (name: string, options: Options) => {
        await using keeper = await keeperOf(options)
        await keeper.remove(name)
        if (options.json === true) output.json({ removed: name })
        else output.line(`${visible(name)} is removed.`)
      }),
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
  return sub(
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
        url: url === '-' ? await input() : url,
        ...(token !== undefined && { token: token === '-' ? await input() : token }),
        ...(header !== undefined && { headers: Object.fromEntries(header.map(headerOf)) }),
      }
      await using keeper = await keeperOf(options)
      const added = await keeper.add(request)
      if (options.json === true) output.json(added)
      else
        output.line(
          `${visible(added.name)} leads to ${visible(added.url)}, kept by ${keeper.place}.`,
        )
    })
}

function sub(name: string, about: string, example: string): Command {
  return new Command(name)
    .description(about)
    .option('--server <url>', 'the server that keeps them; that of the settings if left out')
    .option('--store <url>', 'the store that keeps them, while no server holds it')
    .option('--json', 'print one JSON object')
    .addHelpText('after', `\nExample${example.includes('\n') ? 's' : ''}:\n  ${example}`)
}

/** Loaded when it is needed: other commands start faster without it. */
async function keeperOf(options: KeeperOptions): Promise<ConnectionKeeper> {
  const { connectionKeeper } = await import('../hosting/connection-keeper.ts')
  return await connectionKeeper(options)
}

function collected(given: string, before: readonly string[] = []): string[] {
  return [...before, given]
}

function headerOf(given: string): [string, string] {
  const [, name, value] = /^([\w-]+):\s*(.+)$/.exec(given) ?? []
  if (name !== undefined && value !== undefined) return [name, value]
  throw new CliError('bad-connection', "A header is a name and a value: --header 'X-Key: …'")
}

async function input(): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of process.stdin) parts.push(Buffer.from(part))
  return Buffer.concat(parts).toString('utf8').trim()
}
