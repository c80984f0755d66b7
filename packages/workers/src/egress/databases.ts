// Transactions with databases that the operator named, over sessions that are kept for a while.

import type { Clock } from '@cellwake/scheduler'
import pg from 'pg'
import type { PostgresConnection } from '../connection.ts'
import { Deadline } from '../deadline.ts'
import type { Progress } from '../http-call.ts'
import {
  CALL_TIMEOUT_MS,
  CONNECT_TIMEOUT_MS,
  POSTGRES_CONNECTIONS,
  POSTGRES_IDLE_MS,
} from '../limits.ts'
import { fromPostgres } from '../pg-error.ts'
import { inTransaction, type PgSession, sessionOf } from '../pg-session.ts'
import { openSecret } from '../secret.ts'
import { type Dialer, noError } from './dialer.ts'

export interface TransactOptions {
  readonly mayWrite?: true
  readonly totalMs?: number
  readonly signal?: AbortSignal
  readonly progress?: Progress
  /** The session is closed after it, with its settings. */
  readonly alone?: true
}

/** @internal */
export class Databases {
  readonly #clock: Clock
  readonly #dialer: Dialer
  readonly #pools = new Map<string, { readonly version: number; readonly pool: pg.Pool }>()

  constructor(clock: Clock, dialer: Dialer) {
    this.#clock = clock
    this.#dialer = dialer
  }

  /** An error, also of `work`, rolls it back and throws a `CallError`. */
  async transact<T>(
    to: PostgresConnection,
    options: TransactOptions,
    work: (session: PgSession) => Promise<T>,
  ): Promise<T> {
    const { totalMs = CALL_TIMEOUT_MS, signal, mayWrite, progress, alone } = options
    const what = `The database ${to.name}`
    const deadline = new Deadline({ clock: this.#clock, totalMs, what, signal })
    let client: pg.PoolClient | undefined
    try {
      client = await this.#client(to, deadline)
      if (progress !== undefined) progress.sent = true
      const answer = await deadline.race(inTransaction(sessionOf(client), totalMs, mayWrite, work))
      client.release(alone === true)
      client = undefined
      return answer
    } catch (error) {
      throw fromPostgres(error, to)
    } finally {
      // Its transaction is in an unknown state: it is closed, and the server rolls back.
      client?.release(true)
      deadline.end()
    }
  }

  async #client(to: PostgresConnection, deadline: Deadline): Promise<pg.PoolClient> {
    const connecting = this.#pool(to).connect()
    try {
      return await deadline.race(connecting)
    } catch (error) {
      // One that comes after the time was up goes back unused.
      connecting.then((late) => late.release(), noError)
      throw error
    }
  }

  /** Closes pooled connections. */
  async close(): Promise<void> {
    const pools = [...this.#pools.values()]
    this.#pools.clear()
    await Promise.all(pools.map(({ pool }) => pool.end()))
  }

  #pool(to: PostgresConnection): pg.Pool {
    const known = this.#pools.get(to.name)
    if (known?.version === to.version) return known.pool
    known?.pool.end().catch(noError)
    const { host, port, user, database, password, secure } = to
    // Everything is given, so that nothing is taken from the environment or a file in the home folder.
    const pool = new pg.Pool({
      host,
      port,
      user,
      database,
      password: () => (password === undefined ? '' : openSecret(password)),
      ssl: secure ? this.#dialer.trust() : false,
      application_name: 'cellwake',
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      idleTimeoutMillis: POSTGRES_IDLE_MS,
      allowExitOnIdle: true,
      max: POSTGRES_CONNECTIONS,
      stream: () => this.#dialer.laterSocket(),
    })
    // A socket that breaks while idle fails at its next use.
    pool.on('error', noError)
    pool.on('connect', (client) => client.on('error', noError))
    this.#pools.set(to.name, { version: to.version, pool })
    return pool
  }
}
