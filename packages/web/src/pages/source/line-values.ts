// The annotation beside a line: the current value, how many cells and how they are, or the state of the rule.

import type { CellStatus, CellsBySymbol, CellView, RuleView } from '@cellwake/client'
import { LINE_VALUE_MAX_CELLS, LINE_VALUES_MAX } from '../../limits.ts'
import { counted, formatCell, formatCount } from '../../parts/format.ts'
import type { GlyphName } from '../../parts/glyph.tsx'
import { stateWords } from '../../parts/timeline/rule-words.ts'
import type { Zone } from '../../parts/zone.ts'
import type { Diagnosis, LineFact } from './diagnosis.ts'
import type { LineValue } from './editor-marks.ts'

type ValueFact = Extract<LineFact, { kind: 'value' }>

/** Symbols of the deployed text: only they can be watched. */
export function watchedSymbols({ facts }: Diagnosis): string[] {
  const symbols = new Set<string>()
  for (const fact of facts) {
    if (fact.kind !== 'value' || fact.cells > LINE_VALUE_MAX_CELLS) continue
    symbols.add(fact.symbol)
    if (symbols.size === LINE_VALUES_MAX) break
  }
  return [...symbols]
}

export function lineValues(
  { facts }: Diagnosis,
  running: Diagnosis,
  cells: CellsBySymbol | undefined,
  rules: readonly RuleView[] | undefined,
  now: number,
  zone: Zone,
): Map<number, LineValue> {
  const values = new Map<number, LineValue>()
  const byId = new Map(rules?.map((rule) => [rule.id, rule]))
  for (const fact of facts) {
    if (values.has(fact.line)) continue
    const value =
      fact.kind === 'rule'
        ? ruleValue(byId.get(fact.rule), rules !== undefined, now, zone)
        : factValue(fact, running, cells, zone)
    if (value !== undefined) values.set(fact.line, value)
  }
  return values
}

function ruleValue(
  rule: RuleView | undefined,
  isKnown: boolean,
  now: number,
  zone: Zone,
): LineValue | undefined {
  if (rule === undefined) return isKnown ? { glyph: 'rule', text: 'new' } : undefined
  const { glyph, text } = stateWords(rule, now, zone)
  return { glyph, text: text.charAt(0).toLowerCase() + text.slice(1) }
}

function factValue(
  fact: ValueFact,
  running: Diagnosis,
  cells: CellsBySymbol | undefined,
  zone: Zone,
): LineValue | undefined {
  const own = glyphOf(fact)
  if (!running.symbols.has(fact.symbol)) return { glyph: own, text: 'new' }
  if (fact.cells > LINE_VALUE_MAX_CELLS)
    return { glyph: own, text: `${formatCount(fact.cells)} cells` }
  if (cells === undefined) return undefined
  if (fact.cells > 1) return rangeValue(fact, own, cells)
  const cell = cells[fact.symbol]
  return cell === undefined ? undefined : cellValue(cell, own, zone)
}

function glyphOf({ role }: ValueFact): GlyphName {
  return role === 'input' ? 'you' : role === 'rule' ? 'rule' : role === 'lazy' ? 'dirty' : 'ready'
}

export function cellValue(cell: CellView, own: GlyphName, zone: Zone): LineValue {
  const { text } = formatCell(cell, zone)
  const short = text.length > 40 ? `${text.slice(0, 39)}…` : text
  if (cell.status === 'dirty')
    return { glyph: 'dirty', text: cell.kind === 'blank' ? 'not asked' : `dirty, was ${short}` }
  if (cell.kind === 'error') return { glyph: 'failed', text: short }
  const glyph = cell.status === 'ready' ? (own === 'dirty' ? 'ready' : own) : cell.status
  return { glyph, text: cell.kind === 'blank' ? 'blank' : short }
}

/** "16 cells", or a count of those in error or waiting. */
function rangeValue(fact: ValueFact, own: GlyphName, cells: CellsBySymbol): LineValue {
  const counts = new Map<CellStatus | 'error', number>()
  for (const symbol of symbolsIn(fact.symbol)) {
    const cell = cells[symbol]
    if (cell === undefined) continue
    const word = cell.kind === 'error' ? 'error' : cell.status
    counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  const errors = counts.get('error') ?? 0
  if (errors > 0) return { glyph: 'failed', text: counted(errors, 'error') }
  for (const status of ['failed', 'stale', 'running', 'queued', 'dirty'] as const) {
    const count = counts.get(status) ?? 0
    if (count > 0) return { glyph: status, text: `${formatCount(count)} ${status}` }
  }
  return { glyph: own, text: counted(fact.cells, 'cell') }
}

/** The cells of `D2:D17`; the range was bounded before. */
function* symbolsIn(range: string): Iterable<string> {
  const [, sheet = '', first = '', top = '', last = '', bottom = ''] =
    /^(.*!)?([A-Z]+)(\d+):([A-Z]+)(\d+)$/.exec(range) ?? []
  for (let column = columnNumber(first); column <= columnNumber(last); column++)
    for (let row = Number(top); row <= Number(bottom); row++)
      yield `${sheet}${columnLetters(column)}${row}`
}

function columnNumber(letters: string): number {
  let number = 0
  for (const letter of letters) number = number * 26 + letter.charCodeAt(0) - 64
  return number
}

function columnLetters(column: number): string {
  let letters = ''
  for (let rest = column; rest > 0; rest = Math.floor((rest - 1) / 26))
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters
  return letters
}
