// Measures workflows, or a peer, in this process: `child.ts CASE URL`. Prints one line of JSON.

import type { Result } from '../result.ts'
import { fleet } from './fleet.ts'
import { longTopic } from './long-topic.ts'
import { ourLatency, ourRuns } from './ours.ts'

const cases: Readonly<Record<string, (url: string) => Promise<Result[]>>> = {
  runs: (url) => ourRuns(url, false),
  mutations: (url) => ourRuns(url, true),
  latency: ourLatency,
  fleet,
  'long topic': longTopic,
  // Loaded only where they are measured: their code is no part of our memory.
  dbos: async (url) => (await import('./dbos.ts')).dbosRuns(url),
  graphile: async (url) => (await import('./graphile.ts')).graphileLatency(url),
}

const [name = '', url = ''] = process.argv.slice(2)
const results = await cases[name]!(url)
process.stdout.write(`\n${JSON.stringify(results)}\n`)
process.exit(0)
