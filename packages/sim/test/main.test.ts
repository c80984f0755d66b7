// The command line of the rigs: its exit code is what CI and people go by.

import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../../', import.meta.url))

function sim(...args: string[]) {
  const main = 'packages/sim/src/main.ts'
  return spawnSync(process.execPath, ['--import', './scripts/source.mjs', main, ...args], {
    cwd: root,
    encoding: 'utf8',
  })
}

it('ends with 0 when nothing is wrong, and gives the figures as JSON', () => {
  const { status, stdout } = sim('crash', '--store', 'memory', '--singles', '--seed', '3', '--json')
  const { seed, results } = JSON.parse(stdout)
  expect(seed).toBe(3)
  expect(results).toMatchObject([{ rig: 'crash memory, singles', violations: [] }])
  expect(results[0].figures.runs).toBeGreaterThan(100)
  expect(status).toBe(0)
})

it('ends with 1 when a planted bug is found, and says how to see it again', () => {
  const args = ['--cycles', '6', '--seed', '5', '--plant', 'acknowledge-before-durable']
  const { status, stdout } = sim('kill', ...args)
  // Which of its traces shows first depends on when the blow falls.
  expect(stdout).toMatch(/was acknowledged as commit \d+ and is nowhere|was handed out twice/)
  expect(stdout).toContain('replay with --seed 5')
  expect(status).toBe(1)
})

it.each([
  [['nothing'], 'there is no rig called nothing'],
  [['kill', '--store', 'memory'], '--store is memory'],
  [['kill', '--cycles', 'many'], '--cycles must be a number'],
  [['kill', '--kill', 'server', '--store', 'sqlite'], 'SQLite has no server'],
  [['--bogus'], 'bogus'],
])('ends with 2 for %j, and says why', (args, why) => {
  const { status, stderr } = sim(...args)
  expect(stderr).toContain(why)
  expect(status).toBe(2)
})
