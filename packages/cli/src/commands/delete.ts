// `cellwake delete`: a model with all it holds, once its name is repeated.

import type { Command } from 'commander'
import { hasPerson, typed } from '../confirm.ts'
import { CliError } from '../errors.ts'
import { connect, type ServerOptions, serverCommand } from '../server-options.ts'
import type { Output } from '../text/output.ts'

interface Options extends ServerOptions {
  readonly yes?: string
}

export function deleteCommand(output: Output): Command {
  return serverCommand('delete')
    .description('Deletes a model with its values, versions and history.')
    .argument('<model>', 'its id')
    .option('--yes <model>', 'the id once more; without it, a person is asked')
    .addHelpText('after', '\nExample:\n  cellwake delete old-desk --yes old-desk')
    .action(async (id: string, options: Options) => {
      const confirm = options.yes ?? (await repeated(id))
      if (confirm !== id) {
        throw new CliError(
          'not-confirmed',
          `Nothing was deleted. To delete ${id}, repeat its name: --yes ${id}`,
        )
      }
      const client = await connect(options)
      const answer = await client.deleteModel({ id }, { confirm })
      if (options.json === true) output.json(answer)
      else output.line(`${answer.deleted} is deleted.`)
    })
}

async function repeated(id: string): Promise<string | undefined> {
  if (!hasPerson()) return undefined
  return typed(`${id} will be gone, with all its values and history. Type its name to delete it`)
}
