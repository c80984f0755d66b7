// Tooltips: any element with `data-tip="…"` shows that text on hover and on keyboard focus. One layer and one
// set of listeners serve them all, so a thousand marks on a time line cost nothing.

import { useEffect, useRef, useState } from 'react'
import './tips.css'

interface Tip {
  readonly text: string
  readonly box: DOMRect
}

export function Tips() {
  const [tip, setTip] = useState<Tip>()
  const layer = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const showAt = (element: Element | null | undefined) => {
      const text = element?.getAttribute('data-tip')
      if (element && text) setTip({ text, box: element.getBoundingClientRect() })
      else setTip(undefined)
    }
    const over = (event: Event) => showAt((event.target as Element | null)?.closest?.('[data-tip]'))
    const focus = (event: FocusEvent) => {
      const target = event.target as Element
      if (!target.matches(':focus-visible')) return
      showAt(target.closest('[data-tip]') ?? target.querySelector('[data-tip]'))
    }
    const hide = () => setTip(undefined)
    const pressed = (event: KeyboardEvent) => {
      if (event.key === 'Escape') hide()
    }
    document.addEventListener('pointerover', over)
    document.addEventListener('focusin', focus)
    document.addEventListener('focusout', hide)
    document.addEventListener('pointerdown', hide)
    document.addEventListener('keydown', pressed)
    document.addEventListener('scroll', hide, true)
    return () => {
      document.removeEventListener('pointerover', over)
      document.removeEventListener('focusin', focus)
      document.removeEventListener('focusout', hide)
      document.removeEventListener('pointerdown', hide)
      document.removeEventListener('keydown', pressed)
      document.removeEventListener('scroll', hide, true)
    }
  }, [])
  useEffect(() => {
    if (tip !== undefined && layer.current !== null) place(layer.current, tip.box)
  }, [tip])
  if (tip === undefined) return null
  return (
    <div ref={layer} className="tip" role="tooltip">
      {tip.text}
    </div>
  )
}

/** Above the element where there is room, else below; never past an edge of the window. */
function place(layer: HTMLElement, box: DOMRect): void {
  const { offsetWidth: width, offsetHeight: height } = layer
  const middle = box.left + box.width / 2 - width / 2
  const left = Math.min(Math.max(8, middle), Math.max(8, innerWidth - width - 8))
  const above = box.top - height - 6
  layer.style.setProperty('--x', `${left}px`)
  layer.style.setProperty('--y', `${above >= 4 ? above : box.bottom + 6}px`)
}
