// The host interface of a form's calls during compilation.

import type { IrExpr } from '@cellwake/language'
import type { Code } from '../compile/linker.ts'
import type { ModelState, Node } from './state.ts'

export interface FormHost {
  readonly m: ModelState
  /** The next reference, which is a range. */
  range(this: void): (this: void, at: Node) => Node
  compile(this: void, expr: IrExpr): Code<Node>
}
