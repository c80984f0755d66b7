// Output for people. Colour only on a terminal, and never when NO_COLOR is set.

import pc from 'picocolors'
import { asTold, isExplained } from '../errors.ts'
import { visible } from './visible-text.ts'

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
  /** The exit code when nothing is thrown. */
  exitCode = 0

  /** True if a machine reads: errors are JSON too then, and stand where the answer would. */
  forMachine = false

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
    this.line(harmless(JSON.stringify(value, null, 2)))
  }

  /** One object on a line of its own, where more follow. */
  jsonLine(value: unknown): void {
    this.line(harmless(JSON.stringify(value)))
  }

  /** Two columns, the first as wide as its widest entry. */
  table(rows: readonly (readonly [string, string])[], indent = '  '): void {
    const width = Math.max(...rows.map(([name]) => name.length))
    for (const [name, value] of rows) {
      this.line(`${indent}${this.colors.dim(name.padEnd(width))}  ${value}`)
    }
  }

  error(thrown: unknown): void {
    const { red, dim } = this.colors
    const error = asTold(thrown)
    if (isExplained(error)) {
      const { code, message } = error
      if (this.forMachine) this.jsonLine({ error: { code, message } })
      else this.#err.write(`${red('error')} ${visible(message)} ${dim(`[${visible(code)}]`)}\n`)
      return
    }
    const sorry = 'Something in Cellwake went wrong. Please report this.'
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
    if (this.forMachine) this.jsonLine({ error: { code: 'internal', message: sorry } })
    const lines = text.split('\n').map((line) => visible(line))
    if (!this.forMachine) this.#err.write(`${red('error')} ${sorry}\n${lines.join('\n')}\n`)
  }

  /** Wrong usage, for a machine. */
  usage(message: string): void {
    if (this.forMachine) this.jsonLine({ error: { code: 'usage', message: visible(message) } })
  }

  /** The same for a person, with a hint. */
  usageText(text: string): void {
    if (this.forMachine) return
    const lines = text.replace(/\n$/, '').split('\n')
    this.note(lines.map((line) => visible(line)).join('\n'))
  }
}

/** JSON spells out most control characters; the others mean the same when they are spelled out. */
function harmless(json: string): string {
  return json.replace(
    /[\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

export function count(n: number, one: string, many = `${one}s`): string {
  return `${n.toLocaleString('en')} ${n === 1 ? one : many}`
}

export function bytes(n: number): string {
  if (n < 1024) return `${n} B`
  if (n < 1024 ** 2) return `${(n / 1024).toFixed(1)} KiB`
  return `${(n / 1024 ** 2).toFixed(1)} MiB`
}
