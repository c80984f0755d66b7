// `cellwake doctor`: checks of this installation, with remedies.

import { system } from '@cellwake/store'
import { Command } from 'commander'
import { CliError } from '../errors.ts'
import type { Examined } from '../hosting/doctor.ts'
import { findSettings } from '../hosting/settings.ts'
import { bytes, count, type Output } from '../text/output.ts'
import { visible } from '../text/visible-text.ts'

interface Options {
  readonly store?: string
  readonly redis?: string
  readonly fix?: boolean
  readonly prune?: boolean
  readonly newPasswords?: boolean
  readonly json?: boolean
}

export function doctorCommand(output: Output): Command {
  return new Command('doctor')
    .description(
      'Shows the settings, the store and what it holds, tries providers, says what to fix.',
    )
    .option('--store <url>', 'memory:, sqlite:PATH or postgres://… (or CELLWAKE_STORE)')
    .option('--redis <url>', 'the Redis in which models live (or CELLWAKE_REDIS)')
    .option('--fix', 'set up that Redis: its settings, its two users, its library')
    .option('--prune', 'with --fix: remove libraries of versions that no server uses any more')
    .option('--new-passwords', 'with --fix: give users that are there already other passwords')
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      '\nExamples:\n  cellwake doctor --store sqlite:./data.db\n  cellwake doctor --redis redis://admin:secret@127.0.0.1:6379 --fix',
    )
    .action(async (options: Options) => {
      const found = await findSettings({ store: options.store, redis: options.redis })
      if (options.fix === true) {
        await fix(output, found.settings.redis, options)
        return
      }
      const { examine } = await import('../hosting/doctor.ts')
      const report = await examine(found)
      if (options.json === true) output.json(report)
      else show(output, report)
      if (report.problem !== undefined) output.exitCode = 1
    })
}

function show(output: Output, report: Examined): void {
  const { green, red, bold } = output.colors
  output.line(bold('Store'))
  output.table(storeRows(output, report))
  output.line()
  if (report.redis !== undefined) {
    output.line(bold('Redis'))
    output.table(redisRows(output, report))
    output.line()
  }
  output.line(bold('Settings'))
  output.table(settingRows(output, report))
  output.line()
  output.line(bold('Here'))
  output.table(placeRows(report))
  output.line()
  if (report.providers.length > 0) {
    output.line(bold('Outside'))
    output.table(providerRows(output, report))
    output.line()
  }
  if (report.problem === undefined) output.line(`  ${green('Nothing to fix.')}`)
  else
    output.line(`  ${red('To fix:')} ${visible(report.problem.message)} [${report.problem.code}]`)
}

function providerRows({ colors }: Output, { providers }: Examined): [string, string][] {
  return providers.map(({ functions, provider, ok, said }) => [
    functions.join(', '),
    `${ok ? colors.green('✓') : colors.red('✗')} ${visible(said)}${provider === null ? '' : `  ${colors.dim(visible(provider))}`}`,
  ])
}

/** The passwords are shown once, for the operator who starts the servers. */
async function fix(output: Output, url: string | undefined, options: Options): Promise<void> {
  if (url === undefined) {
    throw new CliError('redis-unnamed', '--fix sets up a Redis: say which with --redis.')
  }
  const { fixRedis } = await import('@cellwake/redis')
  const password = () => `${system.uniqueId()}${system.uniqueId()}`.replaceAll('-', '')
  const passwords = { deploy: password(), data: password() }
  const fixed = await fixRedis({
    url,
    passwords,
    renew: options.newPasswords === true,
    prune: options.prune === true,
  })
  if (options.json === true) {
    output.json(fixed)
    return
  }
  const { green, yellow } = output.colors
  const settings = Object.entries(fixed.settings).map(([name, value]) => `${name} ${value}`)
  output.line(green(`Set: ${settings.join(', ')}. Two users and the library are there.`))
  if (fixed.removed.length > 0) output.line(`Removed: ${fixed.removed.join(', ')}`)
  if (!fixed.isKept) {
    output.line(
      yellow(
        'Redis has no file for that: after its restart, do this again, or write it into redis.conf.',
      ),
    )
  }
  if (!fixed.hasNewPasswords) {
    output.line(
      'Both users were there, and keep their passwords; --new-passwords gives them others.',
    )
    return
  }
  output.line('Start servers with these, and keep them secret:')
  output.line(`  CELLWAKE_REDIS=${fixed.dataUrl}`)
  output.line(`  CELLWAKE_REDIS_DEPLOY=${fixed.deployUrl}`)
}

function redisRows({ colors }: Output, { redis }: Examined): [string, string][] {
  if (redis === undefined) return []
  const { url, facts } = redis
  const rows: [string, string][] = [['Redis', url]]
  if (facts === undefined) return rows
  const { tier, library, otherLibraries, cluster } = facts
  return [
    ...rows,
    ['Tier', `${colors.bold(tier.tier)}  ${tier.sentence}`],
    ['Version', `${tier.settings.server} ${tier.version}${cluster ? ', a cluster' : ''}`],
    ['Library', library],
    ...otherLibraries.map((name): [string, string] => ['', `${name}, of another version`]),
    ...tier.warnings.map((warning): [string, string] => ['', colors.yellow(warning)]),
  ]
}

function serverText({ status, version, models }: NonNullable<Examined['server']>): string {
  const how = status === 'ok' ? 'well' : 'degraded: see its log'
  return `taken by a Cellwake server, version ${visible(version)}, with ${count(models, 'model')}: ${how}`
}

function storeRows(output: Output, report: Examined): [string, string][] {
  const rows: [string, string][] = [['Store', report.store]]
  if (report.note !== undefined) rows.push(['', report.note])
  const { durability, stats, seq } = report
  if (durability === undefined || stats === undefined || seq === undefined) return rows
  const settings = Object.entries(durability.settings).filter(([, value]) => value !== '')
  const jobs = Object.entries(stats.jobs).filter(([, n]) => n > 0)
  return [
    ...rows,
    ['Tier', `${output.colors.bold(durability.tier)}  ${durability.sentence}`],
    ...(settings.length > 0
      ? [['Settings', settings.map(([name, value]) => `${name}=${value}`).join('  ')] as const]
      : []),
    ['Commits', `${seq.toLocaleString('en')}, history of ${stats.commits}`],
    ['Documents', stats.documents.toLocaleString('en')],
    ['Events', stats.events.toLocaleString('en')],
    ['Jobs', jobs.map(([state, n]) => `${n} ${state}`).join(', ') || 'none'],
    ['Timers', count(stats.timers, 'timer')],
    ['Size', bytes(stats.bytes)],
  ].map(([name, value]) => [name!, value!])
}

function settingRows({ colors }: Output, { settings, config }: Examined): [string, string][] {
  const rows = Object.entries(settings).map(([name, { value, from }]): [string, string] => [
    name,
    `${value ?? '–'}  ${colors.dim(from === 'default' ? '' : `from the ${from}`)}`.trimEnd(),
  ])
  return [...rows, ['file', config ?? 'none: cellwake.config.ts, .mjs or .json would be read']]
}

function placeRows({ node, port, server, clock, ui }: Examined): [string, string][] {
  const states = {
    free: 'free',
    taken: server === undefined ? 'taken by another program' : serverText(server),
    unusable: 'not usable here',
  }
  return [
    ['Node', node],
    ['Port', `${port.host}:${port.port} is ${states[port.state]}`],
    ['Clock', `${clock.now}, zone ${clock.zone}`],
    ['Pages', ui === 'built' ? 'built' : 'not built: npm run build in a clone makes them'],
  ]
}
