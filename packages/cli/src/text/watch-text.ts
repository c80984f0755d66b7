// The lines of `watch`, in order. The zone and the titles of rules are asked for when the first line needs them,
// and again after a deploy.

import type { CellsBySymbol, CellwakeClient, ModelEvent } from '@cellwake/client'
import type { LiveListener } from '../watch-model.ts'
import { didText, recordText } from './firings-text.ts'
import type { Output } from './output.ts'
import { cut, valueText } from './value-text.ts'
import { visible } from './visible-text.ts'

interface About {
  readonly zone: string
  readonly titles: ReadonlyMap<string, string>
}

export class WatchText implements LiveListener {
  readonly #output: Output
  readonly #client: CellwakeClient
  readonly #model: string
  #about: Promise<About> | undefined
  #written = Promise.resolve()

  constructor(output: Output, client: CellwakeClient, model: string) {
    this.#output = output
    this.#client = client
    this.#model = model
  }

  cells(cells: CellsBySymbol, rev: number): void {
    this.#write((about) => this.#showCells(cells, rev, about))
  }

  event(event: ModelEvent, rev: number): void {
    const { bold, dim } = this.#output.colors
    if (event.type === 'deployed') this.#about = undefined
    this.#write((about) =>
      this.#output.line(`${dim(`rev ${rev}`)}  ${bold(eventText(event, about))}`),
    )
  }

  state(text: string): void {
    this.#output.note(this.#output.colors.yellow(text))
  }

  /** Resolves when all received events are written. */
  written(): Promise<void> {
    return this.#written
  }

  #write(line: (about: About) => void): void {
    this.#about ??= this.#ask()
    const about = this.#about
    this.#written = this.#written.then(async () => line(await about))
  }

  /** A model that is gone meanwhile has no titles any more. */
  async #ask(): Promise<About> {
    try {
      const id = this.#model
      const [{ timezone }, { rules }] = await Promise.all([
        this.#client.model({ id }),
        this.#client.rules({ id }),
      ])
      return { zone: timezone, titles: new Map(rules.map((rule) => [rule.id, rule.title])) }
    } catch {
      return { zone: 'UTC', titles: new Map() }
    }
  }

  #showCells(cells: CellsBySymbol, rev: number, { zone }: About): void {
    const { bold, dim, red } = this.#output.colors
    for (const [symbol, cell] of Object.entries(cells)) {
      const value = cell.kind === 'blank' ? 'blank' : cut(valueText(cell, zone))
      const state = cell.status === 'ready' ? '' : dim(`, ${cell.status}`)
      const shown = cell.kind === 'error' ? red(value) : value
      this.#output.line(`${dim(`rev ${rev}`)}  ${bold(visible(symbol))}  ${shown}${state}`)
    }
  }
}

function eventText(event: ModelEvent, { zone, titles }: About): string {
  const named = (rule: string) => visible(titles.get(rule) ?? rule)
  switch (event.type) {
    case 'fired':
      return `${named(event.firing.rule)} fired: ${didText(event.firing, zone)}`
    case 'not-fired':
      return `${named(event.record.rule)} did not fire: ${recordText(event.record, zone)}`
    case 'job':
      return `job ${visible(event.job.id)} is ${event.job.status}`
    case 'deployed':
      return `version ${event.version} was deployed`
    case 'deleted':
      return 'the model was deleted'
  }
}
