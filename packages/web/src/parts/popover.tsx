// A small panel that belongs to a button. It closes on Escape, on a press elsewhere, and when the focus leaves.

import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import './popover.css'

export function Popover({
  label,
  button,
  children,
  className = '',
}: {
  /** The name of the button. */
  label: string
  button: ReactNode
  children: (close: () => void) => ReactNode
  className?: string
}) {
  const [open, setOpen] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const id = useId()
  useEffect(() => {
    if (!open) return
    const outside = (event: Event) => {
      if (!box.current?.contains(event.target as Node)) setOpen(false)
    }
    document.addEventListener('pointerdown', outside)
    document.addEventListener('focusin', outside)
    const panel = box.current
    const pressed = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.stopPropagation()
      setOpen(false)
      opener.current?.focus()
    }
    panel?.addEventListener('keydown', pressed)
    return () => {
      panel?.removeEventListener('keydown', pressed)
      document.removeEventListener('pointerdown', outside)
      document.removeEventListener('focusin', outside)
    }
  }, [open])
  const close = () => {
    setOpen(false)
    opener.current?.focus()
  }
  return (
    <div ref={box} className={`pop ${className}`}>
      <button
        ref={opener}
        type="button"
        className="icon-btn pop-opener"
        aria-label={label}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        data-tip={open ? undefined : label}
        onClick={() => setOpen(!open)}
      >
        {button}
      </button>
      {open && (
        <div id={id} className="pop-panel">
          {children(close)}
        </div>
      )}
    </div>
  )
}
