// Goal: a reader that is slow costs a bounded amount and never has a silent gap. Method: an outbox over a
// peer that takes nothing until it is let; then a real socket that stops reading.

import type { CellView } from '@cellwake/engine'
import { describe, expect, it } from 'vitest'
import { LIVE_LATE_MS, LIVE_SLOW_BYTES, LIVE_STUCK_MS } from '../../src/limits.ts'
import { Change } from '../../src/live/change.ts'
import { Outbox } from '../../src/live/outbox.ts'
import { Subscription } from '../../src/live/subscription.ts'
import { connected, type Frame, HeldPeer, liveHost, until, valuesIn } from './support.ts'

function view(value: CellView['value'], rev: number): CellView {
  return { kind: 'number', value, typeTag: 'number', status: 'ready', rev }
}

function change(rev: number, values: Record<string, CellView['value']>): Change {
  const cells = Object.entries(values).map(([name, value]) => [name, view(value, rev)] as const)
  return new Change(rev, new Map(cells))
}

function heldReader() {
  const clock = { now: 0 }
  const peer = new HeldPeer()
  const outbox = new Outbox(peer, () => clock.now)
  const asked = { model: 'm', symbols: ['A1'], events: true, demand: true, fromRev: undefined }
  const subscription = new Subscription({ id: '1', ...asked }, outbox)
  // More than fits: the reader is slow from here on.
  const fill = () => {
    peer.held = true
    subscription.tell(change(1, { A1: 'x'.repeat(LIVE_SLOW_BYTES) }))
    peer.frames.length = 0
  }
  return { clock, peer, outbox, subscription, fill }
}

describe('while the reader is slow', () => {
  it('changes are merged, the newest of each cell wins, and events keep their order', () => {
    const { peer, subscription, fill } = heldReader()
    fill()
    subscription.tell(change(2, { A1: 2, A2: 2 }))
    subscription.event({ rev: 3, event: { type: 'deployed', version: 2 } })
    subscription.tell(change(4, { A1: 4 }))
    subscription.event({ rev: 5, event: { type: 'deployed', version: 3 } })
    expect(peer.frames).toEqual([])
    peer.release()
    expect(peer.frames.map(({ rev, event, cells }) => [rev, event ?? valuesIn(cells)])).toEqual([
      [3, { type: 'deployed', version: 2 }],
      [5, { type: 'deployed', version: 3 }],
      [5, { A1: 4, A2: 2 }],
    ])
    subscription.tell(change(6, { A1: 6 }))
    expect(peer.frames.at(-1)).toMatchObject({ rev: 6, cells: { A1: { value: 6 } } })
  })

  it('for too long, it gets a reset when it reads again', () => {
    const { clock, peer, outbox, subscription, fill } = heldReader()
    fill()
    subscription.tell(change(2, { A1: 2 }))
    clock.now += LIVE_LATE_MS + 1
    outbox.tick(clock.now)
    subscription.tell(change(3, { A1: 3 }))
    peer.release()
    expect(peer.frames.map(({ rev, reset }) => [rev, reset?.reason])).toEqual([[3, 'slow reader']])
  })

  it('with too many cells or events, it gets a reset, and what is kept is bounded', () => {
    const { peer, subscription, fill } = heldReader()
    fill()
    for (let i = 0; i < 600; i++) {
      subscription.event({ rev: i + 2, event: { type: 'deployed', version: i } })
    }
    peer.release()
    expect(peer.frames.map(({ rev, reset }) => [rev, reset?.reason])).toEqual([
      [601, 'slow reader'],
    ])
  })

  it('for much too long, it is sent away', () => {
    const { clock, peer, outbox, subscription, fill } = heldReader()
    fill()
    subscription.tell(change(2, { A1: 2 }))
    clock.now += LIVE_STUCK_MS + 1
    outbox.tick(clock.now)
    peer.release()
    expect([peer.ended, peer.frames]).toEqual(['slow', []])
  })
})

it('a socket that stops reading hears fewer frames, ends at the newest, and the others hear all', async () => {
  const { url, engine } = await liveHost()
  const source = 'A1 = "x"\nB1 = A1 & A1\n'
  const { model } = await engine.deploy(source, { id: 'm' })
  const [slow, fast] = [await connected(url), await connected(url)]
  for (const socket of [slow, fast]) {
    socket.send({ op: 'subscribe', id: '1', model: 'm', symbols: ['A1', 'B1'] })
    await socket.next()
  }
  slow.socket.pause()
  const text = 'y'.repeat(10_000)
  for (let i = 0; i < 600; i++) await model.set({ A1: `${i}${text}` })
  slow.socket.resume()
  // On a busy machine it is away so long that all it gets is a reset.
  const newest = (frames: readonly Frame[]) => {
    const { cells, reset } = frames.at(-1) ?? {}
    return String((cells ?? reset?.cells)?.A1?.value).slice(0, 4)
  }
  await until(() => newest(slow.frames) === '599y' && newest(fast.frames) === '599y')
  expect(fast.frames.length).toBe(602)
  expect(slow.frames.length).toBeLessThan(602)
  const revs = slow.frames.slice(1).map(({ rev }) => rev!)
  expect(revs).toEqual([...revs].sort((a, b) => a - b))
})
