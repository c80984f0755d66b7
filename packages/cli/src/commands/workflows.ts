// `cellwake workflows …`: the activity of workflows, and the actions of a person.

import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import type { AnswerOf, CellwakeClient } from '@cellwake/client'
import { type Command, InvalidArgumentError } from 'commander'
import { CliError } from '../errors.ts'
import { wholeNumber } from '../page-options.ts'
import { connect, type ServerOptions, serverCommand } from '../server-options.ts'
import type { Output } from '../text/output.ts'
import { timeIn } from '../text/time-text.ts'
import { jsonText } from '../text/value-text.ts'
import { visible } from '../text/visible-text.ts'
import { showTable } from '../text/wide-table.ts'
import { showRuns, showWorkflow, showWorkflows } from '../text/workflow-text.ts'

const answers = ['happened', 'did-not-happen', 'skip', 'check-again'] as const
type Answer = (typeof answers)[number]
type Detail = AnswerOf<'workflow'>

interface PageOptions extends ServerOptions {
  readonly limit?: number
}

export function workflowsCommand(output: Output): Command {
  const root = serverCommand('workflows')
    .description('Lists the workflows, and acts on them.')
    .addHelpText('after', '\nExample:\n  cellwake workflows show invoice-intake')
    .action(async (options: ServerOptions) => list(output, options))
  for (const command of [
    listCommand(output),
    showCommand(output),
    deployCommand(output),
    runsCommand(output),
    actCommand(output, 'run-now', 'Runs its producers now.', (client, name) =>
      client.runNow({ name }),
    ),
    actCommand(output, 'pause', 'Starts no more runs until it is resumed.', (client, name) =>
      client.pauseWorkflow({ name }),
    ),
    actCommand(output, 'resume', 'Goes on, and tries again what can be.', (client, name) =>
      client.resumeWorkflow({ name }),
    ),
    actCommand(output, 'approve', 'Approves what waits for a person.', (client, name) =>
      client.approveMutation({ name }),
    ),
    rejectCommand(output),
    resolveCommand(output),
    skipCommand(output),
    reprocessCommand(output),
    versionsCommand(output),
    activateCommand(output),
    inputsCommand(output),
    eventsCommand(output),
    ledgerCommand(output),
    logsCommand(output),
  ]) {
    root.addCommand(command)
  }
  return root.hook('preAction', handDown)
}

/** The options that the group shares with its commands: commander gives them to the group, wherever they stand. */
function handDown(group: Command, command: Command): void {
  for (const [name, value] of Object.entries(group.opts())) command.setOptionValue(name, value)
}

async function list(output: Output, options: ServerOptions): Promise<void> {
  const client = await connect(options)
  const answer = await client.workflows()
  if (options.json === true) output.json(answer)
  else showWorkflows(output, answer.workflows)
}

function listCommand(output: Output): Command {
  return serverCommand('list')
    .description('Lists the workflows, and how each stands.')
    .action(async (options: ServerOptions) => list(output, options))
}

function named(name: string, description: string): Command {
  return serverCommand(name).description(description).argument('<workflow>', 'its name')
}

function shown(output: Output, { json }: ServerOptions, workflow: Detail): void {
  if (json === true) output.json(workflow)
  else showWorkflow(output, workflow)
}

function showCommand(output: Output): Command {
  return named('show', 'Shows one workflow: its word, its sentence, what can be done.').action(
    async (name: string, options: ServerOptions) => {
      const client = await connect(options)
      shown(output, options, await client.workflow({ name }))
    },
  )
}

/** Scripts run in a sandbox. A TypeScript module is trusted code: it is given to the server when it starts. */
function deployCommand(output: Output): Command {
  return serverCommand('deploy')
    .description('Deploys a script as a workflow; the same name again is a new version.')
    .argument('<file>', 'a script, such as intake.workflow.js')
    .option('--name <name>', 'its name; that of the file if left out')
    .addHelpText('after', '\nExample:\n  cellwake workflows deploy intake.workflow.js')
    .action(async (file: string, options: ServerOptions & { readonly name?: string }) => {
      if (/\.[cm]?tsx?$/.test(file)) {
        throw new CliError(
          'bad-file',
          `${file} is TypeScript, which is trusted code: start the server with --workflows ${file}. A script that is deployed is JavaScript.`,
        )
      }
      const script = await textOf(file)
      const name = options.name ?? basename(file).replace(/(\.workflow)?\.[cm]?js$/, '')
      const client = await connect(options)
      const deployed = await client.deployWorkflow({}, { name, script })
      if (options.json === true) output.json(deployed)
      else output.line(`${visible(deployed.name)} runs as version ${deployed.version}.`)
    })
}

