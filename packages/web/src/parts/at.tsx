// An element at a place along an axis. The place is a share of the width, set from a script: the content security
// policy allows no inline styles.

import { type ReactNode, useLayoutEffect, useRef } from 'react'

export function At({
  x,
  w,
  className,
  tip,
  children,
}: {
  /** 0 to 1. */
  x: number
  /** How wide, 0 to 1. */
  w?: number
  className?: string
  tip?: string
  children?: ReactNode
}) {
  const box = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    const style = box.current?.style
    style?.setProperty('--x', `${(x * 100).toFixed(3)}%`)
    if (w !== undefined) style?.setProperty('--w', `${(w * 100).toFixed(3)}%`)
  }, [x, w])
  return (
    <span ref={box} className={className} data-tip={tip}>
      {children}
    </span>
  )
}
