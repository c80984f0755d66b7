// Overlays of the page: at most one at a time. Anything may open one.

import { createValue, useValue } from '../data/value-store.ts'

export type Overlay =
  | { readonly name: 'palette' }
  | { readonly name: 'shortcuts' }
  | { readonly name: 'delete'; readonly id: string }

const overlay = createValue<Overlay | undefined>(undefined)

export function openOverlay(next: Overlay): void {
  overlay.set(next)
}

export function closeOverlay(): void {
  overlay.set(undefined)
}

export function useOverlay(): Overlay | undefined {
  return useValue(overlay)
}
