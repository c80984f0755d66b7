// Commands of keys and clipboard in the sheet, beside moving.

import type { Json, SheetCell } from '@cellwake/client'
import type { KeyboardEvent } from 'react'
import { client } from '../../data/client.ts'
import { SELECTION_MAX_CELLS } from '../../limits.ts'
import { counted } from '../../parts/format.ts'
import { toast } from '../../parts/toast.tsx'
import type { Zone } from '../../parts/zone.ts'
import { useZone } from '../../parts/zone-scope.tsx'
import { cellText } from './cell-text.ts'
import { blockFrom, blockText, pasteInto, pasteRect } from './clipboard.ts'
import { textOf } from './given-text.ts'
import { isComputed } from './grid-row.tsx'
import { placeOf, type Rect, rectSize, symbolAt } from './places.ts'
import { type Bounds, type Selection, selectedRect } from './selection.ts'
import type { SheetData } from './sheet-data.ts'
import type { Edits } from './use-edits.ts'
import type { Focus } from './use-focus.ts'
import type { NamedCell } from './use-names.ts'

export interface Commands {
  /** Opens a cell or a name for editing, with a first character or with its present text. */
  open(symbol: string, typed?: string): void
  refresh(symbol: string): void
  onKey(event: KeyboardEvent): boolean
  onCopy(event: ClipboardEvent): void
  onPaste(event: ClipboardEvent): void
}

export function useCommands({
  id,
  data,
  names,
  focus,
  edits,
  used,
  readOnly,
  onFind,
}: {
  id: string
  data: SheetData
  names: readonly NamedCell[]
  focus: Focus
  edits: Edits
  used: Bounds
  readOnly: boolean
  onFind: () => void
}): Commands {
  const zone = useZone()
  const rect = selectedRect(focus.selection)

  const open = (symbol: string, typed?: string) => {
    if (readOnly) return
    const place = placeOf(symbol)
    const named = place === undefined ? names.find(({ name }) => name === symbol) : undefined
    const cell = place === undefined ? named?.cell : data.cell(place)
    const role = place === undefined ? named?.role : data.cell(place)?.role
    if (role !== undefined && isComputed({ role } as SheetCell)) {
      edits.refuse(symbol, computedText(symbol, place && data.cell(place)))
      return
    }
    const refused = edits.drafts.get(symbol)
    const before = textOf(cell, zone)
    edits.begin(symbol, typed ?? (refused?.text || before), before)
  }

  const refresh = async (symbol: string) => {
    try {
      const { cells, rev } = await client.refresh({ id }, { symbols: [symbol] })
      data.apply(cells, rev)
      const cell = cells[symbol]
      const value = cell === undefined ? 'computed' : cellText(cell, zone) || 'blank'
      toast({ glyph: 'ready', text: `${symbol} is ${value}.`, rev })
    } catch (error) {
      toast({ glyph: 'failed', text: `${symbol} was not computed. ${messageOf(error)}` })
    }
  }

  /** Runs when the cells are loaded: what stood there must be known, to be undone. */
  const whenLoaded = async (wanted: Rect, what: string, run: () => void) => {
    if (rectSize(wanted) > SELECTION_MAX_CELLS) {
      edits.refuse(focus.symbol, `Nothing was ${what}: ${tooMany(wanted)}.`)
      return
    }
    try {
      if (!data.hasAll(wanted)) await data.fetch(wanted)
      run()
    } catch (error) {
      edits.refuse(focus.symbol, `Nothing was ${what}. ${messageOf(error)}`)
    }
  }

  const clear = () => {
    const set: Record<string, Json> = {}
    for (const [place, cell] of data.cellsIn(rect)) {
      if (!isComputed(cell) && cell.kind !== 'blank') set[symbolAt(data.sheet, place)] = null
    }
    if (Object.keys(set).length > 0) edits.give(set)
  }

  const onKey = (event: KeyboardEvent): boolean => {
    const ctrl = event.ctrlKey || event.metaKey
    if (ctrl && event.key === 'f') onFind()
    else if (ctrl && isRedo(event)) readOnly || edits.redo()
    else if (ctrl && event.key === 'z' && !readOnly) edits.undo()
    else if (ctrl && event.key === 'a') focus.select(everything(used))
    else if (ctrl || event.altKey) return false
    else if (event.key === 'Enter' || event.key === 'F2') open(focus.symbol)
    else if ((event.key === 'Delete' || event.key === 'Backspace') && !readOnly)
      whenLoaded(within(rect, used), 'cleared', clear)
    else if (event.key === 'Escape' && edits.drafts.has(focus.symbol)) edits.dismiss(focus.symbol)
    else if (startsEditing(event.key) && !readOnly) {
      open(focus.symbol, event.key)
    } else return false
    return true
  }

  const onCopy = (event: ClipboardEvent) => {
    event.preventDefault()
    if (rectSize(rect) > SELECTION_MAX_CELLS) {
      toast({ glyph: 'failed', text: `Nothing was copied: ${tooMany(rect)}.` })
      return
    }
    if (data.hasAll(rect)) {
      event.clipboardData?.setData('text/plain', copied(data, rect, exact, zone))
      event.clipboardData?.setData(OWN_CELLS, copied(data, rect, textOf, zone))
      toast({ glyph: 'you', text: `${counted(rectSize(rect), 'cell')} copied.` })
    } else copyLater(data, rect, zone)
  }

  const onPaste = (event: ClipboardEvent) => {
    if (readOnly) return
    event.preventDefault()
    const own = event.clipboardData?.getData(OWN_CELLS) ?? ''
    const text = own || (event.clipboardData?.getData('text/plain') ?? '')
    if (text === '') {
      edits.refuse(focus.symbol, 'Nothing was pasted: there is no text in the clipboard.')
      return
    }
    const block = blockFrom(text)
    whenLoaded(pasteRect(block, rect), 'pasted', () =>
      edits.give(pasteInto(data.sheet, block, rect, (place) => data.cell(place), zone)),
    )
  }
  return { open, refresh, onKey, onCopy, onPaste }
}

