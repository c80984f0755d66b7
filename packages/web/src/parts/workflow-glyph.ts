// The four words of a workflow, each with its glyph.

import type { WorkflowWord } from '@cellwake/client'
import type { GlyphName } from './glyph.tsx'

export const glyphOf: Readonly<Record<WorkflowWord, GlyphName>> = {
  Running: 'running',
  Idle: 'idle',
  'Needs attention': 'attention',
  Stopped: 'stopped',
}
