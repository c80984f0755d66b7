// A tokenizer for the formulas of a workbook: just enough to shift references and to respell tokens
// that the language writes otherwise. The meaning of a formula is decided by the language itself.

export interface FormulaToken {
  readonly kind: 'text' | 'sheet' | 'word' | 'number' | 'error' | 'other'
  readonly text: string
}

// A text, a quoted sheet, an error, a number, a word (function, name, reference or sheet), else one character.
// Each alternative takes what it has begun, so that the time is linear in the formula.
const token =
  /"(?:[^"]|"")*"|'(?:[^']|'')+'!?|#(?:N\/A|DIV\/0!|VALUE!|REF!|NAME\?|NULL!|NUM!|CALC!|SPILL!)|\d+(?:\.\d*)?(?:[eE][+-]?\d+)?|\.\d+|\$?[\p{L}_\\][\p{L}\p{N}_.$\\]*!?|./gsu

export function formulaTokens(formula: string): FormulaToken[] {
  const tokens = [...formula.matchAll(token)].map(([text]) => ({ kind: kindOf(text), text }))
  return formula.includes('[') ? withBrackets(tokens) : tokens
}

/** A part of a table in one token: `[Q1]` is a column, and no cell. */
function withBrackets(tokens: readonly FormulaToken[]): FormulaToken[] {
  const joined: FormulaToken[] = []
  let text = ''
  let depth = 0
  for (const token of tokens) {
    if (token.text === '[') depth++
    if (depth === 0) {
      joined.push(token)
      continue
    }
    text += token.text
    if (token.text === ']' && --depth === 0) {
      joined.push({ kind: 'other', text })
      text = ''
    }
  }
  if (text !== '') joined.push({ kind: 'other', text })
  return joined
}

function kindOf(text: string): FormulaToken['kind'] {
  if (text.startsWith('"')) return 'text'
  if (text.endsWith('!') && !text.startsWith('#')) return 'sheet'
  if (text.startsWith('#') && text.length > 1) return 'error'
  if (/^[\d.]/.test(text) && text !== '.') return 'number'
  return /^\$?[\p{L}_\\]/u.test(text) ? 'word' : 'other'
}

export const cellShape = /^(\$?)([A-Za-z]{1,3})(\$?)(\d{1,7})$/

/** The formula as it reads when it is copied so many columns to the right and rows down. */
export function movedFormula(formula: string, columns: number, rows: number): string {
  const tokens = formulaTokens(formula)
  return tokens
    .map(({ kind, text }, i) => {
      const whole = wholeAxis(tokens, i)
      if (whole === 'column' && !text.startsWith('$')) return lettersOf(numberOf(text) + columns)
      if (whole === 'row' && tokens[i - 1]?.text !== '$') return String(Number(text) + rows)
      const found = kind === 'word' ? cellShape.exec(text) : null
      if (found === null || tokens[i + 1]?.text === '(') return text
      const [, fixedColumn = '', letters = '', fixedRow = '', digits = ''] = found
      const column = fixedColumn === '$' ? letters : lettersOf(numberOf(letters) + columns)
      const row = fixedRow === '$' ? Number(digits) : Number(digits) + rows
      return `${fixedColumn}${column}${fixedRow}${row}`
    })
    .join('')
}

/** Whether a token is a side of `A:C` or `$1:3`. */
function wholeAxis(tokens: readonly FormulaToken[], at: number): 'column' | 'row' | undefined {
  const text = tokens[at]?.text ?? ''
  const isColumn = /^\$?[A-Za-z]{1,3}$/.test(text)
  if (!isColumn && !/^\d{1,7}$/.test(text)) return undefined
  const alike = (other: string | undefined) =>
    (isColumn ? /^\$?[A-Za-z]{1,3}$/ : /^\d{1,7}$/).test(other ?? '')
  const after = tokens[at + 1]?.text === ':' ? tokens[at + 2]?.text : undefined
  const afterRow = after === '$' ? tokens[at + 3]?.text : after
  const start = !isColumn && tokens[at - 1]?.text === '$' ? at - 1 : at
  const before = tokens[start - 1]?.text === ':' ? tokens[start - 2]?.text : undefined
  if (!alike(isColumn ? after : afterRow) && !alike(before)) return undefined
  return isColumn ? 'column' : 'row'
}

export function numberOf(letters: string): number {
  let number = 0
  for (const letter of letters.toUpperCase()) number = number * 26 + letter.charCodeAt(0) - 64
  return number
}

export function lettersOf(column: number): string {
  let letters = ''
  for (let rest = column; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters
  }
  return letters
}

/** Newer functions, and the bindings of LET and LAMBDA, carry a prefix in the file. */
export function withoutPrefix(name: string): string {
  return name.replace(/^(_xlfn\.|_xlws\.|_xludf\.|_xlpm\.|_xlop\.)+/i, '')
}
