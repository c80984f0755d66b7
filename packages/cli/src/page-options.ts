// Lists that are long come in pages, newest first.

import { type Command, InvalidArgumentError } from 'commander'
import type { Output } from './text/output.ts'

export interface PageOptions {
  readonly limit?: number
  readonly before?: number
}

export function withPages(command: Command): Command {
  return command
    .option('--limit <count>', 'how many, at most 1000', wholeNumber)
    .option('--before <place>', 'those before this one, which the page above names', wholeNumber)
}

export function pageQuery({ limit, before }: PageOptions) {
  return {
    ...(limit !== undefined && { limit }),
    ...(before !== undefined && { before }),
  }
}

/** The option that shows older entries, if there are any. */
export function tellMore(output: Output, before: number | null): void {
  if (before !== null) output.line(output.colors.dim(`Older ones: --before ${before}`))
}

export function wholeNumber(given: string): number {
  if (!/^\d{1,15}$/.test(given)) throw new InvalidArgumentError('It is a whole number.')
  return Number(given)
}
