// `cellwake sinks`: topics whose events are delivered outside, without code. They are kept encrypted, as connections are.

import type { SinkRequest } from '@cellwake/client'
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
  readonly topic: string
  readonly webhook?: string
  readonly secret?: string
  readonly slack?: string
  readonly email?: readonly string[]
  readonly connection?: string
  readonly from?: string
}

export function sinksCommand(output: Output): Command {
  const group = new Command('sinks')
    .description('Topics whose events are delivered outside: to a webhook, a channel, by e-mail.')
    .addHelpText(
      'after',
      '\nWhat they are told is kept encrypted, under the key of "cellwake connections key". Each is a workflow, sink.NAME.\nEach takes --json.\n\nExample:\n  cellwake sinks add ops --topic alerts --slack - < url.txt',
    )
  group.addCommand(addCommand(output))
  group.addCommand(
    keeperSub('list', 'Lists them, without their secrets.', 'cellwake sinks list').action(
      async (options: Options) => {
        await using keeper = await keeperOf(options)
        const found = await keeper.sinks.list()
        if (options.json === true) output.json({ sinks: found })
        else if (found.length === 0) output.line('There are no sinks.')
        else {
          const rows = found.map(({ name, topic, kind, to, changed, usable }) => [
            visible(name),
            visible(topic),
            changed === null ? 'in the settings' : timeIn(changed, 'UTC'),
            `${kind} ${visible(to)}${usable ? '' : '  cannot be decrypted with this key'}`,
          ])
          showTable(output, ['Name', 'Topic', 'Changed, UTC', 'Where'], rows)
        }
      },
    ),
  )
  const test = 'Sends it a message that says it is a test.'
  group.addCommand(
    testSub(output, test, 'cellwake sinks test ops', (keeper, name) => keeper.sinks.test(name)),
  )
  const remove = 'Forgets one. Its workflow is paused, and keeps what it has done.'
  group.addCommand(
    removeSub(output, remove, 'cellwake sinks remove ops', (keeper, name) =>
      keeper.sinks.remove(name),
    ),
  )
  return group
}

function addCommand(output: Output): Command {
  return keeperSub(
    'add',
    'Keeps one under its name, in place of an older one.',
    'cellwake sinks add hook --topic alerts --webhook https://example.com/alerts --secret - < secret.txt\n  cellwake sinks add ann --topic alerts --email ann@example.com --connection mail',
  )
    .argument('<name>', 'in small letters, such as ops')
    .requiredOption('--topic <topic>', 'the topic whose events it delivers')
    .option('--webhook <url>', 'sends each event as JSON; - reads the address from the input')
    .option('--secret <secret>', 'signs what a webhook is sent; - reads it from the input')
    .option(
      '--slack <url>',
      'a channel of Slack or of a compatible service; - reads it from the input',
    )
    .option('--email <address>', 'sends a mail; repeat it', collected)
    .option('--connection <name>', 'the mail server, for --email')
    .option('--from <address>', 'the sender of mails')
    .action(async (name: string, options: AddOptions) => {
      const request = await requestOf(name, options)
      await using keeper = await keeperOf(options)
      const added = await keeper.sinks.add(request)
      if (options.json === true) output.json(added)
      else
        output.line(
          `${visible(added.name)} delivers ${visible(added.topic)} to ${visible(added.to)}, kept by ${keeper.place}.`,
        )
    })
}

async function requestOf(name: string, options: AddOptions): Promise<SinkRequest> {
  const { topic, webhook, secret, slack, email, connection, from } = options
  if ([webhook, slack, email].filter((one) => one !== undefined).length !== 1)
    throw new CliError('bad-sink', 'A sink has one of --webhook, --slack and --email.')
  if ([webhook, secret, slack].filter((one) => one === '-').length > 1)
    throw new CliError('bad-sink', 'The input holds one thing: the address, or the secret.')
  const given = async (text: string) => (text === '-' ? await inputText() : text)
  return {
    name,
    topic,
    ...(webhook !== undefined && { webhook: await given(webhook) }),
    ...(secret !== undefined && { secret: await given(secret) }),
    ...(slack !== undefined && { slack: await given(slack) }),
    ...(email !== undefined && {
      email: { connection: connection ?? '', to: [...email], ...(from !== undefined && { from }) },
    }),
  }
}
