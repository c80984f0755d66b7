// The statements of an import as one model, read as any other: its mistakes, each with the formulas or the name that
// it is about.

import { check, type Model, parse } from '@cellwake/language'
import { CliError } from '../errors.ts'
import { quoted } from './grid-literal.ts'
import type { Owner, Statement } from './import-statements.ts'

export interface Mistake {
  readonly owner: Owner
  readonly why: string
}

export interface ReadModel {
  readonly model: Model
  readonly refused: readonly Mistake[]
}

/** The model, and the diagnostics about formulas. A mistake anywhere else would be a bug of the import. */
export function readStatements(title: string, statements: readonly Statement[]): ReadModel {
  const header = `MODEL ${quoted(title)}\n\n`
  const { model, diagnostics } = parse(`${header}${joined(statements)}END MODEL\n`)
  const errors = [...diagnostics, ...check(model).diagnostics].filter(
    ({ severity }) => severity === 'error',
  )
  if (errors.length === 0) return { model, refused: [] }
  const starts: number[] = []
  let at = header.length
  for (const { text } of statements) {
    starts.push(at)
    at += text.length + 1
  }
  const refused = errors.map(({ start, message }) => {
    const owner = statements[lastAtMost(starts, start)]?.owner
    if (owner !== undefined) return { owner, why: message }
    throw new CliError('bad-file', `The file cannot be imported: ${message}`)
  })
  return { model, refused }
}

function lastAtMost(starts: readonly number[], offset: number): number {
  let low = 0
  let high = starts.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (starts[middle]! <= offset) low = middle
    else high = middle - 1
  }
  return low
}

function joined(statements: readonly Statement[]): string {
  return statements.map(({ text }) => `${text}\n`).join('')
}
