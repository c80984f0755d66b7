// One node. A button, so that it can be reached and pressed without a pointer.

import { Glyph } from '../../parts/glyph.tsx'
import type { NodeText } from './node-text.ts'

export function NodeBox({
  id,
  title,
  sub,
  glyph,
  look,
}: NodeText & { readonly id: string; readonly look: string }) {
  return (
    <button
      type="button"
      className={`node ${look}`}
      data-node={id}
      aria-label={`${title}, ${sub}`}
      aria-pressed={look.includes('selected')}
    >
      <b>{title}</b>
      <span>{sub}</span>
      {glyph !== undefined && <Glyph name={glyph} label={glyph} />}
    </button>
  )
}
