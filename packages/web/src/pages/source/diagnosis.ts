// Live diagnosis of a text while it is typed: mistakes, the cell or rule of each line, external calls. Pure, so
// that it can run after every pause in typing.

import {
  type Checked,
  cellSymbol,
  compile,
  type Diagnostic,
  type IrTarget,
  lineIndex,
  rangeSymbol,
} from '@cellwake/language'

/** The symbol that a line assigns, or the rule that begins in it. */
export type LineFact =
  | {
      readonly kind: 'value'
      readonly line: number
      readonly symbol: string
      /** Cells that it stands for. */
      readonly cells: number
      readonly role: 'input' | 'formula' | 'lazy' | 'rule'
    }
  | { readonly kind: 'rule'; readonly line: number; readonly rule: string }

export interface RuleFact {
  readonly id: string
  readonly kind: 'when' | 'every' | 'at'
  readonly line: number
  /** The comment above it, else its trigger. */
  readonly title: string
  readonly writes: readonly string[]
}

export interface Mark {
  readonly start: number
  readonly end: number
  readonly className: string
}

export interface Diagnosis {
  readonly source: string
  readonly diagnostics: readonly Diagnostic[]
  readonly errors: number
  readonly warnings: number
  readonly facts: readonly LineFact[]
  readonly rules: readonly RuleFact[]
  /** Names that something assigns: one that is half typed is none yet. */
  readonly names: readonly string[]
  /** Symbols of a single cell or name, and ranges, that the text assigns. */
  readonly symbols: ReadonlySet<string>
  readonly marks: readonly Mark[]
}

export function diagnose(source: string): Diagnosis {
  const { diagnostics, checked } = compile(source)
  const lines = lineIndex(source)
  const lineAt = (offset: number) => lines.place(offset).line
  const facts: LineFact[] = []
  const marks: Mark[] = []
  for (const formula of checked.formulas) {
    const { target, targetSpan, span, input, mode } = formula
    const role = input ? 'input' : mode === 'lazy' ? 'lazy' : 'formula'
    facts.push({
      kind: 'value',
      line: lineAt(targetSpan.start),
      role,
      ...targetOf(target, checked),
    })
    for (const external of formula.externals) {
      const end = external.span.start + external.fn.length
      marks.push({ start: external.span.start, end, className: 'k-ext' })
    }
    if (input) marks.push(...literalOf(source, targetSpan.end, span.end))
  }
  const rules: RuleFact[] = []
  for (const rule of checked.rules) {
    const line = lineAt(rule.span.start)
    facts.push({ kind: 'rule', line, rule: rule.id })
    const writes: string[] = []
    for (const action of rule.body) {
      if (action.kind === 'publish') continue
      const written = targetOf(action.target, checked)
      writes.push(written.symbol)
      const own = lineAt(action.targetSpan.start)
      if (own !== line) facts.push({ kind: 'value', line: own, role: 'rule', ...written })
    }
    rules.push({ id: rule.id, kind: rule.kind, line, title: titleOf(source, rule), writes })
  }
  return {
    source,
    diagnostics,
    errors: diagnostics.filter(({ severity }) => severity === 'error').length,
    warnings: diagnostics.filter(({ severity }) => severity === 'warning').length,
    facts,
    rules,
    names: [...checked.names].flatMap(([name, { writes }]) => (writes.length > 0 ? [name] : [])),
    symbols: new Set(facts.flatMap((fact) => (fact.kind === 'value' ? [fact.symbol] : []))),
    marks,
  }
}

function targetOf(target: IrTarget, { sheets }: Checked): { symbol: string; cells: number } {
  if (target[0] === 'name') return { symbol: target[1], cells: 1 }
  const sheet = sheets[target[1]] ?? ''
  if (target[0] === 'cell') return { symbol: cellSymbol(sheet, target[2], target[3]), cells: 1 }
  const [, , column, row, lastColumn, lastRow] = target
  return {
    symbol: rangeSymbol(sheet, column, row, lastColumn, lastRow),
    cells: (lastColumn - column + 1) * (lastRow - row + 1),
  }
}

/** The value of an input, where it is one word: longer ones would be a page of dots. */
function literalOf(source: string, from: number, end: number): Mark[] {
  const text = source.slice(from, end)
  const start = text.indexOf('=')
  const value = start < 0 ? '' : text.slice(start + 1)
  if (value.trim() === '' || value.includes('\n')) return []
  const lead = value.length - value.trimStart().length
  return [{ start: from + start + 1 + lead, end: from + text.trimEnd().length, className: 'k-in' }]
}

/** As the engine names it: the comment right above, else the trigger. */
function titleOf(source: string, rule: Checked['rules'][number]): string {
  const before = source.slice(0, rule.span.start).split('\n')
  const comment = /^\s*#+\s*(.+?)\s*$/.exec(before.at(-2) ?? '')?.[1]
  if (comment !== undefined && before.at(-1)?.trim() === '') return comment
  const words = { when: 'When', every: 'Every', at: 'At' } as const
  const { start, end } = rule.triggerSpan
  return `${words[rule.kind]} ${source.slice(start, end).replace(/\s+/g, ' ')}`
}
