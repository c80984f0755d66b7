// `npm run bench`: every case in a process of its own, one after the other, each result printed as soon as it is
// known; with --json one object at the end. `--only WORD` runs the cases whose name or group holds the word.

import { spawn } from 'node:child_process'
import { cpus, totalmem } from 'node:os'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { externalCases } from './external.ts'
import { languageCases } from './language.ts'
import { liveCases } from './live/index.ts'
import { modelCases } from './models/index.ts'
import { reactiveCases } from './reactive/index.ts'
import { redisCases } from './redis/index.ts'
import type { Case, Result } from './result.ts'
import { rulesCases } from './rules/index.ts'
import { schedulerCases } from './scheduler.ts'
import { serverCases } from './server.ts'
import { storeCases } from './store.ts'
import { timeCases } from './time.ts'
import { webCases } from './web.ts'
import { workflowCases } from './workflows/index.ts'

const cases: Case[] = [
  ...storeCases,
  ...schedulerCases,
  ...reactiveCases,
  ...timeCases,
  ...languageCases,
  ...modelCases,
  ...rulesCases,
  ...externalCases,
  ...workflowCases,
  ...redisCases,
  ...serverCases,
  ...liveCases,
  ...webCases,
]

const { values } = parseArgs({
  options: { json: { type: 'boolean' }, only: { type: 'string' }, case: { type: 'string' } },
})

if (values.case !== undefined) {
  const found = cases.find(({ group, name }) => `${group}/${name}` === values.case)
  process.stdout.write(`\n${JSON.stringify(await found?.run())}\n`)
  process.exit(0)
}

const results: Result[] = []
for (const { group, name } of cases) {
  const id = `${group}/${name}`
  if (values.only !== undefined && !id.includes(values.only)) continue
  if (values.json !== true) process.stderr.write(`  ${id} …\n`)
  const found = await runAlone(id)
  if (values.json !== true) print(found)
  results.push(...found)
}
const report = { machine: machine(), results, ratios: ratios(results) }
if (values.json === true) process.stdout.write(`${JSON.stringify(report, null, 2)}\n`)

async function runAlone(id: string): Promise<Result[]> {
  const main = fileURLToPath(import.meta.url)
  const child = spawn(process.execPath, [...process.execArgv, main, '--case', id], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let text = ''
  for await (const chunk of child.stdout) text += chunk
  if (child.exitCode !== null && child.exitCode !== 0) throw new Error(`${id} failed`)
  return JSON.parse(text.trim().split('\n').at(-1) ?? '[]') as Result[]
}

function machine() {
  const [cpu] = cpus()
  return {
    cores: cpus().length,
    cpu: cpu?.model.trim(),
    memoryMiB: Math.round(totalmem() / 1024 ** 2),
    node: process.version,
    platform: `${process.platform} ${process.arch}`,
  }
}

/** Ours over each other system at the same work. Below 1 is faster for times, above 1 for rates. */
function ratios(all: readonly Result[]) {
  const ours = all.filter(({ system }) => system.startsWith('cellwake'))
  return ours.flatMap((our) =>
    all
      .filter((r) => r.group === our.group && r.workload === our.workload && r !== our)
      .map((peer) => ({
        group: our.group,
        workload: our.workload,
        ours_vs: peer.system,
        ratio: Number((our.median / peer.median).toPrecision(3)),
        atMost: peer.stopped === true,
      })),
  )
}

function print(all: readonly Result[]): void {
  const rows = all.map(({ workload, system, median, unit, stopped }) => {
    const value = median.toLocaleString('en')
    return [workload, system, stopped === true ? `over ${value}` : value, unit]
  })
  const widths = [0, 1, 2].map((i) => Math.max(...rows.map((row) => row[i]!.length)))
  for (const [workload, system, value, unit] of rows) {
    process.stdout.write(
      `  ${workload!.padEnd(widths[0]!)}  ${system!.padEnd(widths[1]!)}  ${value!.padStart(widths[2]!)} ${unit}\n`,
    )
  }
  for (const { workload, ours_vs, ratio, atMost } of ratios(all)) {
    process.stdout.write(`  ${workload}: ${atMost ? 'under ' : ''}${ratio}× ${ours_vs}\n`)
  }
}
