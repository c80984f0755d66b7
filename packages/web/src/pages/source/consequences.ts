// The consequences of a deploy, one line for each change. Rules are the same if their trigger is: so their ids say
// which stay.

import type { CellsBySymbol, DeployedView, RuleView } from '@cellwake/client'
import { counted, formatCell } from '../../parts/format.ts'
import type { Zone } from '../../parts/zone.ts'
import type { Diagnosis, RuleFact } from './diagnosis.ts'

export interface Change {
  readonly sign: '+' | '−' | '~'
  readonly name: string
  readonly what: string
}

export interface Consequences {
  readonly kept: number
  readonly added: number
  readonly dropped: number
  readonly changes: readonly Change[]
}

export function consequences(
  diagnosis: Diagnosis,
  rules: readonly RuleView[],
  plan: DeployedView | undefined,
  cells: CellsBySymbol | undefined,
  zone: Zone,
): Consequences {
  const before = new Map(rules.map((rule) => [rule.id, rule]))
  const after = new Map(diagnosis.rules.map((rule) => [rule.id, rule]))
  const added = diagnosis.rules.filter(({ id }) => !before.has(id))
  const dropped = rules.filter(({ id }) => !after.has(id))
  const changes: Change[] = [
    ...added.map((rule): Change => ({ sign: '+', name: rule.title, what: begins(rule) })),
    ...dropped.map(
      (rule): Change => ({ sign: '−', name: rule.title, what: ends(rule, diagnosis, cells, zone) }),
    ),
    ...(plan === undefined ? [] : mutations(plan)),
    ...(plan === undefined ? [] : cellChanges(plan, diagnosis, cells, zone)),
  ]
  return {
    kept: diagnosis.rules.length - added.length,
    added: added.length,
    dropped: dropped.length,
    changes,
  }
}

function begins(rule: RuleFact): string {
  if (rule.kind === 'when') return 'WHEN: if its condition holds already, it fires once at deploy'
  if (rule.kind === 'every') return 'EVERY: counts from this deploy'
  return 'AT: waits for its time'
}

function ends(
  rule: RuleView,
  diagnosis: Diagnosis,
  cells: CellsBySymbol | undefined,
  zone: Zone,
): string {
  const stillWritten = new Set(diagnosis.rules.flatMap(({ writes }) => writes))
  const orphans = rule.writes.filter((symbol) => !stillWritten.has(symbol))
  const head = `${rule.kind.toUpperCase()}: `
  if (orphans.length === 0)
    return `${head}stops; what it wrote stays with the rules that write it too`
  const [first = ''] = orphans
  const value = first in (cells ?? {}) ? valueText(cells, first, zone) : ''
  const names = orphans.length > 3 ? `${counted(orphans.length, 'cell')}` : orphans.join(', ')
  const verb =
    orphans.length === 1 ? 'loses its owner and its value' : 'lose their owner and values'
  return `${head}${names} ${verb}${orphans.length === 1 ? value : ''}`
}

function mutations(plan: DeployedView): Change[] {
  return plan.mutations.map(({ function: name, line }) => ({
    sign: '+',
    name,
    what: `changes something outside, from line ${line}`,
  }))
}

function cellChanges(
  plan: DeployedView,
  diagnosis: Diagnosis,
  cells: CellsBySymbol | undefined,
  zone: Zone,
): Change[] {
  const changes: Change[] = []
  // Rules have lines of their own.
  const rules = new Set(plan.rules.map(({ id }) => id))
  const gone = plan.dropped.filter((symbol) => !rules.has(symbol))
  if (gone.length > 0 && gone.length <= 3)
    for (const name of gone)
      changes.push({ sign: '−', name, what: `goes, with its value${valueText(cells, name, zone)}` })
  else if (gone.length > 3)
    changes.push({ sign: '−', name: counted(gone.length, 'cell'), what: 'go, with their values' })
  const added = plan.added.filter((symbol) => !rules.has(symbol))
  const inputs = new Set(
    diagnosis.facts.flatMap((fact) =>
      fact.kind === 'value' && fact.role === 'input' ? [fact.symbol] : [],
    ),
  )
  if (added.length > 0 && added.length <= 3)
    for (const name of added)
      changes.push({
        sign: '~',
        name,
        what: inputs.has(name) ? 'begins with the value in the text' : 'is computed anew',
      })
  else if (added.length > 3)
    changes.push({
      sign: '~',
      name: counted(added.length, 'cell'),
      what: 'new or changed, computed anew',
    })
  return changes
}

function valueText(cells: CellsBySymbol | undefined, symbol: string, zone: Zone): string {
  const cell = cells?.[symbol]
  return cell === undefined || cell.kind === 'blank' ? '' : `, ${formatCell(cell, zone).text}`
}
