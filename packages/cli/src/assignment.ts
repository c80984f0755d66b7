// An input and its value, as `--set` takes them.

import { CliError } from './errors.ts'

/** `A1=5`. A quoted sheet may have an equals sign in its name. */
export function assignmentOf(text: string): readonly [symbol: string, expr: string] {
  const found = /^\s*((?:'(?:[^']|'')*'!)?[^=]+?)\s*=([\s\S]*)$/.exec(text)
  const [, symbol = '', expr = ''] = found ?? []
  if (symbol === '' || expr.trim() === '') {
    throw new CliError(
      'bad-set',
      `--set takes a symbol and an expression, such as A1=5, not ${text}.`,
    )
  }
  return [symbol, expr]
}
