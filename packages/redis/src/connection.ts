// The connection to a Redis or to a cluster of them. It reconnects by itself. The outcome of a command in flight at a
// loss is unknown: its error differs from that of a command that was surely not done.

import { StoreError, type System, system } from '@cellwake/store'
import {
  ClientOfflineError,
  createClient,
  createCluster,
  ErrorReply,
  type RedisClientType,
  type RedisClusterType,
} from '@redis/client'
import { RedisError } from './errors.ts'
import {
  CLUSTER_REDIRECTIONS,
  COMMAND_TIMEOUT_MS,
  CONNECT_TIMEOUT_MS,
  RECONNECT_DELAY_MAX_MS,
  TRY_AGAIN_ATTEMPTS,
  TRY_AGAIN_DELAY_MS,
} from './limits.ts'

export interface ConnectionOptions {
  /** One URL; of a cluster, some of its nodes, with commas. */
  readonly url: string
  readonly username?: string
  readonly password?: string
  readonly system?: Pick<System, 'delay'>
  /** Speaks to this node by itself, though it is one of a cluster. */
  readonly isOneNode?: boolean
  /** Told why the connection is lost, and with undefined that it is there again. */
  readonly onTrouble?: (trouble: string | undefined) => void
}

export type Reply = string | number | null | readonly Reply[]

type Client = RedisClientType
type Cluster = RedisClusterType

export interface Connection {
  readonly isCluster: boolean
  /** Why there is no connection at present. */
  readonly trouble: string | undefined
  /** Runs a command where its key lives. */
  command(key: string, args: readonly string[], options?: CommandOptions): Promise<Reply>
  /** Runs a command on each master, one after the other. */
  everywhere(args: readonly string[]): Promise<readonly Reply[]>
  close(): Promise<void>
}

export interface CommandOptions {
  /** It changes nothing: if its outcome is unknown, it was not done. */
  readonly readOnly?: boolean
}

export async function connect(options: ConnectionOptions): Promise<Connection> {
  const urls = options.url.split(',').map((url) => url.trim())
  for (const url of urls) checkUrl(url)
  const line = new Line(options.onTrouble)
  const first = await openClient(urls[0]!, options, line)
  const isOne = options.isOneNode === true || (urls.length === 1 && !(await isCluster(first)))
  if (isOne) return new SingleConnection(first, options, line)
  await first.close()
  return new ClusterConnection(await openCluster(urls, options, line), options, line)
}

/** Whether the connection stands. Each cause of a loss is told once, and so is its end. */
class Line {
  trouble: string | undefined
  readonly #tell: ((trouble: string | undefined) => void) | undefined

  constructor(tell: ((trouble: string | undefined) => void) | undefined) {
    this.#tell = tell
  }

  is(trouble: string | undefined): void {
    if (trouble === this.trouble) return
    this.trouble = trouble
    this.#tell?.(trouble)
  }

  lost(error: Error): void {
    this.is(error.message || error.name)
  }
}

function checkUrl(text: string): void {
  let url: URL | undefined
  try {
    url = new URL(text)
  } catch {
    // Said below, without the password that may be in it.
  }
  if (url === undefined || !/^rediss?:$/.test(url.protocol) || url.hostname === '') {
    throw new RedisError('url-malformed', text.replace(/\/\/.*@/, '//…@').slice(0, 200))
  }
}

function settings({ username, password }: ConnectionOptions) {
  return {
    RESP: 2 as const,
    // While it is away nothing is queued: the sender decides whether to retry.
    disableOfflineQueue: true,
    disableClientInfo: true,
    name: 'cellwake',
    maintNotifications: 'disabled' as const,
    commandOptions: { timeout: COMMAND_TIMEOUT_MS },
    socket: {
      connectTimeout: CONNECT_TIMEOUT_MS,
      reconnectStrategy: (retries: number) => Math.min(2 ** retries * 10, RECONNECT_DELAY_MAX_MS),
    },
    ...(username === undefined ? {} : { username }),
    ...(password === undefined ? {} : { password }),
  }
}

async function openClient(url: string, options: ConnectionOptions, line: Line): Promise<Client> {
  const known = settings(options)
  let isOpen = false
  const reconnectStrategy = (retries: number) =>
    isOpen ? known.socket.reconnectStrategy(retries) : (false as const)
  const client = createClient({ ...known, url, socket: { ...known.socket, reconnectStrategy } })
  client.on('error', (error: Error) => {
    if (isOpen) line.lost(error)
  })
  client.on('ready', () => line.is(undefined))
  try {
    await client.connect()
  } catch (error) {
    throw outside(error)
  }
  isOpen = true
  return client as unknown as Client
}

async function openCluster(
  urls: readonly string[],
  options: ConnectionOptions,
  line: Line,
): Promise<Cluster> {
  const { username, password } = new URL(urls[0]!)
  const cluster = createCluster({
    RESP: 2,
    rootNodes: urls.map((url) => ({ ...settings(options), url })),
    defaults: {
      ...(username === '' ? {} : { username: decodeURIComponent(username) }),
      ...(password === '' ? {} : { password: decodeURIComponent(password) }),
      ...settings(options),
    },
    maxCommandRedirections: CLUSTER_REDIRECTIONS,
  })
  cluster.on('error', (error: Error) => line.lost(error))
  try {
    await cluster.connect()
  } catch (error) {
    throw outside(error)
  }
  return cluster as unknown as Cluster
}

