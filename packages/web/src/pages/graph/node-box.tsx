// One node. A button, so that it can be reached and pressed without a pointer; the map handles the
// press.

import type { GraphView } from '@cellwake/client'
import { Glyph } from '../../parts/glyph.tsx'
import { useZone } from '../../parts/zone-scope.tsx'
import { nodeText } from './node-text.ts'

export function NodeBox({ node, look }: { node: GraphView['nodes'][number]; look: string }) {
  const { title, sub, glyph } = nodeText(node, useZone())
  return (
    <button
      type="button"
      className={`node ${look}`}
      data-node={node.id}
      aria-label={`${title}, ${sub}`}
      aria-pressed={look.includes('selected')}
    >
      <b>{title}</b>
      <span>{sub}</span>
      {glyph !== undefined && <Glyph name={glyph} label={glyph} />}
    </button>
  )
}
