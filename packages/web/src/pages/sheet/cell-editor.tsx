// Editing in place, and the note at a cell while its value is saved or was refused.

import { type KeyboardEvent, useEffect, useLayoutEffect, useRef } from 'react'
import { to } from '../../app/router.ts'
import { Glyph } from '../../parts/glyph.tsx'
import { Link } from '../../parts/link.tsx'
import { boxOf, type Geometry } from './grid-layers.tsx'
import { placeOf } from './places.ts'
import type { Draft, Editing } from './use-edits.ts'
import './cell-editor.css'

/** Where the selection goes when an edit is done. */
export type Leave = 'stay' | 'down' | 'up' | 'right' | 'left'

interface FieldProps {
  readonly editing: Editing
  readonly onType: (text: string) => void
  readonly onCommit: (leave: Leave) => void
  readonly onCancel: () => void
}

export function EditField({ editing, onType, onCommit, onCancel }: FieldProps) {
  const field = useRef<HTMLInputElement>(null)
  const isDone = useRef(false)
  useEffect(() => {
    const input = field.current
    input?.focus({ preventScroll: true })
    const end = input?.value.length ?? 0
    input?.setSelectionRange(end, end)
  }, [])
  const leave = (how: Leave) => {
    isDone.current = true
    onCommit(how)
  }
  const key = (event: KeyboardEvent) => {
    event.stopPropagation()
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') leave(event.shiftKey ? 'up' : 'down')
    else if (event.key === 'Tab') leave(event.shiftKey ? 'left' : 'right')
    else if (event.key === 'Escape') {
      isDone.current = true
      onCancel()
    } else return
    event.preventDefault()
  }
  return (
    <input
      ref={field}
      className="edit-field"
      aria-label={`New value of ${editing.symbol}`}
      autoComplete="off"
      spellCheck={false}
      value={editing.text}
      onChange={(event) => onType(event.target.value)}
      onKeyDown={key}
      onBlur={() => {
        if (!isDone.current) onCommit('stay')
      }}
    />
  )
}

/** The editor over its cell. */
export function CellEditor({ geometry, sheet, ...field }: FieldProps & At) {
  const place = placeOf(field.editing.symbol)
  if (place === undefined || place.sheet !== sheet) return null
  const { column, row } = place
  const box = boxOf(geometry, { left: column, right: column, top: row, bottom: row })
  // Long texts get more room than their column.
  const needed = field.editing.text.length * 7.5 + 24
  const style = { ...box, width: Math.max(box.width, Math.min(needed, 420)) }
  return (
    <div className="cell-editor" style={style}>
      <EditField {...field} />
    </div>
  )
}

interface At {
  readonly geometry: Geometry
  readonly sheet: string
}

/** A value being saved, or a refused one. */
export function CellNote({
  geometry,
  sheet,
  draft,
  model,
  onDismiss,
}: At & { draft: Draft; model: string; onDismiss: () => void }) {
  const note = useRef<HTMLDivElement>(null)
  const isRefused = draft.state === 'refused'
  useLayoutEffect(() => {
    if (!isRefused) return
    // A cell may stand at the edge of the sheet; its note stays inside.
    const said = note.current?.querySelector('.refusal')?.getBoundingClientRect()
    const edge = note.current?.closest('.grid')?.getBoundingClientRect().right
    if (said === undefined || edge === undefined || said.right + 8 <= edge) return
    note.current?.style.setProperty('--shift', `${edge - 8 - said.right}px`)
  }, [isRefused])
  const place = placeOf(draft.symbol)
  if (place === undefined || place.sheet !== sheet) return null
  const { column, row } = place
  const box = boxOf(geometry, { left: column, right: column, top: row, bottom: row })
  return (
    <div
      ref={note}
      className={`cell-note ${draft.state}${draft.text === undefined ? ' bare' : ''}`}
      style={box}
    >
      {draft.text !== undefined && <span className="v">{draft.text}</span>}
      {draft.state === 'saving' ? (
        <small role="status">saving</small>
      ) : (
        <Refusal draft={draft} model={model} onDismiss={onDismiss} />
      )}
    </div>
  )
}

export function Refusal({
  draft,
  model,
  onDismiss,
}: {
  draft: Draft
  model: string
  onDismiss: () => void
}) {
  return (
    <p className="refusal" role="alert">
      <Glyph name="failed" /> {draft.problem}{' '}
      <Link className="link" to={to.model(model, 'source')}>
        Open the source
      </Link>{' '}
      <button type="button" className="link" onClick={onDismiss}>
        Dismiss
      </button>
    </p>
  )
}
