// A formula of Excel, respelled as the language writes it.

import { cellSymbol } from '@cellwake/language'
import { cellShape, type FormulaToken, formulaTokens } from './formula-text.ts'

/** The formula, or why there is none. */
export type GridFormula = { readonly text: string } | { readonly why: string }

/** `names` are the names of the workbook, in small letters, with the spelling to use. */
export function gridFormula(formula: string, names: ReadonlyMap<string, string>): GridFormula {
  const tokens = formulaTokens(formula.replace(/[\r\n\t]+/g, ' ').trim())
  const why = whyNot(tokens)
  if (why !== undefined) return { why }
  let text = ''
  for (let i = 0; i < tokens.length; i++) {
    const { kind, text: written } = tokens[i]!
    const called = tokens[i + 1]?.text === '('
    if (kind === 'word' && called && bare(written) === 'ANCHORARRAY') {
      const [anchor, end] = inside(tokens, i + 2)
      text += `${anchor}#`
      i = end
    } else if (kind === 'word') text += word(written, called, names)
    else if (kind === 'text') text += `"${written.slice(1, -1).replaceAll('\\', '\\\\')}"`
    else if (kind === 'sheet') text += sheetPrefix(written)
    else if (written === '{' || written === '}') text += written === '{' ? '[' : ']'
    // Excel writes @ where one value of several is meant; a single cell is one value anyway.
    else if (written !== '@') text += written
  }
  return { text }
}

function whyNot(tokens: readonly FormulaToken[]): string | undefined {
  for (const [i, { kind, text }] of tokens.entries()) {
    if (text === '[') return 'it refers to a table or to another workbook'
    if (kind === 'sheet' && tokens[i - 1]?.text === ':')
      return 'it refers to several sheets at once'
    if (kind === 'sheet' && text.includes('[')) return 'it refers to another workbook'
    if (kind === 'error' && text === '#REF!') return 'it refers to a cell that is gone'
    if (kind === 'word' && text.includes('\\')) return `${text} cannot be a name`
    if (kind === 'word' && tokens[i + 1]?.text !== '(' && bare(text).includes('.')) {
      return `${text} cannot be a name`
    }
  }
  return undefined
}

function word(written: string, called: boolean, names: ReadonlyMap<string, string>): string {
  const name = bare(written)
  if (called || cellShape.test(name)) return name
  return names.get(name.toLowerCase()) ?? name
}

/** Newer functions carry a prefix in the file. */
function bare(name: string): string {
  return name.replace(/^(_xlfn\.|_xlws\.|_xludf\.|_xlpm\.)+/i, '')
}

/** What stands between the parenthesis before `from` and its end. */
function inside(tokens: readonly FormulaToken[], from: number): [string, number] {
  let end = from
  while (end < tokens.length && tokens[end]!.text !== ')') end++
  const text = tokens
    .slice(from, end)
    .map(({ kind, text: part }) => (kind === 'sheet' ? sheetPrefix(part) : part))
  return [text.join(''), end]
}

function sheetPrefix(written: string): string {
  const name = written.slice(0, -1).replace(/^'|'$/g, '').replaceAll("''", "'")
  return cellSymbol(name, 1, 1).slice(0, -2)
}
