// The style of the site: the tokens of the user interface, its fonts, and the sheets of the site behind them.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const ranges = {
  latin:
    'U+0000-00FF, U+0131, U+0152-0153, U+02BB-02BC, U+02C6, U+02DA, U+02DC, U+0304, U+0308, U+0329, U+2000-206F, U+20AC, U+2122, U+2191, U+2193, U+2212, U+2215, U+FEFF, U+FFFD',
  'latin-ext':
    'U+0100-02BA, U+02BD-02C5, U+02C7-02CC, U+02CE-02D7, U+02DD-02FF, U+1E00-1E9F, U+1EF2-1EFF, U+2020, U+20A0-20AB, U+20AD-20C0, U+2113',
} as const

const families = { inter: 'Inter Variable', 'jetbrains-mono': 'JetBrains Mono Variable' } as const

/** The files of the fonts, as the user interface has them. */
export const fonts = Object.entries(families).flatMap(([font, family]) =>
  Object.entries(ranges).map(([set, range]) => {
    const name = `${font}-${set}-wght-normal.woff2`
    return { name, family, range, file: `@fontsource-variable/${font}/files/${name}` }
  }),
)

export function style(root: string): string {
  const tokens = readFileSync(join(root, 'packages/web/src/styles/tokens.css'), 'utf8')
  const sheets = ['frame.css', 'text.css'].map((name) =>
    readFileSync(join(root, 'scripts/docs', name), 'utf8'),
  )
  return [...fonts.map(fontFace), tokens, darkWithoutScript(tokens), ...sheets].join('\n')
}

function fontFace({ name, family, range }: (typeof fonts)[number]): string {
  return `@font-face { font-family: "${family}"; font-style: normal; font-weight: 100 900; font-display: swap; src: url("fonts/${name}") format("woff2"); unicode-range: ${range}; }`
}

/** The theme is set by a script; where none runs, the system's choice counts. */
function darkWithoutScript(tokens: string): string {
  const [, dark] = /:root\[data-theme="dark"\] \{([^}]*)\}/.exec(tokens) ?? []
  if (dark === undefined) throw new Error('tokens.css has no dark theme that style.ts can find.')
  return `@media (prefers-color-scheme: dark) { :root:not([data-theme]) {${dark}} }`
}