async function isCluster(client: Client): Promise<boolean> {
  try {
    const info = String(await client.sendCommand(['INFO', 'cluster']))
    return info.includes('cluster_enabled:1')
  } catch {
    // A user that may not ask is one of a single server; a cluster is named by several URLs then.
    return false
  }
}

class SingleConnection implements Connection {
  readonly isCluster = false
  readonly #client: Client
  readonly #way: Way

  constructor(client: Client, { system: { delay } = system }: ConnectionOptions, line: Line) {
    this.#client = client
    this.#way = { delay, line }
  }

  get trouble(): string | undefined {
    return this.#way.line.trouble
  }

  command(_key: string, args: readonly string[], options?: CommandOptions): Promise<Reply> {
    return persistently(this.#way, options, () => this.#send(args))
  }

  async everywhere(args: readonly string[]): Promise<readonly Reply[]> {
    return [await persistently(this.#way, undefined, () => this.#send(args))]
  }

  #send(args: readonly string[]): Promise<Reply> {
    return this.#client.sendCommand([...args]) as unknown as Promise<Reply>
  }

  async close(): Promise<void> {
    if (this.#client.isReady) await this.#client.close()
    else if (this.#client.isOpen) this.#client.destroy()
  }
}

class ClusterConnection implements Connection {
  readonly isCluster = true
  readonly #cluster: Cluster
  readonly #way: Way

  constructor(cluster: Cluster, { system: { delay } = system }: ConnectionOptions, line: Line) {
    this.#cluster = cluster
    this.#way = { delay, line }
  }

  get trouble(): string | undefined {
    return this.#way.line.trouble
  }

  // The client follows MOVED and ASK by itself.
  command(key: string, args: readonly string[], options?: CommandOptions): Promise<Reply> {
    return persistently(
      this.#way,
      options,
      () => this.#cluster.sendCommand(key, false, [...args]) as unknown as Promise<Reply>,
    )
  }

  async everywhere(args: readonly string[]): Promise<readonly Reply[]> {
    const replies: Reply[] = []
    for (const master of this.#cluster.masters) {
      const client = await this.#cluster.nodeClient(master)
      const send = () => client.sendCommand([...args]) as unknown as Promise<Reply>
      replies.push(await persistently(this.#way, undefined, send))
    }
    return replies
  }

  async close(): Promise<void> {
    await this.#cluster.close()
  }
}

interface Way {
  readonly delay: System['delay']
  readonly line: Line
}

/** While a slot is between two nodes, neither can answer for all of its keys. Nothing was done then. */
async function persistently(
  { delay, line }: Way,
  options: CommandOptions | undefined,
  send: () => Promise<Reply>,
): Promise<Reply> {
  for (let attempt = 1; ; attempt++) {
    try {
      const reply = await send()
      // A node of a cluster that is back says nothing of its own accord.
      line.is(undefined)
      return reply
    } catch (error) {
      const isBetween = error instanceof ErrorReply && error.message.startsWith('TRYAGAIN')
      if (!isBetween || attempt === TRY_AGAIN_ATTEMPTS) throw failure(error, options, line.trouble)
      await delay(TRY_AGAIN_DELAY_MS)
    }
  }
}

/** Replies of a Redis that has done nothing, and may do it later. */
const LATER =
  /^(LOADING|CLUSTERDOWN|MASTERDOWN|TRYAGAIN|READONLY|BUSY|MISCONF|NOREPLICAS|UNKILLABLE) /

/** The error in the store's terms: whether the outcome is known. */
function failure(
  error: unknown,
  { readOnly = false }: CommandOptions = {},
  trouble?: string,
): Error {
  const said = error instanceof Error ? error.message : String(error)
  // A client that is offline says only that; the reason came with its last attempt.
  const detail = error instanceof ClientOfflineError && trouble !== undefined ? trouble : said
  if (error instanceof ErrorReply) {
    if (LATER.test(`${detail} `))
      return new StoreError('store-unreachable', detail, { cause: error })
    if (detail.startsWith('OOM')) return new StoreError('disk-full', detail, { cause: error })
    if (/^(NOAUTH|WRONGPASS|NOPERM)/.test(detail)) return new RedisError('refused', detail)
    return error
  }
  if (error instanceof ClientOfflineError || readOnly) {
    return new StoreError('store-unreachable', detail, { cause: error })
  }
  return new StoreError('outcome-unknown', detail, { cause: error })
}

function outside(error: unknown): Error {
  const detail = error instanceof Error ? error.message || error.name : String(error)
  if (/NOAUTH|WRONGPASS|NOPERM/.test(detail)) return new RedisError('refused', detail)
  return new RedisError('unreachable', detail, { cause: error })
}
