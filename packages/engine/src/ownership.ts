// Which models this host has. Where several hosts can share a store, a model is run by one of them at a time:
// the holder of its lease. Every commit of a model expects the epoch in which the lease was taken, so a host
// that lost it changes nothing any more, whatever it believes and whatever its clock says. One alarm renews
// what is held and asks for what others have. A store that one process owns needs none of this.

import type { AlarmHandle, Clock } from '@cellwake/scheduler'
import { type CommitResult, type Precondition, RejectedError, type Store } from '@cellwake/store'
import { OwnedElsewhereError } from './errors.ts'
import { LEASE_BEAT_MS, LEASE_MS } from './limits.ts'
import { spaceOf } from './records.ts'

export interface OwnershipHost {
  readonly store: Store
  readonly clock: Clock
  /** Another host has taken a model. */
  lost(id: string, error: OwnedElsewhereError): void
}

const NOTHING: readonly Precondition[] = []
/** No lease is ever in it; one that was never taken is in epoch 0. */
const NO_EPOCH = -1

export class Ownership {
  readonly #host: OwnershipHost
  /** Whether other hosts can have the store as well. */
  readonly #shared: boolean
  readonly #epochs = new Map<string, number>()
  #openOthers: (() => Promise<void>) | undefined
  #alarm: AlarmHandle | undefined
  #beating: Promise<unknown> | undefined
  #closed = false

  constructor(host: OwnershipHost) {
    this.#host = host
    this.#shared = host.store.durability.driver === 'postgres'
  }

  /** Resolves when the model is ours; what others committed to it is known then. */
  async take(id: string): Promise<void> {
    if (!this.#shared) return
    const { held, lease } = await this.#host.store.acquireLease(spaceOf(id), LEASE_MS)
    if (!held) throw new OwnedElsewhereError(id, lease?.holder)
    this.#epochs.set(id, lease!.epoch)
    this.#arm()
  }

  /** What every commit of a model must expect. Without the lease, what cannot be. */
  expect(id: string): readonly Precondition[] {
    if (!this.#shared) return NOTHING
    return [{ type: 'epoch', lease: spaceOf(id), epoch: this.#epochs.get(id) ?? NO_EPOCH }]
  }

  /** Others may have it at once. */
  async release(id: string): Promise<void> {
    if (!this.#epochs.delete(id)) return
    await this.#host.store.releaseLease(spaceOf(id))
  }

  /** Another host has it. */
  forget(id: string): void {
    this.#epochs.delete(id)
  }

  /** From now on, asks for the models of others at every beat. */
  wake(openOthers: () => Promise<void>): void {
    if (!this.#shared) return
    this.#openOthers = openOthers
    this.#arm()
  }

  /** Resolves when the beat that is under way is over. */
  async idle(): Promise<void> {
    await this.#beating
  }

  async close(): Promise<void> {
    this.#closed = true
    if (this.#alarm !== undefined) this.#host.clock.cancel(this.#alarm)
    await this.#beating
    // What cannot be released now ends by itself.
    await Promise.allSettled([...this.#epochs.keys()].map((id) => this.release(id)))
  }

  #arm(): void {
    const needless = this.#epochs.size === 0 && this.#openOthers === undefined
    if (this.#closed || needless || this.#alarm !== undefined) return
    const { clock } = this.#host
    this.#alarm = clock.wake(clock.now() + LEASE_BEAT_MS, () => {
      this.#beating = this.#beat().finally(() => {
        this.#beating = undefined
        this.#alarm = undefined
        this.#arm()
      })
    })
  }

  /** A database that is away tells those who commit; the next beat tries again. */
  async #beat(): Promise<void> {
    const renewals = [...this.#epochs].map(([id, epoch]) => this.#renew(id, epoch))
    await Promise.allSettled([...renewals, this.#openOthers?.()])
  }

  async #renew(id: string, epoch: number): Promise<void> {
    const { held, lease } = await this.#host.store.acquireLease(spaceOf(id), LEASE_MS)
    // It was closed or taken anew meanwhile.
    if (this.#epochs.get(id) !== epoch) return
    // Another epoch: somebody had it in between, and what is in memory here is old.
    if (held && lease!.epoch === epoch) return
    this.forget(id)
    this.#host.lost(id, new OwnedElsewhereError(id, held ? undefined : lease?.holder))
  }
}

/** Whether a commit was refused since another host has the model. */
export function isLost(result: CommitResult): boolean {
  return result.rejected !== undefined && result.code === 'epoch'
}

/** What a refused commit means to whoever asked for it. */
export function refusal(
  id: string,
  result: Exclude<CommitResult, { rejected?: undefined }>,
): Error {
  return isLost(result) ? new OwnedElsewhereError(id) : new RejectedError(result)
}
