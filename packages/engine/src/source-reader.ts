// Reads sources for an engine: in this process, as here, or by helpers (`helpers/`), where a hostile text blocks nobody.

import { type Catalogue, type Compiled, compile, type Signature } from '@cellwake/language'

/** The parts of a compiled source that a runtime needs. */
export type ReadSource = Pick<Compiled, 'ir' | 'diagnostics'>

export interface SourceReader {
  /** `by` is the caller: callers take turns. */
  read(source: string, by: string): ReadSource | Promise<ReadSource>
}

export function readsHere(catalogue: Catalogue): SourceReader {
  return { read: (source) => compile(source, { catalogue }) }
}

/** Knows every function, with any arguments: for a source that was compiled with other functions, to read it again. */
export function withAnyFunction({ get, names }: Catalogue): Catalogue {
  return { names, get: (name) => get(name) ?? anyFunction(name) }
}

function anyFunction(name: string): Signature {
  const params = [{ name: 'x', kind: 'any', optional: true }] as const
  return {
    ...{ name, category: 'external', params, repeats: 1, returns: 'any', tag: undefined },
    ...{ about: '', examples: [], volatile: false, dynamic: false, seesErrors: false },
    lazyFrom: undefined,
    external: {
      ...{ route: '', ttlMs: 0, maxStalenessMs: 0, refresh: 'blocking', timeoutMs: 1 },
      staleOnError: false,
    },
  }
}
