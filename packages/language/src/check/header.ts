// The header: the title of the model, its runtime, its time zone.

import type { IrHeader, IrRuntime } from '../lower/ir.ts'
import type { HeaderLine, HeaderWord, StringLiteral } from '../parser/ast.ts'
import { suggest } from '../suggest.ts'
import type { Surroundings } from './surroundings.ts'
import { allZones } from './zone.ts'

const runtimes: readonly IrRuntime[] = ['ts', 'lua_generated', 'lua_interpreter']

export class HeaderCheck {
  readonly #model: Surroundings
  readonly #lines = new Map<HeaderWord, HeaderLine>()

  constructor(model: Surroundings) {
    this.#model = model
  }

  line(line: HeaderLine): void {
    const { word, start, end } = line
    const earlier = this.#lines.get(word)
    if (earlier === undefined) this.#lines.set(word, line)
    else
      this.#model.report(
        'syntax',
        line,
        `${word} is already given in line ${this.#model.lineOf(earlier.start)}. Keep one of the two.`,
        { title: 'Remove this line', edits: [{ start, end, text: '' }] },
      )
  }

  finish(): IrHeader {
    return {
      model: this.#text('MODEL'),
      description: this.#text('DESCRIPTION'),
      runtime: this.#runtime(),
      version: this.#text('VERSION'),
      author: this.#text('AUTHOR'),
      tags: (this.#lines.get('TAGS')?.values ?? []).map((value) => value.value),
      timezone: this.#timezone(),
    }
  }

  #text(word: HeaderWord): string | null {
    return this.#lines.get(word)?.values[0]?.value ?? null
  }

  #runtime(): IrRuntime {
    const written = this.#lines.get('RUNTIME')?.values[0]
    if (written === undefined) return 'ts'
    const runtime = runtimes.find((known) => known === written.value)
    if (runtime !== undefined) return runtime
    const near = suggest(written.value, runtimes) ?? 'ts'
    this.#model.report(
      'bad-literal',
      written,
      `There is no runtime "${written.value}". Choose one of "ts", "lua_generated" and "lua_interpreter"; "ts" needs no server.`,
      { title: `Write "${near}"`, edits: [{ ...spanOf(written), text: `"${near}"` }] },
    )
    return 'ts'
  }

  #timezone(): string {
    const written = this.#lines.get('TIMEZONE')?.values[0]
    if (written === undefined) return 'UTC'
    return checkZone(this.#model, written) ? written.value : 'UTC'
  }
}

/** Reports a zone that does not exist. */
export function checkZone(model: Surroundings, written: StringLiteral): boolean {
  if (model.isZone(written.value)) return true
  const near = model.near(written.value, allZones())
  model.report(
    'bad-literal',
    written,
    near === undefined
      ? `There is no time zone "${written.value}". Write one such as "Europe/Berlin", "America/New_York" or "UTC".`
      : `There is no time zone "${written.value}". Did you mean "${near}"?`,
    near === undefined
      ? undefined
      : { title: `Write "${near}"`, edits: [{ ...spanOf(written), text: `"${near}"` }] },
  )
  return false
}

function spanOf({ start, end }: StringLiteral): { start: number; end: number } {
  return { start, end }
}
