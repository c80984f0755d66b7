// `cellwake doctor`: what this installation stands on, and what to fix.

import { existsSync } from 'node:fs'
import { openStore, StoreError } from '@cellwake/store'
import { Command } from 'commander'
import { bytes, count, type Output } from '../output.ts'

const DEFAULT_STORE = 'sqlite:.cellwake/cellwake.db'

export function doctorCommand(output: Output): Command {
  return new Command('doctor')
    .description('Shows the store, its durability tier, what it holds, and what to fix.')
    .option('--store <url>', 'memory:, sqlite:PATH or postgres://… (or CELLWAKE_STORE)')
    .option('--json', 'print one JSON object')
    .addHelpText('after', '\nExample:\n  cellwake doctor --store sqlite:./data.db')
    .action(async (options: { store?: string; json?: boolean }) => {
      const url = options.store ?? process.env.CELLWAKE_STORE ?? DEFAULT_STORE
      const report = await examine(url)
      if (options.json === true) output.json(report)
      else show(output, report)
      if (report.problem !== undefined) process.exitCode = 1
    })
}

async function examine(url: string) {
  const base = { node: process.version, store: withoutPassword(url) }
  if (url.startsWith('sqlite:') && !existsSync(url.slice('sqlite:'.length))) {
    return { ...base, problem: undefined, note: 'There is no database here yet.' }
  }
  try {
    await using store = await openStore(url)
    const { durability, seq } = store
    return { ...base, problem: undefined, durability, seq, stats: await store.stats() }
  } catch (error) {
    if (!(error instanceof StoreError)) throw error
    return { ...base, problem: { code: error.code, message: error.message } }
  }
}

type Report = Awaited<ReturnType<typeof examine>>

function show(output: Output, report: Report): void {
  const { green, red, bold } = output.colors
  const rows: [string, string][] = [
    ['Node', report.node],
    ['Store', report.store],
  ]
  if ('note' in report && report.note !== undefined) rows.push(['', report.note])
  if ('durability' in report && report.durability !== undefined) {
    const { durability, stats, seq } = report
    const settings = Object.entries(durability.settings).filter(([, value]) => value !== '')
    rows.push(['Tier', `${bold(durability.tier)}  ${durability.sentence}`])
    if (settings.length > 0) {
      rows.push(['Settings', settings.map(([name, value]) => `${name}=${value}`).join('  ')])
    }
    const jobs = Object.entries(stats.jobs).filter(([, n]) => n > 0)
    rows.push(['Commits', `${seq.toLocaleString('en')}, history of ${stats.commits}`])
    rows.push(['Documents', stats.documents.toLocaleString('en')])
    rows.push(['Events', stats.events.toLocaleString('en')])
    rows.push(['Jobs', jobs.map(([state, n]) => `${n} ${state}`).join(', ') || 'none'])
    rows.push(['Timers', count(stats.timers, 'timer')])
    rows.push(['Size', bytes(stats.bytes)])
  }
  output.table(rows)
  output.line()
  if (report.problem === undefined) output.line(`  ${green('Nothing to fix.')}`)
  else output.line(`  ${red('To fix:')} ${report.problem.message} [${report.problem.code}]`)
}

function withoutPassword(url: string): string {
  return url.replace(/(\/\/[^:@/]*):[^@/]*@/, '$1:…@')
}
