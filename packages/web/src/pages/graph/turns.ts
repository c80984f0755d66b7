// Parts that take a while to draw take turns, one in each frame: many that come into sight at once do not stop the page.

import { useEffect, useState } from 'react'

const waiting = new Set<() => void>()

function nextTurn(): void {
  for (const draw of waiting) {
    waiting.delete(draw)
    draw()
    break
  }
  if (waiting.size > 0) requestAnimationFrame(nextTurn)
}

/** False until it is this part's turn to be drawn. */
export function useTurn(): boolean {
  const [isDrawn, setDrawn] = useState(false)
  useEffect(() => {
    const draw = () => setDrawn(true)
    if (waiting.size === 0) requestAnimationFrame(nextTurn)
    waiting.add(draw)
    return () => {
      waiting.delete(draw)
    }
  }, [])
  return isDrawn
}
