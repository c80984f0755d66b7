// A server on a store in memory, for tests. Requests go in without a port unless a test listens.

import { Engine, type Slices } from '@cellwake/engine'
import { systemClock } from '@cellwake/scheduler'
import { openStore, type Store } from '@cellwake/store'
import { type Sandbox, type ToolDefinition, Workflows } from '@cellwake/workflows'
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { onTestFinished } from 'vitest'
import { type CellwakeServer, type Clock, createServer, type ServerOptions } from '../src/index.ts'

export interface World {
  readonly server: CellwakeServer
  readonly engine: Engine
  readonly store: Store
  readonly workflows: Workflows
  /** A request with a JSON body, from this machine. */
  ask(method: string, url: string, more?: Ask): Promise<Answer>
}

export interface Ask {
  readonly body?: unknown
  readonly token?: string
  readonly key?: string
  readonly headers?: Record<string, string>
}

export interface Answer {
  readonly status: number
  readonly headers: LightMyRequestResponse['headers']
  readonly text: string
  /** Undefined if the answer is not JSON. */
  readonly json: unknown
  /** Of an error. */
  readonly code: unknown
  /** What stands at a path such as `models.*.id`; a star stands for every element. */
  at(path: string): unknown
}

export interface WorldOptions extends Omit<ServerOptions, 'engine' | 'store' | 'clock'> {
  readonly clock?: Clock
  readonly url?: string
  readonly slices?: Slices
  /** Runs scripts of workflows; left out, none are run. */
  readonly scripts?: Sandbox
  /** Tools of workflows. */
  readonly tools?: readonly ToolDefinition[]
  /** Where to leave the closing of it; the end of the test unless given. */
  readonly over?: (fn: () => Promise<void>) => void
}

export async function world({
  clock,
  url,
  slices,
  scripts,
  tools = [],
  over = onTestFinished,
  ...options
}: WorldOptions = {}): Promise<World> {
  const time = clock ?? systemClock({ unref: true })
  const store = await openStore(url ?? 'memory:', { clock: time })
  const engine = new Engine({
    store,
    clock: time,
    ...(slices && { slices, onError: () => {} }),
  })
  const workflows = new Workflows({ store, clock: time, tools, ...(scripts && { scripts }) })
  await workflows.start()
  const server = await createServer({ engine, store, workflows, clock: time, ...options })
  over(async () => {
    await server.close()
    await workflows.close()
    await engine.close()
    await store.close()
    time.close()
  })
  return { server, engine, store, workflows, ask: asking(server) }
}

/** Requests to a server without a port. */
export function asking(server: CellwakeServer): World['ask'] {
  return (method, path, more) => ask(server, method, path, more)
}

async function ask(
  { app }: CellwakeServer,
  method: string,
  url: string,
  { body, token, key, headers }: Ask = {},
): Promise<Answer> {
  const answer = await app.inject({
    method: method as NonNullable<InjectOptions['method']>,
    url,
    headers: {
      host: 'localhost',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(key !== undefined && { 'idempotency-key': key }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const json = parsed(answer.body)
  return {
    status: answer.statusCode,
    headers: answer.headers,
    text: answer.body,
    json,
    code: valueAt(json, ['error', 'code']),
    at: (path) => valueAt(json, path.split('.')),
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function valueAt(value: unknown, [key, ...rest]: readonly string[]): unknown {
  if (key === undefined || typeof value !== 'object' || value === null) {
    return key === undefined ? value : undefined
  }
  if (key === '*') return Object.values(value).map((one) => valueAt(one, rest))
  return valueAt(Object.entries(value).find(([name]) => name === key)?.[1], rest)
}

export const desk = `MODEL "Desk"
A1 = 1
B1 = A1 * 2
C1 ~= B1 + 1
WHEN B1 > 10 THEN
  D1 = "over"
END
`
