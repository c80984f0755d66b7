// The changes of a deploy, kept, dropped and added, a line each.

import type { DeployedView } from '@cellwake/client'
import { SHOWN_CHANGES_MAX_COUNT } from '../limits.ts'
import { visible } from './visible-text.ts'

export function deployText(deployed: DeployedView): string[] {
  const { kept, dropped, added, rules, mutations } = deployed
  const titles = new Map(rules.map(({ id, title }) => [id, title]))
  return [
    ...line('keeps', kept, titles),
    ...line('drops', dropped, titles),
    ...line('adds', added, titles),
    ...mutations.slice(0, SHOWN_CHANGES_MAX_COUNT).map(mutationText),
  ]
}

/** A call that changes something outside, which whoever deploys should see. */
export function mutationText({ function: name, line: at }: DeployedView['mutations'][number]) {
  return visible(`changes something outside, by ${name} in line ${at}`)
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
