// Which models this host has: the ownership of the scheduler, by model. A model that another host has is refused
// with its name.

import { type Clock, isLost, Ownership as Leases } from '@cellwake/scheduler'
import { type CommitResult, type Precondition, RejectedError, type Store } from '@cellwake/store'
import { OwnedElsewhereError } from '../errors.ts'
import { idOf, spaceOf } from './records.ts'

export interface OwnershipHost {
  readonly store: Store
  /** Whether other hosts can have its models; left out, as its database says. */
  readonly isShared?: boolean
  readonly clock: Clock
  /** Another host has taken a model. */
  lost(id: string, error: OwnedElsewhereError): void
}

export class Ownership {
  readonly #leases: Leases

  constructor({ store, isShared, clock, lost }: OwnershipHost) {
    this.#leases = new Leases({
      store,
      isShared,
      clock,
      lost: (lease, holder) => {
        const id = idOf(lease)!
        lost(id, new OwnedElsewhereError(id, holder))
      },
    })
  }

  /** Resolves when this host has the model's lease; earlier commits of others are known then. */
  async take(id: string): Promise<void> {
    const taken = await this.#leases.take(spaceOf(id))
    if (!taken.held) throw new OwnedElsewhereError(id, taken.holder)
  }

  /** Fencing precondition of every commit of a model. Without the lease, an epoch that never holds. */
  expect(id: string): readonly Precondition[] {
    return this.#leases.expect(spaceOf(id))
  }

  /** Others may have it at once. */
  release(id: string): Promise<void> {
    return this.#leases.release(spaceOf(id))
  }

  /** Another host has it. */
  forget(id: string): void {
    this.#leases.forget(spaceOf(id))
  }

  /** From now on, asks for the models of others at every beat. */
  wake(openOthers: () => Promise<void>): void {
    this.#leases.wake(openOthers)
  }

  /** Resolves when the beat in progress is over. */
  idle(): Promise<void> {
    return this.#leases.idle()
  }

  close(): Promise<void> {
    return this.#leases.close()
  }
}

/** Error of a rejected commit, for its caller. */
export function refusal(
  id: string,
  result: Exclude<CommitResult, { rejected?: undefined }>,
): Error {
  return isLost(result) ? new OwnedElsewhereError(id) : new RejectedError(result)
}
