// A glyph where React does not draw: inside the editor.

import sprite from '../../glyphs/sprite.svg'
import type { GlyphName } from '../../parts/glyph.tsx'

const svg = 'http://www.w3.org/2000/svg'

export function glyphElement(name: GlyphName): SVGElement {
  const box = document.createElementNS(svg, 'svg')
  box.setAttribute('class', `g c-${name}`)
  box.setAttribute('aria-hidden', 'true')
  const use = document.createElementNS(svg, 'use')
  use.setAttribute('href', `${sprite}#g-${name}`)
  box.append(use)
  return box
}
