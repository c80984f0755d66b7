// Whether the window is a phone's: the first column then stays at the left.

import { useSyncExternalStore } from 'react'

const narrow = matchMedia('(max-width: 720px)')

function subscribe(listener: () => void): () => void {
  narrow.addEventListener('change', listener)
  return () => narrow.removeEventListener('change', listener)
}

export function useNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => narrow.matches)
}
