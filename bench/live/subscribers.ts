// The readers of the live benchmark, in a process of their own: one WebSocket each, spread over the models.
// Says `ready` when all have their first frame; a line on stdin makes it report its measurements, and begin
// anew.

import { createInterface } from 'node:readline'
import { WebSocket } from 'ws'

const [url = '', readers = '0', models = '1'] = process.argv.slice(2)
/** Sockets that are opened at the same time. */
const AT_ONCE = 50

let times: number[] = []
let frames = 0
let resets = 0

const now = () => performance.timeOrigin + performance.now()

function open(model: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`${url}/api/live`)
    socket.on('error', reject)
    socket.on('message', (data) => {
      const frame = JSON.parse(String(data))
      if (frame.op === 'ready') {
        socket.send(JSON.stringify({ op: 'subscribe', id: '1', model, symbols: ['A1', 'B1'] }))
        return
      }
      const sentAt: number = frame.cells?.A1?.value ?? 0
      if (frame.reset !== undefined) resets++
      // The first frame has a value that was never sent.
      if (sentAt === 0) resolve()
      else {
        frames++
        times.push(now() - sentAt)
      }
    })
  })
}

const all = Array.from({ length: Number(readers) }, (_, i) => `m${i % Number(models)}`)
for (let i = 0; i < all.length; i += AT_ONCE) await Promise.all(all.slice(i, i + AT_ONCE).map(open))
process.stdout.write('ready\n')

createInterface({ input: process.stdin }).on('line', () => {
  const sorted = Float64Array.from(times).sort()
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0
  const report = { frames, resets, p50: at(0.5), p99: at(0.99), max: sorted.at(-1) ?? 0 }
  process.stdout.write(`${JSON.stringify(report)}\n`)
  times = []
})
