// What a deploy keeps, drops and adds, a line each.

import type { DeployedView } from '@cellwake/client'
import { SHOWN_CHANGES_MAX_COUNT } from './limits.ts'
import { visible } from './visible-text.ts'

export function deployText({ kept, dropped, added }: DeployedView): string[] {
  return [...line('keeps', kept), ...line('drops', dropped), ...line('adds', added)]
}

function line(verb: string, symbols: readonly string[]): string[] {
  if (symbols.length === 0) return []
  const named = symbols.slice(0, SHOWN_CHANGES_MAX_COUNT).join(', ')
  const more = symbols.length - SHOWN_CHANGES_MAX_COUNT
  const rest = more > 0 ? ` and ${more.toLocaleString('en')} more` : ''
  return [visible(`${verb.padEnd(5)}  ${named}${rest}`)]
}
