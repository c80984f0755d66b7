// A model at one revision, as an explanation sees it: now, or some time ago.

import type { Ir } from '@cellwake/language'
import type { CellNode } from '../graph/cell-node.ts'
import type { ModelGraph } from '../graph/model-graph.ts'

/** The rest of a representation once its formulas are nodes. */
export type ModelHead = Pick<Ir, 'header' | 'sheets' | 'rules' | 'names'>

/** `runtime` is another one than the header has, where a deploy asked for it. */
export function headOf({ header, sheets, rules, names }: Ir, runtime = header.runtime): ModelHead {
  return { header: { ...header, runtime }, sheets, rules, names }
}

export interface Moment {
  /** The newest commit of the model that counts. */
  readonly rev: number
  readonly graph: ModelGraph
  readonly ir: ModelHead
  readonly source: string
  find(symbol: string): CellNode | undefined
  /** A formula as text. */
  formulaText(symbol: string): string | undefined
}
