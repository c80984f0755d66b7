// Rules: the rate of firings, and the cost of many that wait. Each case runs in a process of its own, as it is
// shipped: the helpers of running from source double the time of a firing.

import { execFileSync } from 'node:child_process'
import { compiled } from '../programs.ts'
import type { Case, Result } from '../result.ts'

const names = [
  'firings from schedules',
  'a year of 50 schedules',
  '100,000 armed schedules',
  'firings of conditions',
]

export const rulesCases: Case[] = names.map((name) => ({
  group: 'rules',
  name,
  run: async () => measured(name),
}))

function measured(name: string): Result[] {
  const args = [compiled(new URL('child.ts', import.meta.url)), name]
  const printed = execFileSync(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  return JSON.parse(printed.toString()) as Result[]
}
