// The victim: sets an input of a small model, and asks for the server's health, again and again. How long each took is
// what the rig is about.

import { VICTIM_PAUSE_MS } from '../limits.ts'
import { Caller } from './caller.ts'

const MODEL = '/api/models/victim'

export class Victim {
  readonly took: number[] = []
  readonly wrong: string[] = []
  readonly #caller: Caller
  #worst = 0
  #stopped = false
  #running: Promise<unknown> = Promise.resolve()

  constructor(url: string) {
    this.#caller = new Caller(url, 'victim')
  }

  async start(): Promise<void> {
    const source = 'A1 = 1\nB1 = A1 * 2\n'
    const { status, text } = await this.#caller.ask('POST', '/api/models', { id: 'victim', source })
    if (status !== 200) throw new Error(`the victim could not be deployed: ${text}`)
    const set = (n: number) => this.#caller.ask('POST', `${MODEL}/inputs`, { set: { A1: n } })
    this.#running = Promise.all([
      this.#again(set),
      this.#again(() => this.#caller.ask('GET', '/health')),
    ])
  }

  /** The longest that something took since this was last asked. */
  takeWorst(): number {
    const worst = this.#worst
    this.#worst = 0
    return Math.round(worst)
  }

  get p99(): number {
    const sorted = [...this.took].sort((a, b) => a - b)
    return Math.round(sorted[Math.floor(sorted.length * 0.99)] ?? 0)
  }

  async stop(): Promise<void> {
    this.#stopped = true
    await this.#running
  }

  async #again(act: (n: number) => ReturnType<Caller['ask']>): Promise<void> {
    for (let n = 2; !this.#stopped; n++) {
      const began = performance.now()
      const { status, code, text } = await act(n)
      const took = performance.now() - began
      this.took.push(took)
      this.#worst = Math.max(this.#worst, took)
      if (status !== 200) this.wrong.push(`the victim was answered ${status} ${code ?? text}`)
      await new Promise((resolve) => setTimeout(resolve, VICTIM_PAUSE_MS))
    }
  }
}
