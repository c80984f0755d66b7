// The focus: cells of a sheet, or a name. It stands in the address as `?cell=H2`, so that it can be linked
// to and survives a reload.

import type { ModelDetail } from '@cellwake/client'
import { canonicalSymbol, defaultSheet } from '@cellwake/language'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useSearchParam } from '../../app/router.ts'
import { ADDRESS_REST_MS } from '../../limits.ts'
import { placeOf, rectOfSymbol, symbolAt } from './places.ts'
import { type Selection, selectCell } from './selection.ts'

export interface Focus {
  readonly sheet: string
  readonly selection: Selection
  readonly name: string | undefined
  /** The selected name or cell. */
  readonly symbol: string
  select(selection: Selection): void
  chooseName(name: string): void
  chooseSheet(sheet: string): void
  /** Goes to an address or a name; false if there is none. */
  go(address: string): boolean
}

interface State {
  readonly sheet: string
  readonly selection: Selection
  readonly name: string | undefined
}

export function useFocus(model: ModelDetail): Focus {
  const [param, setParam] = useSearchParam('cell')
  const [state, setState] = useState<State>(() => stateOf(param, model) ?? initial(model))
  const symbol = state.name ?? symbolAt(state.sheet, state.selection.head)
  const written = useRef(param)

  useEffect(() => {
    // An outside change of the address: a link, the palette, the back button.
    if (param === undefined || param === written.current) return
    written.current = param
    const next = stateOf(param, model)
    if (next !== undefined) setState(next)
  }, [param, model])

  useEffect(() => {
    if (symbol === written.current) return
    // Browsers refuse an address that changes with every key.
    const timer = setTimeout(() => {
      written.current = symbol
      setParam(symbol)
    }, ADDRESS_REST_MS)
    return () => clearTimeout(timer)
  }, [symbol, setParam])

  const select = useCallback((selection: Selection) => {
    setState((before) => ({ ...before, selection, name: undefined }))
  }, [])
  const chooseName = useCallback((name: string) => {
    setState((before) => ({ ...before, name }))
  }, [])
  const chooseSheet = useCallback((sheet: string) => {
    setState({ sheet, selection: selectCell({ column: 1, row: 1 }), name: undefined })
  }, [])
  const go = useCallback(
    (address: string) => {
      const next = stateOf(address, model)
      if (next !== undefined) setState((before) => (next.name ? { ...before, ...next } : next))
      return next !== undefined
    },
    [model],
  )
  return { ...state, symbol, select, chooseName, chooseSheet, go }
}

function initial({ sheets }: ModelDetail): State {
  const sheet = sheets[0]?.name ?? defaultSheet
  return { sheet, selection: selectCell({ column: 1, row: 1 }), name: undefined }
}

function stateOf(address: string | undefined, model: ModelDetail): State | undefined {
  if (address === undefined) return undefined
  const sheets = model.sheets.map(({ name }) => name)
  const range = address.includes(':') ? rectOfSymbol(address.trim()) : undefined
  if (range !== undefined) {
    const { sheet, rect } = range
    const anchor = { column: rect.right, row: rect.bottom }
    const head = { column: rect.left, row: rect.top }
    return { sheet, selection: { anchor, head }, name: undefined }
  }
  const symbol = canonicalSymbol(address.trim(), sheets)
  if (symbol === undefined) return undefined
  const place = placeOf(symbol)
  if (place === undefined) {
    return model.names.includes(symbol) ? { ...initial(model), name: symbol } : undefined
  }
  const { sheet, column, row } = place
  return { sheet, selection: selectCell({ column, row }), name: undefined }
}
