// Names of the statements of the writing connection. The server parses and plans a statement with a name once for each
// connection; one without a name each time.
// See performance: statements are planned once

import { POSTGRES_NAMED_STATEMENTS } from '../limits.ts'

export class StatementNames {
  readonly #names = new Map<string, string>()

  /** Undefined for one too many: groups have few shapes, and the server keeps a plan of each. */
  of(text: string): string | undefined {
    const known = this.#names.get(text)
    if (known !== undefined || this.#names.size === POSTGRES_NAMED_STATEMENTS) return known
    const name = `cellwake_${this.#names.size + 1}`
    this.#names.set(text, name)
    return name
  }
}
