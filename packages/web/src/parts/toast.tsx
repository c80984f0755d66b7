// Toasts: short notes about an action, with its revision, and a way to undo where there is one. They are read
// aloud, never take the focus, and disappear by themselves.

import { useEffect, useLayoutEffect } from 'react'
import { createValue, useValue } from '../data/value-store.ts'
import { TOAST_MS, TOASTS_MAX } from '../limits.ts'
import { Button, IconButton } from './button.tsx'
import { formatCount } from './format.ts'
import { Glyph, type GlyphName } from './glyph.tsx'
import './toast.css'

export interface Toast {
  readonly glyph: GlyphName
  /** A sentence: "margin_target is 30 %. 16 cells followed." */
  readonly text: string
  readonly rev?: number
  readonly action?: { readonly verb: string; readonly keys?: string; readonly run: () => void }
}

interface Shown extends Toast {
  readonly id: number
}

const toasts = createValue<readonly Shown[]>([])
let count = 0

export function toast(note: Toast): void {
  count += 1
  toasts.set([...toasts.get(), { ...note, id: count }].slice(-TOASTS_MAX))
}

function dismiss(id: number): void {
  toasts.set(toasts.get().filter((one) => one.id !== id))
}

/** How many places there are on the page in which toasts cover neither a bar nor a panel. */
const places = createValue(0)

/** At the edge of the window, unless the page has a place of its own. */
export function Toasts() {
  return useValue(places) > 0 ? null : <Notes className="toasts" />
}

/** Where a page that fills the window has room for toasts. */
export function ToastPlace() {
  useLayoutEffect(() => {
    places.set(places.get() + 1)
    return () => places.set(places.get() - 1)
  }, [])
  return <Notes className="toasts placed" />
}

function Notes({ className }: { className: string }) {
  const shown = useValue(toasts)
  return (
    <div className={className} role="status" aria-live="polite">
      {shown.map((one) => (
        <Note key={one.id} note={one} />
      ))}
    </div>
  )
}

function Note({ note }: { note: Shown }) {
  const { id, glyph, text, rev, action } = note
  useEffect(() => {
    const timer = setTimeout(() => dismiss(id), action === undefined ? TOAST_MS : 2 * TOAST_MS)
    return () => clearTimeout(timer)
  }, [id, action])
  return (
    <div className="toast">
      <span>
        <Glyph name={glyph} /> {text}
      </span>
      {rev !== undefined && <span className="faint nw">rev {formatCount(rev)}</span>}
      {action !== undefined && (
        <Button
          kind="quiet"
          {...(action.keys === undefined ? {} : { keys: action.keys })}
          onClick={() => {
            dismiss(id)
            action.run()
          }}
        >
          {action.verb}
        </Button>
      )}
      <IconButton icon="close" label="Dismiss" onClick={() => dismiss(id)} />
    </div>
  )
}
