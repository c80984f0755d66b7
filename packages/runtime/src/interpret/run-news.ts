// How often formulas run, for a host that is asked for it.

import type { RunNews } from './model.ts'
import type { ModelState, Node } from './state.ts'
import { symbolOf } from './symbols.ts'

/** A formula has run. */
export function noteRun(m: ModelState, node: Node): void {
  if (m.program.tellsRuns && node.formula !== undefined && node.key >= -1) m.ran.push(node)
}

export function takeRuns(m: ModelState): RunNews[] {
  const news: RunNews[] = []
  for (const node of m.ran) news.push({ symbol: symbolOf(m, node), count: 1 })
  m.ran = []
  return news
}
