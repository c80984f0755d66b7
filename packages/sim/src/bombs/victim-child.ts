// The process of the victim: two requests in a loop, each timed.

import { VICTIM_PAUSE_MS } from '../limits.ts'
import { Caller } from './caller.ts'
import type { Waited } from './victim.ts'

const MODEL = '/api/models/victim'
const caller = new Caller(process.argv[2] ?? '', 'victim')

process.on('disconnect', () => process.exit())

async function timed(act: () => ReturnType<Caller['ask']>): Promise<void> {
  const began = performance.now()
  const { status, code, text } = await act()
  const took = performance.now() - began
  const waited: Waited = status === 200 ? { took } : { took, wrong: `${status} ${code ?? text}` }
  process.send?.(waited)
}

async function again(act: (n: number) => ReturnType<Caller['ask']>): Promise<never> {
  for (let n = 2; ; n++) {
    await timed(() => act(n))
    await new Promise((resolve) => setTimeout(resolve, VICTIM_PAUSE_MS))
  }
}

const source = 'A1 = 1\nB1 = A1 * 2\n'
await timed(() => caller.ask('POST', '/api/models', { id: 'victim', source }))
await Promise.all([
  again((n) => caller.ask('POST', `${MODEL}/inputs`, { set: { A1: n } })),
  again(() => caller.ask('GET', '/health')),
])
