// A text after a pause in typing: checking at every letter would make typing slow.

import { useEffect, useState } from 'react'
import { CHECK_REST_MS } from '../../limits.ts'

export function useRested(text: string): string {
  const [rested, setRested] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), CHECK_REST_MS)
    return () => clearTimeout(timer)
  }, [text])
  return rested
}
