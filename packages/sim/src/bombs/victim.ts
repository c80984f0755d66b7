// The victim: sets an input of a small model, and asks for the server's health, in a loop. The rig measures its
// latency. It is a process of its own: the rig's work on a bomb must not look like waiting.

import { type ChildProcess, fork } from 'node:child_process'

/** The victim's report: the time of a request, and the fault in its answer. */
export interface Waited {
  readonly took: number
  readonly wrong?: string
}

export class Victim {
  readonly took: number[] = []
  readonly wrong: string[] = []
  readonly #process: ChildProcess
  readonly #started: Promise<void>
  readonly #gone: Promise<void>
  #worst = 0

  constructor(program: string, url: string) {
    this.#process = fork(program, [url])
    this.#gone = new Promise((resolve) => void this.#process.once('close', () => resolve()))
    this.#started = new Promise((resolve) => {
      this.#process.on('message', (message) => {
        const { took, wrong } = message as Waited
        this.took.push(took)
        this.#worst = Math.max(this.#worst, took)
        if (wrong !== undefined) this.wrong.push(`the victim was answered ${wrong}`)
        resolve()
      })
    })
  }

  /** Resolves when it was answered once. */
  async start(): Promise<void> {
    const ended = this.#gone.then(() => Promise.reject(new Error('the victim ended by itself')))
    ended.catch(() => {})
    await Promise.race([this.#started, ended])
  }

  /** The longest that something took since this was last asked. */
  takeWorst(): number {
    const worst = this.#worst
    this.#worst = 0
    return Math.round(worst)
  }

  /** Percentile of its latencies in milliseconds. */
  percentile(share: number): number {
    const sorted = [...this.took].sort((a, b) => a - b)
    return Math.round(sorted[Math.floor(sorted.length * share)] ?? 0)
  }

  async stop(): Promise<void> {
    this.#process.kill('SIGKILL')
    await this.#gone
  }
}
