// `cellwake simulate`: a model through virtual time, with every firing and the values at the end.

import type { Simulated } from '@cellwake/engine'
import { Command } from 'commander'
import { tellRefusal } from '../refusal.ts'
import { type RuntimeOptions, redisOption, runtimeOption } from '../runtime-option.ts'
import type { SimulatedWorkflows } from '../simulated-workflows.ts'
import { readSources } from '../sources.ts'
import { showCells } from '../text/cells-text.ts'
import { didText } from '../text/firings-text.ts'
import { count, type Output } from '../text/output.ts'
import { timeText } from '../text/time-text.ts'
import { cut } from '../text/value-text.ts'
import { visible } from '../text/visible-text.ts'

interface Options extends RuntimeOptions {
  readonly from: string
  readonly until: string
  readonly set: readonly string[]
  readonly chart?: string
  readonly fixtures?: string
  readonly functions?: string
  readonly workflows?: string
  readonly tools?: string
  readonly json?: boolean
}

export function simulateCommand(output: Output): Command {
  const collect = (value: string, before: readonly string[]) => [...before, value]
  return new Command('simulate')
    .description('Runs a model through virtual time: every firing, and the values at the end.')
    .argument('<file>', 'a model, or - for standard input')
    .requiredOption('--from <time>', 'when it is deployed, such as 2026-01-01T00:00Z')
    .requiredOption('--until <time>', 'when it ends')
    .option('--set <symbol=expr@time>', 'set an input at a time; again for the next', collect, [])
    .option('--fixtures <file>', 'what external functions answer, as in a model test')
    .option('--functions <file>', 'functions of your own, or a manifest of a model host')
    .option(
      '--workflows <file>',
      'workflows that run beside it, .ts or .js; nothing outside is touched',
    )
    .option('--tools <file>', 'what their tools answer, by tool')
    .addOption(runtimeOption())
    .addOption(redisOption())
    .option('--chart <symbols>', 'print an SVG of these cells over time instead')
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      '\nExamples:\n  cellwake simulate ops.grid --from 2026-01-01T00:00Z --until 2026-02-01T00:00Z\n' +
        '  cellwake simulate ops.grid --from 2026-01-01T00:00Z --until 2026-01-02T00:00Z \\\n' +
        '    --set A1=5@2026-01-01T09:00Z --chart A1,C1 > ops.svg',
    )
    .action(async (file: string, options: Options) => {
      // Loaded here, because other commands start faster without the engine.
      const { runSimulation } = await import('../simulation.ts')
      const { chartOf } = await import('../text/chart.ts')
      const [source] = await readSources([file])
      const progress = progressOn(output, options.json === true || options.chart !== undefined)
      const ran = await runSimulation(source!, options, progress.tell)
      progress.end()
      if ('source' in ran) {
        tellRefusal(output, ran, options.json === true)
        return
      }
      const { from, until, found, beside } = ran
      if (options.chart !== undefined)
        output.text(chartOf(found.series, from, until, found.timezone))
      else if (options.json === true) output.json({ ...jsonOf(found), ...beside })
      else show(output, found, beside)
    })
}

function jsonOf({ firings, skipped, problems, cells }: Simulated) {
  const shown = Object.entries(cells).map(([symbol, { kind, value, typeTag, status }]) => [
    symbol,
    { kind, value, typeTag, status },
  ])
  return { firings, skipped, problems, cells: Object.fromEntries(shown) }
}

function show(output: Output, done: Simulated, beside?: SimulatedWorkflows): void {
  const { firings, titles, timezone, skipped, problems, cells } = done
  const { dim, bold, yellow } = output.colors
  const named = (rule: string) => visible(titles[rule] ?? rule)
  for (const firing of firings) {
    const when = dim(timeText(firing.due ?? firing.at, timezone))
    output.line(`${when}  ${bold(named(firing.rule))}  ${didText(firing, timezone)}`)
  }
  for (const { rule, count: runs, reason } of skipped) {
    const why = reason === 'missed' ? ' that it missed' : `: ${reason}`
    output.line(yellow(`${named(rule)} skipped ${count(runs, 'occurrence')}${why}.`))
  }
  for (const { rule, problem } of problems) {
    output.line(yellow(`${named(rule)}: ${visible(problem)}.`))
  }
  output.line(`\n${count(firings.length, 'firing')}\n`)
  if (beside !== undefined) showBeside(output, beside, timezone)
  showCells(output, cells, timezone)
}

/** The runs and calls of workflows: a line for each run that had a subject, and each call of a tool. */
function showBeside(output: Output, beside: SimulatedWorkflows, zone: string): void {
  const { bold, dim, yellow } = output.colors
  for (const { at, workflow, handler, status, outcome, title } of beside.runs) {
    if (title === undefined && outcome === null && status === 'committed') continue
    const said = title === undefined ? '' : `  ${visible(title)}`
    const came = outcome === null || outcome === 'none' ? status : `${status}, ${outcome}`
    output.line(
      `${dim(timeText(at, zone))}  ${bold(visible(`${workflow} ${handler}`))}${said}  ${came}`,
    )
  }
  for (const { at, workflow, tool, input } of beside.calls) {
    const asked = cut(JSON.stringify(input) ?? '')
    output.line(`${dim(timeText(at, zone))}  ${visible(`${workflow} would call ${tool} ${asked}`)}`)
  }
  for (const { name, status, issue } of beside.workflows) {
    const word = issue === undefined ? status : yellow(`${status}: ${visible(issue.sentence)}`)
    output.line(`${bold(visible(name))}  ${word}`)
  }
  output.line()
}

/** A progress line that is overwritten. Nothing where there is no terminal. */
function progressOn(output: Output, quiet: boolean) {
  const isShown = output.columns !== undefined && !quiet
  let shown = ''
  return {
    tell(at: number): void {
      const day = new Date(at).toISOString().slice(0, 10)
      if (!isShown || day === shown) return
      shown = day
      output.text(`\r\u001b[K${day}`)
    },
    end: () => isShown && output.text('\r\u001b[K'),
  }
}
