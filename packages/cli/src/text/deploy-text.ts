// The changes of a deploy, kept, dropped and added, a line each.

import type { DeployedView } from '@cellwake/client'
import { SHOWN_CHANGES_MAX_COUNT } from '../limits.ts'
import { visible } from './visible-text.ts'

export function deployText({ kept, dropped, added, rules }: DeployedView): string[] {
  const titles = new Map(rules.map(({ id, title }) => [id, title]))
  return [
    ...line('keeps', kept, titles),
    ...line('drops', dropped, titles),
    ...line('adds', added, titles),
  ]
}

function line(
  verb: string,
  symbols: readonly string[],
  titles: ReadonlyMap<string, string>,
): string[] {
  if (symbols.length === 0) return []
  const shown = symbols.slice(0, SHOWN_CHANGES_MAX_COUNT).map((symbol) => {
    const title = titles.get(symbol)
    return title === undefined ? symbol : `the rule “${title}”`
  })
  const named = shown.join(', ')
  const more = symbols.length - SHOWN_CHANGES_MAX_COUNT
  const rest = more > 0 ? ` and ${more.toLocaleString('en')} more` : ''
  return [visible(`${verb.padEnd(5)}  ${named}${rest}`)]
}
