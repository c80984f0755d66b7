// What a person reads. Colour only on a terminal, and never when NO_COLOR is set.

import pc from 'picocolors'
import { isExplained } from './errors.ts'

interface Stream {
  write(chunk: string | Uint8Array): unknown
  readonly isTTY?: boolean
  readonly columns?: number
}

export class Output {
  readonly #out: Stream
  readonly #err: Stream
  readonly colors: ReturnType<typeof pc.createColors>
  /** The width of the terminal; undefined where there is none. */
  readonly columns: number | undefined
  /** What the program leaves when nothing is thrown. */
  exitCode = 0

  constructor(out: Stream, err: Stream, env: Readonly<Record<string, string | undefined>>) {
    this.#out = out
    this.#err = err
    const plain = env.NO_COLOR !== undefined && env.NO_COLOR !== ''
    this.colors = pc.createColors(out.isTTY === true && !plain)
    this.columns = out.isTTY === true ? out.columns : undefined
  }

  line(text = ''): void {
    this.#out.write(`${text}\n`)
  }

  /** As it stands, without an end of line. */
  text(text: string): void {
    this.#out.write(text)
  }

  /** A file, as it is. */
  bytes(bytes: Uint8Array): void {
    this.#out.write(bytes)
  }

  /** Beside the result, where that goes to another program. */
  note(text: string): void {
    this.#err.write(`${text}\n`)
  }

  json(value: unknown): void {
    this.line(JSON.stringify(value, null, 2))
  }

  /** One object on a line of its own, where more follow. */
  jsonLine(value: unknown): void {
    this.line(JSON.stringify(value))
  }

  /** Two columns, the first as wide as its widest entry. */
  table(rows: readonly (readonly [string, string])[], indent = '  '): void {
    const width = Math.max(...rows.map(([name]) => name.length))
    for (const [name, value] of rows) {
      this.line(`${indent}${this.colors.dim(name.padEnd(width))}  ${value}`)
    }
  }

  error(error: unknown): void {
    const { red, dim } = this.colors
    if (isExplained(error)) {
      this.#err.write(`${red('error')} ${error.message} ${dim(`[${error.code}]`)}\n`)
      return
    }
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
    this.#err.write(
      `${red('error')} Something in Cellwake went wrong. Please report this.\n${text}\n`,
    )
  }
}

export function count(n: number, one: string, many = `${one}s`): string {
  return `${n.toLocaleString('en')} ${n === 1 ? one : many}`
}

export function bytes(n: number): string {
  if (n < 1024) return `${n} B`
  if (n < 1024 ** 2) return `${(n / 1024).toFixed(1)} KiB`
  return `${(n / 1024 ** 2).toFixed(1)} MiB`
}