/** Digits and signs; never letters, which are shortcuts under any selection. */
export function startsEditing(key: string): boolean {
  return key.length === 1 && /[\d=+.'"-]/.test(key)
}

/** Ctrl Y, and Ctrl Shift Z. */
function isRedo({ key, shiftKey }: KeyboardEvent): boolean {
  return key.toLowerCase() === 'y' || (shiftKey && key.toLowerCase() === 'z')
}

/** Past the last used cell there is nothing to clear. */
function within({ left, top, right, bottom }: Rect, { columns, rows }: Bounds): Rect {
  return {
    left,
    top,
    right: Math.max(left, Math.min(right, columns)),
    bottom: Math.max(top, Math.min(bottom, rows)),
  }
}

function computedText(symbol: string, cell: SheetCell | undefined): string {
  if (cell?.role === 'spill') {
    return `${symbol} is part of the array in ${cell.anchor ?? 'another cell'}. Nothing was changed.`
  }
  return `${symbol} follows from its formula. Change what it reads, or its line in the source.`
}

function everything({ columns, rows }: Bounds): Selection {
  return { anchor: { column: columns, row: rows }, head: { column: 1, row: 1 } }
}

function tooMany(rect: Rect): string {
  const most = counted(SELECTION_MAX_CELLS, 'cell')
  return `these are ${counted(rectSize(rect), 'cell')}, and at most ${most} fit`
}

async function copyLater(data: SheetData, rect: Rect, zone: Zone): Promise<void> {
  try {
    await data.fetch(rect)
    await navigator.clipboard.writeText(copied(data, rect, exact, zone))
    toast({ glyph: 'you', text: `${counted(rectSize(rect), 'cell')} copied.` })
  } catch (error) {
    toast({ glyph: 'failed', text: `Nothing was copied. ${messageOf(error)}` })
  }
}

/** Beside the plain text: cells as they are typed, so that a text of digits is pasted here as a text. */
const OWN_CELLS = 'application/x-cellwake-cells'

function copied(
  data: SheetData,
  { left, top, right, bottom }: Rect,
  spelled: (cell: SheetCell | undefined, zone: Zone) => string,
  zone: Zone,
): string {
  const row = (at: number) =>
    Array.from({ length: right - left + 1 }, (_, i) =>
      spelled(data.cell({ column: left + i, row: at }), zone),
    )
  return blockText(Array.from({ length: bottom - top + 1 }, (_, i) => row(top + i)))
}

/** Numbers and times go out in full, as another spreadsheet can read them. */
function exact(cell: SheetCell | undefined, zone: Zone): string {
  if (cell === undefined) return ''
  if (cell.kind === 'datetime') return textOf(cell, zone)
  return typeof cell.value === 'number' ? String(cell.value) : cellText(cell, zone)
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
