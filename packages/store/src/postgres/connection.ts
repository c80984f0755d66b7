// Connections to one Postgres database: one that writes, one that listens, and a few that ask. A
// lost one is replaced when it is next needed; the listener comes back by itself.

import pg from 'pg'
import { StoreError } from '../errors.ts'
import {
  POSTGRES_ASKING_CONNECTIONS,
  POSTGRES_CONNECT_TIMEOUT_MS,
  POSTGRES_IDLE_TIMEOUT_MS,
  POSTGRES_LOCK_TIMEOUT_MS,
  POSTGRES_STATEMENT_TIMEOUT_MS,
  RECONNECT_DELAY_MAX_MS,
} from '../limits.ts'
import { system } from '../system.ts'
import { fromPostgres } from './pg-errors.ts'

const SCHEMA = /^[a-z_][a-z0-9_]{0,62}$/

/**
 * A statement with a name is planned without its values, and never again. So it must not be planned as a walk over a
 * table that is small today, and whatever a plan costs on paper, nothing is compiled for it.
 */
const PLANNED_ONCE = '-c plan_cache_mode=force_generic_plan -c enable_seqscan=off -c jit=off'

export class Connections {
  readonly #config: pg.ClientConfig
  readonly schema: string
  readonly #pool: pg.Pool
  #writer: pg.Client | undefined
  #listener: pg.Client | undefined
  #closed = false

  constructor(url: string) {
    const { connectionString, schema } = parse(url)
    this.schema = schema
    this.#config = {
      connectionString,
      connectionTimeoutMillis: POSTGRES_CONNECT_TIMEOUT_MS,
      query_timeout: POSTGRES_STATEMENT_TIMEOUT_MS,
      lock_timeout: POSTGRES_LOCK_TIMEOUT_MS,
      idle_in_transaction_session_timeout: POSTGRES_IDLE_TIMEOUT_MS,
      keepAlive: true,
      application_name: 'cellwake',
      // Set per connection, so no setting of the server weakens a commit.
      options: `-c search_path=${schema} -c synchronous_commit=on`,
    }
    this.#pool = new pg.Pool({ ...this.#config, max: POSTGRES_ASKING_CONNECTIONS })
    this.#pool.on('error', () => {})
  }

  /** The channel on which hosts tell each other of commits. */
  get channel(): string {
    return `cellwake_${this.schema}`
  }

  async ask(text: string, values: readonly unknown[] = []): Promise<Record<string, unknown>[]> {
    this.#mustBeOpen()
    try {
      return (await this.#pool.query(text, [...values])).rows
    } catch (error) {
      throw fromPostgres(error, false)
    }
  }

  /** The single connection that writes. */
  async writer(): Promise<pg.Client> {
    this.#mustBeOpen()
    if (this.#writer !== undefined) return this.#writer
    const { options } = this.#config
    // Queries of one turn go in one round trip.
    const pipeline = { ...this.#config, options: `${options} ${PLANNED_ONCE}`, pipeline: true }
    const client = await this.#connect(pipeline, (lost) => {
      if (this.#writer === lost) this.#writer = undefined
    })
    this.#writer = client
    return client
  }

  /** Gives the writing connection up: its transaction, if any, is rolled back by the server. */
  dropWriter(): void {
    const writer = this.#writer
    this.#writer = undefined
    writer?.end().catch(() => {})
  }

  /** Calls `heard` for each notification, and `missed` whenever some may have been lost. */
  async listen(heard: (payload: string) => void, missed: () => void): Promise<void> {
    const client = await this.#connect(this.#config, (lost) => {
      if (this.#closed || this.#listener !== lost) return
      this.#listener = undefined
      void this.#listenAgain(heard, missed)
    })
    if (this.#closed) {
      client.end().catch(() => {})
      return
    }
    client.on('notification', ({ payload }) => heard(payload ?? ''))
    try {
      await client.query(`LISTEN ${this.channel}`)
    } catch (error) {
      client.end().catch(() => {})
      throw fromPostgres(error, false)
    }
    this.#listener = client
  }

  async #listenAgain(heard: (payload: string) => void, missed: () => void): Promise<void> {
    while (!this.#closed && this.#listener === undefined) {
      try {
        await this.listen(heard, missed)
        missed()
      } catch {
        await system.delay(RECONNECT_DELAY_MAX_MS)
      }
    }
  }

  /** `onLost` is told which connection, because one can be lost before it was ever had. */
  async #connect(config: pg.ClientConfig, onLost: (client: pg.Client) => void): Promise<pg.Client> {
    const client = new pg.Client(config)
    client.on('error', () => onLost(client))
    client.on('end', () => onLost(client))
    try {
      await client.connect()
    } catch (error) {
      throw fromPostgres(error, false)
    }
    return client
  }

  async close(): Promise<void> {
    if (this.#closed) return
    this.#closed = true
    const open = [this.#writer, this.#listener]
    this.#writer = undefined
    this.#listener = undefined
    await Promise.allSettled([...open.map((client) => client?.end()), this.#pool.end()])
  }

  #mustBeOpen(): void {
    if (this.#closed) throw new StoreError('store-closed')
  }
}

function parse(url: string): { connectionString: string; schema: string } {
  let parsed: URL
  try {
    parsed = new URL(url)
  } catch (cause) {
    throw new StoreError('url-malformed', 'it is not a URL', { cause })
  }
  const schema = parsed.searchParams.get('schema') ?? 'cellwake'
  if (!SCHEMA.test(schema)) {
    throw new StoreError('url-malformed', `schema ${JSON.stringify(schema)} is not a plain name`)
  }
  parsed.searchParams.delete('schema')
  return { connectionString: parsed.href, schema }
}
