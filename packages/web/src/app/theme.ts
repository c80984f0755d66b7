// Light or dark. The first choice is the system's (public/theme.js); a person's own choice is kept.

import { createValue, useValue } from '../data/value-store.ts'

export type Theme = 'light' | 'dark'

const root = document.documentElement
const theme = createValue<Theme>(root.dataset.theme === 'dark' ? 'dark' : 'light')

export function useTheme(): Theme {
  return useValue(theme)
}

export function switchTheme(): void {
  const next: Theme = theme.get() === 'dark' ? 'light' : 'dark'
  root.dataset.theme = next
  theme.set(next)
  try {
    localStorage.setItem('cellwake.theme', next)
  } catch {
    // Storage may be forbidden; the choice then holds until the page is left.
  }
}
