// Goal: G16, subscribers see the model as it was at each revision they hear of, in order, and a gap only as a
// reset. Method: random sets on SQLite, one after another and many at once, while connections are cut,
// readers stall and the server is restarted. Every view that a client ever had is compared with what was
// set up to its revision, computed apart from the engine.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type CellsBySymbol, LiveClient } from '@cellwake/client'
import { expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { atEnd, type LiveHost, liveHost, until } from './support.ts'

// A wide text, so that a reader that stalls is really behind.
const SOURCE = `A1 = 0
A2 = 0
B1 = A1 * 10 + A2
T1 = REPT("x", A1 * 300)
WHEN A1 > 50 THEN
  C1 = A1
END
`
const SYMBOLS = ['A1', 'A2', 'B1', 'T1', 'C1']

interface State {
  readonly A1: number
  readonly A2: number
  readonly C1: number | null
}

/** What was set, by revision: the engine is not asked. */
class History {
  readonly #states: { readonly rev: number; readonly state: State }[] = []

  constructor(rev: number) {
    this.#states.push({ rev, state: { A1: 0, A2: 0, C1: null } })
  }

  get newest(): State {
    return this.#states.at(-1)!.state
  }

  add(rev: number, given: Partial<State>): void {
    const before = this.newest
    const after = { ...before, ...given }
    const rose = after.A1 > 50 && before.A1 <= 50
    this.#states.push({ rev, state: rose ? { ...after, C1: after.A1 } : after })
  }

  at(rev: number): unknown {
    const { A1, A2, C1 } = this.#states.findLast((entry) => entry.rev <= rev)!.state
    return { A1, A2, B1: A1 * 10 + A2, T1: A1 * 300, C1 }
  }
}

class Viewer {
  readonly seen: { readonly rev: number; readonly view: unknown }[] = []
  readonly sockets: WebSocket[] = []
  readonly client: LiveClient
  resets = 0
  #cells: CellsBySymbol = {}

  constructor(url: string, model: string) {
    const { sockets } = this
    class Tracked extends WebSocket {
      constructor(address: string) {
        super(address)
        sockets.push(this)
      }
    }
    const after = (ms: number, fn: () => void) => {
      const timer = setTimeout(fn, ms / 20)
      return () => clearTimeout(timer)
    }
    this.client = new LiveClient({ url, WebSocket: Tracked, environment: { after } })
    atEnd(() => this.client.close())
    this.client.subscribe(
      { model, symbols: SYMBOLS },
      {
        onCells: (cells, rev) => this.#saw({ ...this.#cells, ...cells }, rev),
        onReset: (cells, rev) => {
          this.resets++
          this.#saw(cells, rev)
        },
      },
    )
  }

  get rev(): number {
    return this.seen.at(-1)?.rev ?? -1
  }

  get socket(): WebSocket | undefined {
    return this.sockets.at(-1)
  }

  #saw(cells: CellsBySymbol, rev: number): void {
    this.#cells = cells
    const values = Object.fromEntries(SYMBOLS.map((symbol) => [symbol, cells[symbol]?.value]))
    this.seen.push({ rev, view: { ...values, T1: String(values.T1 ?? '').length } })
  }
}

function random(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

it.each([1, 2, 3])(
  'what a client sees is what the model was at that revision, seed %i',
  async (seed) => {
    const folder = mkdtempSync(join(tmpdir(), 'cellwake-live-'))
    atEnd(() => rmSync(folder, { recursive: true, force: true }))
    const store = `sqlite:${join(folder, 'store.db')}`
    let host: LiveHost = await liveHost({ store })
    const { url } = host
    const port = Number(new URL(url).port)
    const histories = new Map<string, History>()
    for (const id of ['one', 'two']) {
      const { model } = await host.engine.deploy(SOURCE, { id })
      histories.set(id, new History(model.rev))
    }
    const viewers = ['one', 'one', 'one', 'two', 'two'].map((id) => ({
      id,
      viewer: new Viewer(url, id),
    }))
    const roll = random(seed)
    const pick = (count: number) => Math.floor(roll() * count)

    const setOnce = async (id: string) => {
      const given = roll() < 0.5 ? { A1: pick(100) } : { A2: pick(1_000) }
      const { rev } = await host.engine.running(id).set(given)
      histories.get(id)!.add(rev, given)
    }
    /** Of one input without a rule, so that the order of commits is the order of the calls. */
    const setMany = async (id: string) => {
      const values = Array.from({ length: 2 + pick(8) }, () => ({ A2: pick(1_000) }))
      const answers = await Promise.all(values.map((given) => host.engine.running(id).set(given)))
      for (const [i, { rev }] of answers.entries()) histories.get(id)!.add(rev, values[i]!)
    }

    for (let step = 0; step < 250; step++) {
      const id = pick(2) === 0 ? 'one' : 'two'
      if (roll() < 0.7) await setOnce(id)
      else await setMany(id)
      const { viewer } = viewers[pick(viewers.length)]!
      const chance = roll()
      if (chance < 0.04) viewer.socket?.terminate()
      else if (chance < 0.1 && viewer.socket?.readyState === WebSocket.OPEN) viewer.socket.pause()
      else if (chance < 0.2) for (const each of viewers) each.viewer.socket?.resume()
      if (roll() < 0.3) await new Promise((resolve) => setTimeout(resolve, pick(15)))
      if (step % 100 === 99) {
        await host.close()
        host = await liveHost({ store, port })
        for (const each of ['one', 'two']) await host.engine.model(each)
      }
    }
    for (const id of ['one', 'two']) await setOnce(id)
    for (const { viewer } of viewers) viewer.socket?.resume()
    await until(() => viewers.every(({ id, viewer }) => viewer.rev >= host.engine.running(id).rev))

    for (const { id, viewer } of viewers) {
      const revs = viewer.seen.map(({ rev }) => rev)
      expect(revs).toEqual([...revs].sort((a, b) => a - b))
      for (const { rev, view } of viewer.seen)
        expect([rev, view]).toEqual([rev, histories.get(id)!.at(rev)])
      expect(viewer.sockets.length).toBeGreaterThan(2)
      expect(viewer.seen.length).toBeGreaterThan(20)
    }
  },
)
