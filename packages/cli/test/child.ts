// A server as a process of its own, which tests start and always end.

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'

const program = fileURLToPath(new URL('../bin/cellwake.mjs', import.meta.url))

export class Child {
  readonly #process: ChildProcess
  readonly #exited: Promise<unknown[]>
  out = ''
  err = ''

  constructor(args: readonly string[], cwd: string, env: Readonly<Record<string, string>> = {}) {
    this.#process = spawn(process.execPath, [program, ...args], {
      cwd,
      env: { ...process.env, ...env, NO_COLOR: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.#exited = once(this.#process, 'exit')
    this.#process.stdout?.on('data', (chunk) => (this.out += chunk))
    this.#process.stderr?.on('data', (chunk) => (this.err += chunk))
    onTestFinished(async () => {
      this.#process.kill('SIGKILL')
      await this.#exited
    })
  }

  /** Waits until the output matches, and gives the match. */
  says(pattern: RegExp): Promise<RegExpExecArray> {
    return this.#heard(pattern, this.#process.stdout!, () => this.out)
  }

  /** The same for what it says beside its output. */
  complains(pattern: RegExp): Promise<RegExpExecArray> {
    return this.#heard(pattern, this.#process.stderr!, () => this.err)
  }

  async #heard(pattern: RegExp, stream: Readable, text: () => string): Promise<RegExpExecArray> {
    for (;;) {
      const found = pattern.exec(text())
      if (found !== null) return found
      const ended = await Promise.race([
        this.#exited.then(() => true),
        once(stream, 'data').then(() => false),
      ])
      if (ended && pattern.exec(text()) === null) {
        throw new Error(`It ended without ${pattern}:\n${this.out}\n${this.err}`)
      }
    }
  }

  /** The address that it prints. */
  async url(): Promise<string> {
    return (await this.says(/"?(http:\/\/127\.0\.0\.1:\d+)/))[1]!
  }

  /** Sends the signal and gives the exit code. */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    this.#process.kill(signal)
    const [code] = await this.#exited
    return code as number | null
  }
}
