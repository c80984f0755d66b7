// A host of the rig of workflows, seen from outside: a real process, and its output until it was gone.

import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

export class WorkflowsProcess {
  readonly acknowledged: string[] = []
  readonly problems: string[] = []
  readonly #process: ChildProcess
  readonly #gone: Promise<void>
  #hasDrained = false
  #isGone = false
  #errors = ''
  #waiting: (() => void)[] = []

  constructor(program: string, args: readonly string[]) {
    this.#process = spawn(process.execPath, [program, ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.#process.stderr?.on('data', (chunk) => {
      this.#errors = `${this.#errors}${chunk}`.slice(-4_000)
    })
    const lines = createInterface({ input: this.#process.stdout! })
    lines.on('line', (line) => this.#hear(line))
    const said = new Promise<void>((resolve) => lines.once('close', resolve))
    const closed = new Promise<void>((resolve) => this.#process.once('close', () => resolve()))
    this.#gone = Promise.all([said, closed]).then(() => {
      this.#isGone = true
      this.#tell()
    })
  }

  get errors(): string {
    return this.#errors
  }

  /** Resolves when it has acknowledged something; false if it did not in time. */
  progress(withinMs: number): Promise<boolean> {
    return this.#until(() => this.acknowledged.length > 0, withinMs)
  }

  drained(withinMs: number): Promise<boolean> {
    return this.#until(() => this.#hasDrained, withinMs)
  }

  wait(ms: number): Promise<void> {
    return new Promise((resolve) => setTimeout(resolve, ms))
  }

  /** SIGKILL. Resolves when it is gone and all its output was read. */
  async kill(): Promise<void> {
    this.#process.kill('SIGKILL')
    await this.#gone
  }

  async #until(isSo: () => boolean, withinMs: number): Promise<boolean> {
    let isLate = false
    const alarm = setTimeout(() => {
      isLate = true
      this.#tell()
    }, withinMs)
    while (!isSo() && !isLate && !this.#isGone) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
    }
    clearTimeout(alarm)
    return isSo()
  }

  #hear(line: string): void {
    if (line.startsWith('a ')) this.acknowledged.push(line.slice(2))
    else if (line === 'd') this.#hasDrained = true
    else this.problems.push(line.slice(2))
    this.#tell()
  }

  #tell(): void {
    for (const wake of this.#waiting.splice(0)) wake()
  }
}
