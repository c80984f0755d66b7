// Compiles the expressions of a catalogue's functions. TypeScript alone needs it: in Lua signatures come with the model.

import type { Catalogue, IrExpr } from '@cellwake/language'
import type { Functions } from '../functions.ts'
import { compileExpression } from './expression.ts'
import type { Callables, Code, LambdaDepth, Linker } from './linker.ts'

export type { Code, Linker } from './linker.ts'

export interface Library {
  readonly catalogue: Catalogue
  readonly functions: Functions
}

export class Compiler {
  readonly #callables: Callables
  readonly #depth: LambdaDepth = { calls: 0, levels: 0 }

  constructor({ catalogue, functions }: Library) {
    this.#callables = { functions, signatureOf: (name) => catalogue.get(name), made: {} }
  }

  compile<At>(expr: IrExpr, linker: Linker<At>): Code<At> {
    return compileExpression(expr, linker, this.#callables, this.#depth)
  }
}
