// Which cells are worth a chart above the rules, and the limit that a rule holds one to: `WHEN a > limit` or `a > 400`.

import type { RuleView } from '@cellwake/client'

export interface Comparison {
  /** A number, or the symbol that has it. */
  readonly limit: number | string
}

/** Symbols that triggers read come first, then the targets of rules. */
export function chartChoices(rules: readonly RuleView[]): string[] {
  const symbols = new Set<string>()
  const add = (list: readonly string[]) => {
    for (const symbol of list) if (!symbol.includes(':')) symbols.add(symbol)
  }
  for (const rule of rules) if (rule.kind === 'when') add(rule.reads)
  for (const rule of rules) add(rule.writes)
  return [...symbols]
}

export function comparisonOf(symbol: string, rules: readonly RuleView[]): Comparison | undefined {
  for (const { kind, source } of rules) {
    if (kind !== 'when') continue
    const [, left, right] =
      /^WHEN\s+([\w.]+)\s*(?:<=|>=|<|>)\s*(-?[\w.]+)\s+(?:DEBOUNCE|THROTTLE|THEN)\b/i.exec(
        source,
      ) ?? []
    if (left !== symbol || right === undefined) continue
    const number = Number(right)
    return { limit: Number.isNaN(number) ? right : number }
  }
  return undefined
}
