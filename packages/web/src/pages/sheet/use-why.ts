// Which cell the why panel is about: the selected one, or the one that was pinned; with the way back.

import { useCallback, useEffect, useState } from 'react'

export interface Why {
  readonly isOpen: boolean
  readonly symbol: string
  readonly pinned: boolean
  readonly canGoBack: boolean
  /** Opens the explanation of the selection. */
  ask(): void
  close(): void
  pin(): void
  follow(symbol: string): void
  back(): void
}

/** `onShow` selects a cell in the sheet, when the panel goes to it. */
export function useWhy(selected: string, onShow: (symbol: string) => void): Why {
  const [isOpen, setOpen] = useState(true)
  const [pinned, setPinned] = useState<string>()
  const [trail, setTrail] = useState<readonly string[]>([])
  const symbol = pinned ?? selected
  // Where the panel led to. Another selection is a new beginning.
  const [ledTo, setLedTo] = useState<string>()
  useEffect(() => {
    if (pinned !== undefined || ledTo === undefined || selected === ledTo) return
    setTrail([])
    setLedTo(undefined)
  }, [selected, ledTo, pinned])

  const show = useCallback(
    (next: string) => {
      const isRange = next.includes(':')
      // A range is shown in the sheet; the panel is about its first cell.
      if (pinned === undefined) setLedTo(next.split(':')[0])
      else if (!isRange) setPinned(next)
      if (pinned === undefined || isRange) onShow(next)
    },
    [pinned, onShow],
  )
  return {
    isOpen,
    symbol,
    pinned: pinned !== undefined,
    canGoBack: trail.length > 0,
    ask() {
      setPinned(undefined)
      setOpen(true)
    },
    close: () => setOpen(false),
    pin: () => setPinned(pinned === undefined ? symbol : undefined),
    follow(next) {
      if (next === symbol) return
      setTrail([...trail, symbol])
      show(next)
    },
    back() {
      const before = trail.at(-1)
      if (before === undefined) return
      setTrail(trail.slice(0, -1))
      show(before)
    },
  }
}
