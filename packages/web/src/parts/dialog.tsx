// A question that must be answered before the page goes on. The browser's own dialog: it keeps the focus
// inside, Escape closes it, and the focus goes back to where it was.

import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { IconButton } from './button.tsx'
import './dialog.css'

export function Dialog({
  title,
  onClose,
  children,
  actions,
  wide = false,
}: {
  title: string
  onClose: () => void
  children: ReactNode
  actions?: ReactNode
  wide?: boolean
}) {
  const box = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  // Before it leaves the page: only then does the browser give the focus back.
  useLayoutEffect(() => {
    const dialog = box.current
    if (dialog !== null && !dialog.open) {
      dialog.showModal()
      // The browser would choose the first button, which closes it.
      const first = dialog.querySelector<HTMLElement>('input, textarea, .btn.primary')
      ;(first ?? dialog).focus()
    }
    return () => dialog?.close()
  }, [])
  return (
    <dialog
      ref={box}
      className={wide ? 'dialog wide' : 'dialog'}
      aria-labelledby={titleId}
      tabIndex={-1}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onPointerDown={(event) => {
        // Only the backdrop is the dialog itself; everything inside is a child.
        if (event.target === box.current) onClose()
      }}
    >
      <div className="dialog-body">
        <header>
          <h2 id={titleId}>{title}</h2>
          <IconButton icon="close" label="Close" onClick={onClose} />
        </header>
        {children}
        {actions !== undefined && <footer>{actions}</footer>}
      </div>
    </dialog>
  )
}
