// Reads sources for an engine: in this process, as here, or by helpers (`helpers/`), where a hostile text can hold nobody up.

import { type Catalogue, type Compiled, compile } from '@cellwake/language'

/** What a runtime needs of a source that was read. */
export type ReadSource = Pick<Compiled, 'ir' | 'diagnostics'>

export interface SourceReader {
  /** `by` is who asked: those who ask take turns. */
  read(source: string, by: string): ReadSource | Promise<ReadSource>
}

export function readsHere(catalogue: Catalogue): SourceReader {
  return { read: (source) => compile(source, { catalogue }) }
}
