// Leases of this host. Where several hosts can share a store, a model or a workflow is run by one of them at a
// time: the holder of its lease. Every commit made for it is fenced by the epoch in which the lease was taken, so a
// host that lost it changes nothing any more, whatever it believes and whatever its clock says. One alarm renews
// held leases and asks for those of others. A store that one process owns needs none of this.

import type { CommitResult, Precondition, Store } from '@cellwake/store'
import { LEASE_BEAT_MS, LEASE_MS } from '../limits.ts'
import type { AlarmHandle } from '../time/alarms.ts'
import type { Clock } from '../time/clock.ts'

export interface OwnershipHost {
  readonly store: Store
  /** Whether the store is shared with other hosts; left out, as its database says. */
  readonly isShared?: boolean | undefined
  readonly clock: Clock
  /** Another host has taken a lease that was held here; `holder` is its session, if it is known. */
  lost(lease: string, holder: string | undefined): void
}

/** Whether a lease is held here; otherwise the session that holds it, if it is known. */
export type Taken =
  | { readonly held: true }
  | { readonly held: false; readonly holder: string | undefined }

const NOTHING: readonly Precondition[] = []
/** No lease is ever in it; one that was never taken is in epoch 0. */
const NO_EPOCH = -1

export class Ownership {
  readonly #host: OwnershipHost
  /** Whether other hosts can have the store as well. */
  readonly #shared: boolean
  readonly #epochs = new Map<string, number>()
  #takeOthers: (() => Promise<void>) | undefined
  #alarm: AlarmHandle | undefined
  #beating: Promise<unknown> | undefined
  #closed = false

  constructor(host: OwnershipHost) {
    this.#host = host
    const { driver } = host.store.durability
    this.#shared = host.isShared ?? (driver === 'postgres' || driver === 'redis')
  }

  /** Takes a lease. When it is held, the commits of earlier holders are known here. */
  async take(lease: string): Promise<Taken> {
    if (!this.#shared) return { held: true }
    const { held, lease: row } = await this.#host.store.acquireLease(lease, LEASE_MS)
    if (!held) return { held, holder: row?.holder }
    this.#epochs.set(lease, row!.epoch)
    this.#arm()
    return { held }
  }

  /** Fencing precondition of every commit made under the lease. Without the lease, an epoch that never holds. */
  expect(lease: string): readonly Precondition[] {
    if (!this.#shared) return NOTHING
    return [{ type: 'epoch', lease, epoch: this.#epochs.get(lease) ?? NO_EPOCH }]
  }

  /** Others may have it at once. */
  async release(lease: string): Promise<void> {
    if (!this.#epochs.delete(lease)) return
    await this.#host.store.releaseLease(lease)
  }

  /** Another host has it. */
  forget(lease: string): void {
    this.#epochs.delete(lease)
  }

  /** From now on, calls `takeOthers` at every beat: it asks for the leases of other hosts. */
  wake(takeOthers: () => Promise<void>): void {
    if (!this.#shared) return
    this.#takeOthers = takeOthers
    this.#arm()
  }

  /** Resolves when the beat in progress is over. */
  async idle(): Promise<void> {
    await this.#beating
  }

  async close(): Promise<void> {
    this.#closed = true
    if (this.#alarm !== undefined) this.#host.clock.cancel(this.#alarm)
    await this.#beating
    // A lease that cannot be released now expires by itself.
    await Promise.allSettled([...this.#epochs.keys()].map((lease) => this.release(lease)))
  }

  #arm(): void {
    const needless = this.#epochs.size === 0 && this.#takeOthers === undefined
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

  /** An unreachable database is reported to those who commit; the next beat tries again. */
  async #beat(): Promise<void> {
    const renewals = [...this.#epochs].map(([lease, epoch]) => this.#renew(lease, epoch))
    await Promise.allSettled([...renewals, this.#takeOthers?.()])
  }

  async #renew(lease: string, epoch: number): Promise<void> {
    const { held, lease: row } = await this.#host.store.acquireLease(lease, LEASE_MS)
    // The lease was closed or taken anew meanwhile.
    if (this.#epochs.get(lease) !== epoch) return
    // Another epoch: another host had it in between, and the state in memory here is stale.
    // See test: a host that lost a model and took it again does not finish what it began before
    if (held && row!.epoch === epoch) return
    this.forget(lease)
    this.#host.lost(lease, held ? undefined : row?.holder)
  }
}

/** Whether a commit was refused since another host has the lease. */
export function isLost(result: CommitResult): boolean {
  return result.rejected !== undefined && result.code === 'epoch'
}
