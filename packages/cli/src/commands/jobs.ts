// `cellwake jobs`: the external calls of a model, and actions on one by hand.

import type { JobStatus, JobView } from '@cellwake/client'
import { type Command, Option } from 'commander'
import { wholeNumber } from '../page-options.ts'
import { connect, type ServerOptions, serverCommand } from '../server-options.ts'
import type { Output } from '../text/output.ts'
import { timeIn } from '../text/time-text.ts'
import { jsonText } from '../text/value-text.ts'
import { visible } from '../text/visible-text.ts'
import { showTable } from '../text/wide-table.ts'

const statuses: readonly JobStatus[] = ['queued', 'running', 'done', 'failed', 'cancelled']

interface Options extends ServerOptions {
  readonly status?: JobStatus
  readonly function?: string
  readonly route?: string
  readonly symbol?: string
  readonly limit?: number
  readonly retry?: boolean
  readonly cancel?: boolean
}

export function jobsCommand(output: Output): Command {
  return serverCommand('jobs')
    .description('Shows the jobs of external calls of a model, or one of them in full.')
    .argument('<model>', 'its id')
    .argument('[job]', 'the id of one job')
    .addOption(new Option('--status <status>', 'only these').choices(statuses))
    .option('--function <name>', 'of this function')
    .option('--route <route>', 'of this route')
    .option('--symbol <symbol>', 'of this cell or name')
    .option('--limit <count>', 'how many, at most 1000', wholeNumber)
    .addOption(new Option('--retry', 'try the job again').conflicts('cancel'))
    .option('--cancel', 'call the job off')
    .addHelpText('after', '\nExample:\n  cellwake jobs price-desk --status failed')
    .action(async (id: string, jobId: string | undefined, options: Options) => {
      const client = await connect(options)
      if (jobId !== undefined) {
        const params = { id, jobId }
        const job =
          options.retry === true
            ? await client.retryJob(params)
            : options.cancel === true
              ? await client.cancelJob(params)
              : await client.job(params)
        if (options.json === true) output.json(job)
        else showJob(output, job)
        return
      }
      const { status, function: fn, route, symbol, limit } = options
      const page = await client.jobs(
        { id },
        {
          ...(status !== undefined && { status }),
          ...(fn !== undefined && { function: fn }),
          ...(route !== undefined && { route }),
          ...(symbol !== undefined && { symbol }),
          ...(limit !== undefined && { limit }),
        },
      )
      if (options.json === true) output.json(page)
      else if (page.jobs.length === 0) output.line('There are no such jobs.')
      else showJobs(output, page.jobs)
    })
}

function showJobs(output: Output, jobs: readonly JobView[]): void {
  const rows = jobs.map((job) => [
    visible(job.id),
    job.status,
    `${job.attempt}/${job.attempts}`,
    timeIn(job.created, 'UTC'),
    `${callText(job)}${job.error === undefined ? '' : `  ${visible(job.error)}`}`,
  ])
  showTable(output, ['Job', 'Status', 'Attempt', 'Created, UTC', 'Call'], rows)
}

function showJob(output: Output, job: JobView): void {
  const time = (at: string | null) => (at === null ? '–' : `${timeIn(at, 'UTC')} UTC`)
  output.line(callText(job))
  output.table([
    ['Job', visible(job.id)],
    ['Status', `${job.status}, attempt ${job.attempt} of ${job.attempts}`],
    ['For', job.symbols.map((symbol) => visible(symbol)).join(', ')],
    ['Route', visible(job.route)],
    ['Created', time(job.created)],
    ['Started', time(job.started)],
    ['Finished', time(job.finished)],
    ...(job.due === null ? [] : [['Due', time(job.due)] as const]),
    ...(job.provider === undefined ? [] : [['Provider', visible(job.provider)] as const]),
    ...(job.error === undefined ? [] : [['Error', visible(job.error)] as const]),
  ])
}

function callText({ function: name, args }: JobView): string {
  return `${visible(name)}(${args.map((arg) => jsonText(arg, 'UTC')).join(', ')})`
}
