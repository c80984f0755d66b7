// Shared parts of the commands of connections and of sinks: where both are kept, and secrets that come by the input.

import { Command } from 'commander'
import type { KeeperOptions, OutsideKeeper } from './hosting/outside-keeper.ts'
import type { Output } from './text/output.ts'
import { visible } from './text/visible-text.ts'

interface Options extends KeeperOptions {
  readonly json?: boolean
}

interface Tried {
  readonly ok: boolean
  readonly said: string
}

export function keeperSub(name: string, about: string, example: string): Command {
  return new Command(name)
    .description(about)
    .option('--server <url>', 'the server that keeps them; that of the settings if left out')
    .option('--store <url>', 'the store that keeps them, while no server holds it')
    .option('--json', 'print one JSON object')
    .addHelpText('after', `\nExample${example.includes('\n') ? 's' : ''}:\n  ${example}`)
}

/** `test NAME`: fails if the try does. */
export function testSub(
  output: Output,
  about: string,
  example: string,
  test: (keeper: OutsideKeeper, name: string) => Promise<Tried>,
): Command {
  return keeperSub('test', about, example)
    .argument('<name>')
    .action(async (name: string, options: Options) => {
      await using keeper = await keeperOf(options)
      const tried = await test(keeper, name)
      if (!tried.ok) output.exitCode = 1
      if (options.json === true) output.json({ name, ...tried })
      else if (tried.ok) output.line(visible(tried.said))
      else output.note(visible(tried.said))
    })
}

/** `remove NAME`. */
export function removeSub(
  output: Output,
  about: string,
  example: string,
  remove: (keeper: OutsideKeeper, name: string) => Promise<unknown>,
): Command {
  return keeperSub('remove', about, example)
    .argument('<name>')
    .action(async (name: string, options: Options) => {
      await using keeper = await keeperOf(options)
      await remove(keeper, name)
      if (options.json === true) output.json({ removed: name })
      else output.line(`${visible(name)} is removed.`)
    })
}

/** Loaded when it is needed: other commands start faster without it. */
export async function keeperOf(options: KeeperOptions): Promise<OutsideKeeper> {
  const { outsideKeeper } = await import('./hosting/outside-keeper.ts')
  return await outsideKeeper(options)
}

/** All of the input, so that no history of a shell holds it. */
export async function inputText(): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of process.stdin) parts.push(Buffer.from(part))
  return Buffer.concat(parts).toString('utf8').trim()
}

/** The values of an option that is repeated. */
export function collected(given: string, before: readonly string[] = []): string[] {
  return [...before, given]
}
