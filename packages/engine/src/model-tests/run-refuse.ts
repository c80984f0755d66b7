// The `refuse` step: a set that must be rejected, with nothing changed.

import { canonicalSymbol } from '@cellwake/language'
import { RejectedError } from '@cellwake/store'
import { EngineError, ModelTestError } from '../errors.ts'
import type { GivenValue } from '../model/given-value.ts'
import type { LiveModel } from '../model/live-model.ts'
import type { TestHost } from './test-host.ts'

/** The part of a host that this needs. */
export interface RefusingHost extends Pick<TestHost, 'set' | 'settle'> {
  readonly model: Pick<LiveModel, 'rev' | 'cells'>
}

export async function mustRefuse(
  host: RefusingHost,
  values: Readonly<Record<string, GivenValue>>,
): Promise<void> {
  const symbols = Object.keys(values)
  const before = stateOf(host, symbols)
  try {
    await host.set(values)
  } catch (error) {
    if (!(error instanceof EngineError) && !(error instanceof RejectedError)) throw error
    await host.settle()
    if (stateOf(host, symbols) === before) return
    throw new ModelTestError(`Setting ${symbols.join(', ')} was refused, but changed something.`)
  }
  throw new ModelTestError(`Setting ${symbols.join(', ')} should be refused, but was accepted.`)
}

/** Everything that a refused set must leave alone. A symbol that is none has no state. */
function stateOf({ model }: RefusingHost, symbols: readonly string[]): string {
  const known = symbols.filter((symbol) => canonicalSymbol(symbol) !== undefined)
  return JSON.stringify([model.rev, model.cells(), model.cells(known)])
}