async function textOf(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    const why = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
    throw new CliError('bad-file', `${file} cannot be read (${why}).`)
  }
}

function paged(name: string, description: string): Command {
  return named(name, description).option('--limit <count>', 'how many, at most 1000', wholeNumber)
}

function page({ limit }: PageOptions): { limit?: number } {
  return limit === undefined ? {} : { limit }
}

function runsCommand(output: Output): Command {
  return paged('runs', 'Shows its runs with their phases, newest first.').action(
    async (name: string, options: PageOptions) => {
      const client = await connect(options)
      const answer = await client.workflowRuns({ name }, page(options))
      if (options.json === true) output.json(answer)
      else showRuns(output, answer.runs)
    },
  )
}

function actCommand(
  output: Output,
  verb: string,
  description: string,
  act: (client: CellwakeClient, name: string) => Promise<Detail>,
): Command {
  return named(verb, description).action(async (name: string, options: ServerOptions) => {
    const client = await connect(options)
    shown(output, options, await act(client, name))
  })
}

function rejectCommand(output: Output): Command {
  return named('reject', 'Refuses what waits for a person: its events are skipped.')
    .option('--keep', 'leave its events pending, and pause')
    .action(async (name: string, options: ServerOptions & { readonly keep?: boolean }) => {
      const client = await connect(options)
      const { keep } = options
      shown(output, options, await client.rejectMutation({ name }, keep === true ? { keep } : {}))
    })
}

function resolveCommand(output: Output): Command {
  return named('resolve', 'Says what came of a mutation whose outcome is not known.')
    .argument('<answer>', answers.join(', '), readAnswer)
    .option('--result <json>', 'what the other system gave, where it happened', readJson)
    .addHelpText('after', '\nExample:\n  cellwake workflows resolve invoice-intake happened')
    .action(
      async (name: string, answer: Answer, options: ServerOptions & { readonly result?: Json }) => {
        const client = await connect(options)
        const { result } = options
        const body = result === undefined ? { answer } : { answer, result }
        shown(output, options, await client.resolveMutation({ name }, body))
      },
    )
}

type Json = AnswerOf<'events'>['events'][number]['payload']

function readAnswer(text: string): Answer {
  const answer = answers.find((one) => one === text)
  if (answer === undefined) throw new InvalidArgumentError(`It is one of ${answers.join(', ')}.`)
  return answer
}

function readJson(text: string): Json {
  try {
    return JSON.parse(text) as Json
  } catch {
    throw new InvalidArgumentError('It is JSON, such as \'{ "id": 7 }\'.')
  }
}

interface SkipOptions extends ServerOptions {
  readonly input?: string
}

function skipCommand(output: Output): Command {
  return named(
    'skip',
    'Leaves out an event, or an input with all events that it caused; on record.',
  )
    .argument('[topic]', 'the topic of the event')
    .argument('[message-id]', 'the id of the event')
    .option('--input <id>', 'the input, by an id that cellwake workflows inputs --json shows')
    .addHelpText('after', '\nExample:\n  cellwake workflows skip invoice-intake received inv-7')
    .action(
      async (
        name: string,
        topic: string | undefined,
        messageId: string | undefined,
        options: SkipOptions,
        command: Command,
      ) => {
        const body = skipped(topic, messageId, options.input)
        if (body === undefined) {
          command.error(
            'error: name a topic and the id of an event in it, or an input with --input',
          )
        }
        const client = await connect(options)
        shown(output, options, await client.skipEvent({ name }, body))
      },
    )
}

function skipped(topic?: string, messageId?: string, inputId?: string) {
  if (inputId === undefined && topic !== undefined && messageId !== undefined) {
    return { topic, messageId }
  }
  if (inputId !== undefined && topic === undefined) return { inputId }
  return undefined
}

