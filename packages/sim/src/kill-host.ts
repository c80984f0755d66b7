// A host of the kill rig, seen from outside: a real process, and its output until it was gone.

import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

export interface HostOptions {
  readonly url: string
  readonly clients: readonly string[]
  readonly plant?: string | undefined
}

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const CHILD = fileURLToPath(new URL('./kill-child.ts', import.meta.url))

export class Host {
  readonly acknowledged: { operation: string; seq: number }[] = []
  readonly claimed: { job: string; attempt: number }[] = []
  readonly problems: string[] = []
  readonly #process: ChildProcess
  readonly #ended: Promise<void>
  #errors = ''
  #killed = false
  #waiting: (() => void)[] = []

  constructor(options: HostOptions) {
    const args = ['--url', options.url, '--clients', options.clients.join(',')]
    if (options.plant !== undefined) args.push('--plant', options.plant)
    this.#process = spawn(process.execPath, ['--import', './scripts/source.mjs', CHILD, ...args], {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.#process.stderr?.on('data', (chunk) => {
      this.#errors = `${this.#errors}${chunk}`.slice(-4_000)
    })
    const lines = createInterface({ input: this.#process.stdout! })
    lines.on('line', (line) => this.#hear(line))
    const said = new Promise<void>((resolve) => lines.once('close', resolve))
    const gone = new Promise<void>((resolve) => this.#process.once('close', () => resolve()))
    this.#ended = Promise.all([said, gone]).then(() => {
      if (!this.#killed) this.problems.push(`a host ended by itself:\n${this.#errors}`)
      this.#tell()
    })
  }

  #hear(line: string): void {
    const [kind, name = '', number] = line.split(' ')
    if (kind === 'a') this.acknowledged.push({ operation: name, seq: Number(number) })
    else if (kind === 'c') this.claimed.push({ job: name, attempt: Number(number) })
    else this.problems.push(line.slice(2))
    this.#tell()
  }

  #tell(): void {
    for (const wake of this.#waiting.splice(0)) wake()
  }

  /** Resolves when it has acknowledged more than `count`; false if it did not in time. */
  async hasAcknowledged(count: number, withinMs: number): Promise<boolean> {
    let late = false
    const alarm = setTimeout(() => {
      late = true
      this.#tell()
    }, withinMs)
    while (this.acknowledged.length <= count && !late && this.problems.length === 0) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
    }
    clearTimeout(alarm)
    return this.acknowledged.length > count
  }

  /** SIGKILL. Resolves when it is gone and all its output was read. */
  async kill(): Promise<void> {
    this.#killed = true
    this.#process.kill('SIGKILL')
    await this.#ended
  }
}
