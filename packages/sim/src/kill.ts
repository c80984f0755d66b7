// Kills real processes under load, at random moments, and audits the stores they leave behind:
// every acknowledged commit, whole and once; nothing of a commit without the rest of it; no gap in
// a client's operations; a numbering that never goes back. It says nothing about a loss of power:
// the kernel still flushes a killed process's writes.

import { openDriver } from '@cellwake/store'
import { between, NO_ROWS, seededRandom } from '@cellwake/store/testing'
import { Audit } from './audit.ts'
import { Host } from './kill-host.ts'
import { parseOperation } from './kill-load.ts'
import type { Plant } from './planted.ts'

/** The database under the load, and its server if that can be killed. */
export interface KillTarget {
  readonly store: 'sqlite' | 'postgres'
  readonly url: string
  readonly server?: { kill(): Promise<void>; restart(): Promise<void> }
}

export interface KillOptions {
  readonly target: KillTarget
  readonly cycles: number
  readonly seed: number
  readonly plant?: Plant
  readonly log?: (line: string) => void
}

export interface KillReport {
  readonly cycles: number
  readonly acknowledged: number
  /** Landed, but the process died before it could say so. */
  readonly unheard: number
  readonly claimed: number
  readonly violations: readonly string[]
}

const CLIENTS = 8
/** Several hosts share a Postgres; a SQLite file has one. */
const HOSTS = { sqlite: 1, postgres: 2 }
const PROGRESS_WITHIN_MS = 60_000

/** Stops after the first cycle with a violation: later ones would repeat it. */
export async function killLoop(options: KillOptions): Promise<KillReport> {
  const rig = new KillRig(options)
  let cycles = 0
  while (cycles < options.cycles && rig.violations.length === 0) {
    cycles++
    await rig.cycle()
    if (cycles % 10 === 0 || cycles === options.cycles) {
      options.log?.(`cycle ${cycles}/${options.cycles}: ${rig.acknowledged.size} acknowledged`)
    }
  }
  // A full audit at the end, in case rows found right have been spoilt since.
  if (rig.violations.length === 0) await rig.audit({ onlyNew: false })
  const { acknowledged, violations, claims } = rig
  const unheard = rig.landed.filter((id) => !acknowledged.has(id)).length
  return { cycles, acknowledged: acknowledged.size, unheard, claimed: claims.size, violations }
}

class KillRig {
  readonly #options: KillOptions
  readonly #random: () => number
  readonly #audit: Audit
  readonly #counts = new Map<string, number>()
  readonly acknowledged = new Map<string, number>()
  readonly claims = new Set<string>()
  readonly violations: string[] = []
  #cycle = 0
  #checked = 0

  constructor(options: KillOptions) {
    this.#options = options
    this.#random = seededRandom(options.seed)
    this.#audit = new Audit(0, { scope: '', acknowledged: this.acknowledged })
  }

  get landed(): string[] {
    return [...this.#audit.landed.keys()]
  }

  async cycle(): Promise<void> {
    this.#cycle++
    const { target, plant } = this.#options
    const count = HOSTS[target.store]
    const hosts = Array.from({ length: count }, (_, host) => {
      const clients = Array.from({ length: CLIENTS / count }, (_, i) => `c${host}x${i}`)
      return new Host({ url: target.url, clients, plant })
    })
    try {
      await this.#progress(hosts)
      if (target.server !== undefined) {
        await this.#pause(20, 400)
        await target.server.kill()
        await target.server.restart()
        await this.#progress(hosts)
      }
      for (const host of hosts) {
        await this.#pause(20, 400 / count)
        await host.kill()
      }
    } finally {
      await Promise.all(hosts.map((host) => host.kill()))
    }
    for (const host of hosts) this.#listen(host)
    await this.audit({ onlyNew: true })
  }

  /** Every host acknowledges something new. */
  async #progress(hosts: readonly Host[]): Promise<void> {
    const before = hosts.map((host) => host.acknowledged.length)
    const moved = await Promise.all(
      hosts.map((host, i) => host.hasAcknowledged(before[i]!, PROGRESS_WITHIN_MS)),
    )
    if (moved.includes(false)) this.#wrong(`no progress within ${PROGRESS_WITHIN_MS} ms`)
  }

  #listen(host: Host): void {
    for (const { operation, seq } of host.acknowledged) {
      const before = this.acknowledged.get(operation)
      if (before !== undefined && before !== seq) {
        this.#wrong(`${operation} was acknowledged as commit ${before} and as ${seq}`)
      }
      this.acknowledged.set(operation, seq)
    }
    for (const { job, attempt } of host.claimed) {
      const claim = `attempt ${attempt} of ${job}`
      if (this.claims.has(claim)) this.#wrong(`${claim} was handed out twice`)
      this.claims.add(claim)
    }
    for (const problem of host.problems) this.#wrong(problem)
  }

  async audit(options: { onlyNew: boolean }): Promise<void> {
    const driver = await openDriver(this.#options.target.url)
    try {
      // A killed process may still hold the lock in the middle of its commit: wait until it is
      // settled.
      await driver.transact(NO_NEEDS, () => ({
        seq: 0,
        queues: [],
        topics: [],
        timers: false,
        jobs: [],
      }))
      for (const problem of await this.#audit.run(driver, options)) this.#wrong(problem)
      this.#checkSequences()
    } finally {
      await driver.close()
    }
  }

  #checkSequences(): void {
    const { landed } = this
    for (const id of landed.slice(this.#checked)) {
      const { client, n } = parseOperation(id)
      const expected = (this.#counts.get(client) ?? 0) + 1
      if (n !== expected) this.#wrong(`${id} landed where ${client}-${expected} should have`)
      this.#counts.set(client, n)
    }
    this.#checked = landed.length
  }

  #pause(fromMs: number, toMs: number): Promise<void> {
    return new Promise((resolve) => setTimeout(resolve, between(this.#random, fromMs, toMs)))
  }

  #wrong(problem: string): void {
    this.violations.push(`cycle ${this.#cycle}: ${problem}`)
  }
}

const NO_NEEDS = { session: 'audit', since: Number.MAX_SAFE_INTEGER, rows: () => NO_ROWS }
