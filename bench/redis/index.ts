// Models that live in Redis: the cost of a set beside a bare SET of Redis and beside the same model on `ts` with
// SQLite, the throughput, the time to load the library and a model, and the memory of a cell.

import { execFileSync } from 'node:child_process'
import { compiled } from '../programs.ts'
import type { Case, Result } from '../result.ts'

const names = [
  'latency of a set',
  'sets with 200 in flight',
  'loading',
  'memory of a cell',
  'the longest call',
]

export const redisCases: Case[] = names.map((name) => ({
  group: 'redis',
  name,
  run: async () => measured(name),
}))

function measured(name: string): Result[] {
  const args = [compiled(new URL('child.ts', import.meta.url), false), name]
  const printed = execFileSync(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  return JSON.parse(printed.toString()) as Result[]
}
