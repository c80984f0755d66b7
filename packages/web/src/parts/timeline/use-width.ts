// The width of an element: an axis fits its marks to it.

import { type RefObject, useLayoutEffect, useState } from 'react'

export function useWidth(box: RefObject<HTMLElement | null>, initial = 800): number {
  const [width, setWidth] = useState(initial)
  useLayoutEffect(() => {
    const element = box.current
    if (element === null) return
    const measure = () => setWidth(Math.max(1, Math.round(element.clientWidth)))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [box])
  return width
}
