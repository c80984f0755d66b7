// Cells as a person reads them: a line each, with the symbol, the value and what it is.

import type { CellView } from '@cellwake/client'
import { CELL_TEXT_COLUMNS } from './limits.ts'
import type { Output } from './output.ts'
import { visible } from './visible-text.ts'

export function showCells(output: Output, cells: Readonly<Record<string, CellView>>): void {
  const rows = Object.entries(cells).map(([symbol, view]) => ({
    symbol: visible(symbol),
    value: cut(valueText(view)),
    about: aboutText(view),
    isError: view.kind === 'error',
  }))
  if (rows.length === 0) {
    output.line('The model assigns nothing.')
    return
  }
  const { bold, dim, red } = output.colors
  const symbols = widest(rows.map(({ symbol }) => symbol))
  const values = widest(rows.map(({ value }) => value))
  for (const { symbol, value, about, isError } of rows) {
    const shown = value.padEnd(values)
    output.line(`${bold(symbol.padEnd(symbols))}  ${isError ? red(shown) : shown}  ${dim(about)}`)
  }
}

/** A value on one line, without what it is. */
export function valueText({ kind, value }: Pick<CellView, 'kind' | 'value'>): string {
  if (kind === 'blank') return ''
  if (kind === 'boolean') return value === true ? 'TRUE' : 'FALSE'
  if (kind === 'error') return `#${(value as { readonly code: string }).code}`
  return typeof value === 'string' ? visible(value) : visible(JSON.stringify(value))
}

/** `number`, `number currency:EUR`, `blank, queued`; an error says why, and where it came from. */
function aboutText({ kind, value, typeTag, status }: CellView): string {
  const tag = kind === 'error' || typeTag === kind ? '' : ` ${typeTag}`
  const state = status === 'ready' ? '' : `, ${status}`
  return `${kind}${tag}${state}${kind === 'error' ? reasonText(value) : ''}`
}

function reasonText(value: CellView['value']): string {
  const { message, origin } = value as { readonly message: string; readonly origin: string }
  return visible(`: ${message}${origin === '' ? '' : `, in ${origin}`}`)
}

export function cut(text: string): string {
  return text.length <= CELL_TEXT_COLUMNS ? text : `${text.slice(0, CELL_TEXT_COLUMNS - 1)}…`
}

function widest(texts: readonly string[]): number {
  return texts.reduce((width, text) => Math.max(width, text.length), 0)
}
