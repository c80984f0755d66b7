// A throttle, with a trailing call: a rule that fires a thousand times a second must not ask the server a
// thousand times.

import { useCallback, useEffect, useRef } from 'react'

export function useThrottled(run: () => void, everyMs: number): () => void {
  const newest = useRef(run)
  newest.current = run
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return useCallback(() => {
    if (timer.current !== undefined) return
    timer.current = setTimeout(() => {
      timer.current = undefined
      newest.current()
    }, everyMs)
  }, [everyMs])
}