function reprocessCommand(output: Output): Command {
  return named('reprocess', 'Puts an event back in line.')
    .argument('<topic>', 'its name')
    .argument('<message-id>', 'the id of the event')
    .action(async (name: string, topic: string, messageId: string, options: ServerOptions) => {
      const client = await connect(options)
      shown(output, options, await client.reprocessEvent({ name }, { topic, messageId }))
    })
}

function versionsCommand(output: Output): Command {
  return named('versions', 'Lists its versions, newest first.').action(
    async (name: string, options: ServerOptions) => {
      const client = await connect(options)
      const answer = await client.workflowVersions({ name })
      if (options.json === true) {
        output.json(answer)
        return
      }
      const rows = answer.versions.map(({ version, at, by, kind, active, comment }) => [
        version,
        timeIn(at, 'UTC'),
        visible(by),
        kind,
        active ? 'runs' : visible(comment ?? ''),
      ])
      showTable(output, ['Version', 'Deployed, UTC', 'By', 'Kind', ''], rows)
    },
  )
}

function activateCommand(output: Output): Command {
  return named('activate', 'Makes another version the one that runs.')
    .argument('<version>', 'one that cellwake workflows versions lists')
    .action(async (name: string, version: string, options: ServerOptions) => {
      const client = await connect(options)
      shown(output, options, await client.activateVersion({ name }, { version }))
    })
}

function inputsCommand(output: Output): Command {
  return paged('inputs', 'Shows what came in, and how far it is, newest first.').action(
    async (name: string, options: PageOptions) => {
      const client = await connect(options)
      const answer = await client.workflowInputs({ name }, page(options))
      if (options.json === true) {
        output.json(answer)
        return
      }
      if (answer.inputs.length === 0) output.line('Nothing has come in yet.')
      else {
        const rows = answer.inputs.map(({ createdAt, source, title, status }) => [
          timeIn(createdAt, 'UTC'),
          visible(source),
          status,
          visible(title),
        ])
        showTable(output, ['When, UTC', 'Source', 'Status', 'Title'], rows)
      }
    },
  )
}

function eventsCommand(output: Output): Command {
  return paged(
    'events',
    'Shows the events of its topics, and how far each is, newest first.',
  ).action(async (name: string, options: PageOptions) => {
    const client = await connect(options)
    const answer = await client.workflowEvents({ name }, page(options))
    if (options.json === true) {
      output.json(answer)
      return
    }
    if (answer.events.length === 0) output.line('No event has come yet.')
    else {
      const rows = answer.events.map(({ publishedAt, topic, messageId, state, payload }) => [
        timeIn(publishedAt, 'UTC'),
        visible(topic),
        visible(messageId),
        state,
        jsonText(payload, 'UTC'),
      ])
      showTable(output, ['When, UTC', 'Topic', 'Message id', 'State', ''], rows)
    }
  })
}

function ledgerCommand(output: Output): Command {
  return paged('ledger', 'Shows everything that it changed outside, newest first.').action(
    async (name: string, options: PageOptions) => {
      const client = await connect(options)
      const answer = await client.workflowLedger({ name }, page(options))
      if (options.json === true) {
        output.json(answer)
        return
      }
      if (answer.mutations.length === 0) output.line('Nothing was sent yet.')
      else {
        const rows = answer.mutations.map(({ updatedAt, tool, status, title, params }) => [
          timeIn(updatedAt, 'UTC'),
          visible(tool),
          status,
          title === undefined ? jsonText(params, 'UTC') : visible(title),
        ])
        showTable(output, ['When, UTC', 'Tool', 'Status', ''], rows)
      }
    },
  )
}

function logsCommand(output: Output): Command {
  return paged('logs', 'Shows what its runs have written down, newest first.')
    .option('--run <id>', 'of one run')
    .action(async (name: string, options: PageOptions & { readonly run?: string }) => {
      const client = await connect(options)
      const run = options.run === undefined ? {} : { run: options.run }
      const answer = await client.workflowLogs({ name }, { ...page(options), ...run })
      if (options.json === true) {
        output.json(answer)
        return
      }
      for (const { at, phase, text } of answer.lines) {
        output.line(`${output.colors.dim(`${timeIn(at, 'UTC')} ${phase}`)}  ${visible(text)}`)
      }
    })
}
