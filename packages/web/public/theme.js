// Sets the theme before the first paint, so that a dark page never flashes white. What the person
// chose wins over what the system prefers; `src/app/theme.ts` keeps the choice.
;(() => {
  const dark = matchMedia('(prefers-color-scheme: dark)').matches
  let chosen = null
  try {
    chosen = localStorage.getItem('cellwake.theme')
  } catch {
    // Storage may be forbidden; then the system decides.
  }
  document.documentElement.dataset.theme = chosen ?? (dark ? 'dark' : 'light')
})()
