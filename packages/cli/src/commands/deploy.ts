// `cellwake deploy`: deploys a model to a server, and reports cells kept, dropped and added.

import type { DeployedView } from '@cellwake/client'
import type { Command } from 'commander'
import { agrees, hasPerson } from '../confirm.ts'
import { CliError } from '../errors.ts'
import { modelIdOf } from '../model-id.ts'
import { wholeNumber } from '../page-options.ts'
import { tellRefusal } from '../refusal.ts'
import { connect, type ServerOptions, serverCommand } from '../server-options.ts'
import { readSources, type Source } from '../sources.ts'
import { deployText } from '../text/deploy-text.ts'
import { type Findings, showFindings } from '../text/findings.ts'
import { count, type Output } from '../text/output.ts'
import { diagnosticsFrom, refusedSource } from '../text/served-diagnostics.ts'

interface Options extends ServerOptions {
  readonly id?: string
  readonly dryRun?: boolean
  readonly expectVersion?: number
}

export function deployCommand(output: Output): Command {
  return serverCommand('deploy')
    .description('Deploys a model to a server, and tells what it keeps, drops and adds.')
    .argument('<file>', 'a model, or - for standard input')
    .option('--id <id>', 'under this id; left out, its MODEL, else the name of the file')
    .option('--dry-run', 'check and compare, and change nothing')
    .option('--expect-version <n>', 'only if this version runs; 0: only if it is new', wholeNumber)
    .addHelpText(
      'after',
      '\nExamples:\n  cellwake deploy price-desk.grid\n  cellwake deploy price-desk.grid --dry-run\n' +
        '  cellwake deploy price-desk.grid --expect-version 3',
    )
    .action(async (file: string, options: Options) => {
      const [source] = await readSources([file])
      const json = options.json === true
      if (source === undefined || !('text' in source)) {
        tellRefusal(output, { source: source!, diagnostics: [] }, json)
        return
      }
      const found = await deploy(output, source, options)
      if ('source' in found) tellRefusal(output, found, json)
      else if (json) output.json(found)
      else show(output, source, found, options.dryRun === true)
    })
}

async function deploy(
  output: Output,
  source: Source,
  options: Options,
): Promise<DeployedView | Findings> {
  const client = await connect(options)
  const id = options.id ?? modelIdOf(source.file, source.text)
  const { expectVersion } = options
  const expected = expectVersion === undefined ? {} : { expectVersion }
  const send = (dryRun: boolean) =>
    client.deploy({}, { id, source: source.text, dryRun, ...expected })
  try {
    if (options.dryRun === true) return await send(true)
    // Only a person is asked, and only when something would be lost.
    if (hasPerson() && options.json !== true) await ask(output, await send(true))
    return await send(false)
  } catch (error) {
    const refused = refusedSource(source, error)
    if (refused === undefined) throw error
    return refused
  }
}

async function ask(output: Output, planned: DeployedView): Promise<void> {
  if (planned.dropped.length === 0) return
  for (const line of deployText(planned)) output.line(`  ${line}`)
  const rules = new Set(planned.rules.map(({ id }) => id))
  const gone = planned.dropped.filter((symbol) => rules.has(symbol)).length
  const counts = [count(planned.dropped.length - gone, 'value'), count(gone, 'rule')]
  const lost = counts.filter((text) => !text.startsWith('0 ')).join(' and ')
  if (await agrees(`This drops ${lost}. Deploy ${planned.id}?`)) return
  throw new CliError('not-confirmed', 'Nothing was deployed.')
}

function show(output: Output, source: Source, deployed: DeployedView, dryRun: boolean): void {
  const diagnostics = diagnosticsFrom(source.text, deployed.diagnostics)
  showFindings(output, { source, diagnostics }, (line) => output.note(line))
  const { id, version } = deployed
  output.line(dryRun ? `${id} would become v${version}.` : `${id} runs as v${version}.`)
  for (const line of deployText(deployed)) output.line(`  ${line}`)
}
