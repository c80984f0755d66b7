// A real server as a process that a rig starts, watches and kills. It says where it listens in its first line.

import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

export class ServerProcess {
  /** Where it listens, once it does. */
  readonly listening: Promise<string>
  readonly #process: ChildProcess
  readonly #gone: Promise<void>
  #errors = ''
  isGone = false

  constructor(program: string, args: readonly string[], nodeFlags: readonly string[] = []) {
    this.#process = spawn(process.execPath, [...nodeFlags, program, ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.#process.stderr?.on('data', (chunk) => {
      this.#errors = `${this.#errors}${chunk}`.slice(-4_000)
    })
    this.#gone = new Promise((resolve) => {
      this.#process.once('close', () => {
        this.isGone = true
        resolve()
      })
    })
    const lines = createInterface({ input: this.#process.stdout! })
    const ended = this.#gone.then(() => {
      throw new Error(`the server ended by itself:\n${this.#errors}`)
    })
    // It ends some day; only a caller that waits for it to listen must hear of it.
    ended.catch(() => {})
    this.listening = Promise.race([
      new Promise<string>((resolve) => lines.once('line', resolve)),
      ended,
    ])
  }

  get pid(): number {
    return this.#process.pid ?? 0
  }

  /** The tail of its standard error. */
  get errors(): string {
    return this.#errors
  }

  /** SIGKILL. Resolves when it is gone. */
  async kill(): Promise<void> {
    this.#process.kill('SIGKILL')
    await this.#gone
  }
}
