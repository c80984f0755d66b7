// Goal: every colour can be read on every surface, in light and dark. Method: the contrast of WCAG 2, computed from
// tokens.css itself.

import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const css = readFileSync(new URL('../src/styles/tokens.css', import.meta.url), 'utf8')
const surfaces = ['paper', 'paper-2', 'raise']
const texts = [
  'ink',
  'ink-2',
  'ink-3',
  'ready',
  'stale',
  'running',
  'failed',
  'attention',
  'rule',
  'time',
]

function tokens(selector: string): Map<string, string> {
  const [, block = ''] = css.split(`${selector} {`)
  const [inside = ''] = block.split('}')
  return new Map(
    [...inside.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, k = '', v = '']) => [k, v]),
  )
}

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function contrast(a: string, b: string): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x)
  return (light + 0.05) / (dark + 0.05)
}

const themes = [
  { theme: 'light', found: tokens(':root') },
  { theme: 'dark', found: tokens(':root[data-theme="dark"]') },
]

it('contrast is computed as the standard says', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5)
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
})

it.each(themes)('in $theme, text of every token reads on every surface', ({ found }) => {
  const weak: string[] = []
  for (const surface of surfaces) {
    for (const text of texts) {
      const ratio = contrast(found.get(text) ?? '#000000', found.get(surface) ?? '#000000')
      if (ratio < 4.5) weak.push(`${text} on ${surface}: ${ratio.toFixed(2)}`)
    }
  }
  expect(found.size).toBeGreaterThan(15)
  expect(weak).toEqual([])
})

it.each(themes)('in $theme, edges that carry meaning stand out from every surface', ({ found }) => {
  const ratios = surfaces.map((surface) =>
    contrast(found.get('edge') ?? '#000000', found.get(surface) ?? '#000000'),
  )
  expect(Math.min(...ratios)).toBeGreaterThanOrEqual(3)
})

it('both themes name the same colours', () => {
  const [light, dark] = themes.map(({ found }) => [...found.keys()])
  expect(dark).toEqual(light)
})
