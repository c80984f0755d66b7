// Cells as a person reads them: a line each, with the symbol, the value and its kind.

import type { CellView } from '@cellwake/client'
import { ownerOfExternal } from '@cellwake/language'
import type { Output } from './output.ts'
import { cut, valueText } from './value-text.ts'
import { visible } from './visible-text.ts'

/** Times are in the zone of the model. */
export function showCells(
  output: Output,
  cells: Readonly<Record<string, CellView>>,
  zone: string,
): void {
  const rows = Object.entries(cells).map(([symbol, view]) => ({
    symbol: visible(symbol),
    value: cut(valueText(view, zone)),
    about: aboutText(symbol, view),
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

/** `number`, `number currency:EUR`, `blank, queued`; an error says why, and where it came from. */
function aboutText(symbol: string, { kind, value, typeTag, status }: CellView): string {
  const tag = kind === 'error' || typeTag === kind ? '' : ` ${visible(typeTag)}`
  const state = status === 'ready' ? '' : `, ${status}`
  return `${kind}${tag}${state}${kind === 'error' ? reasonText(symbol, value) : ''}`
}

/** With where it comes from, if that is elsewhere: the cell that holds it, for an external call. */
function reasonText(symbol: string, value: CellView['value']): string {
  const { message, origin } = value as { readonly message: string; readonly origin: string }
  const cell = ownerOfExternal(origin)
  const isHere = cell === '' || cell === symbol || origin === symbol
  return visible(`: ${isHere ? message : `${message.replace(/\.$/, '')}, in ${cell}`}`)
}

function widest(texts: readonly string[]): number {
  return texts.reduce((width, text) => Math.max(width, text.length), 0)
}
