// The text of a node: its name, and its value or what it stands for.

import type { GraphView } from '@cellwake/client'
import { counted, formatJson } from '../../parts/format.ts'
import type { GlyphName } from '../../parts/glyph.tsx'
import type { Zone } from '../../parts/zone.ts'

export interface NodeText {
  readonly title: string
  readonly sub: string
  readonly glyph: GlyphName | undefined
}

export function nodeText(node: GraphView['nodes'][number], zone: Zone): NodeText {
  const { id, kind, label, wanted, status, cells, value } = node
  const glyph = status === 'ready' || !wanted ? undefined : status
  const title = kind === 'rule' || kind === 'topic' ? label : id
  if (kind === 'rule') return { title, sub: 'rule', glyph }
  if (kind === 'topic') return { title, sub: 'topic', glyph }
  if (cells > 1) return { title, sub: counted(cells, 'cell'), glyph }
  if (!wanted && value === undefined) return { title, sub: 'not asked', glyph }
  return { title, sub: value === undefined ? kind : formatJson(value, zone), glyph }
}
