// Shared by the tests of commands against a server: a real server on a free port of this machine, with a
// store in memory.

import { Engine } from '@cellwake/engine'
import { systemClock } from '@cellwake/scheduler'
import { createServer, type TokenConfig } from '@cellwake/server'
import { openStore } from '@cellwake/store'
import { Sandbox, type ToolDefinition, Workflows } from '@cellwake/workflows'
import { afterAll, beforeAll } from 'vitest'
import { importInProcess } from '../src/hosting/import-process.ts'
import { inProcess } from './in-process.ts'

export interface TestServer {
  readonly url: string
  readonly engine: Engine
  readonly workflows: Workflows
  close(): Promise<void>
}

export async function startServer(
  tokens?: readonly TokenConfig[],
  tools: readonly ToolDefinition[] = [],
): Promise<TestServer> {
  const clock = systemClock()
  const store = await openStore('memory:', { clock })
  const engine = new Engine({ store, clock })
  const sandbox = new Sandbox()
  const workflows = new Workflows({ store, clock, tools, scripts: sandbox })
  await workflows.start()
  const server = await createServer({
    engine,
    store,
    clock,
    workflows,
    importFile: importInProcess(),
    ...(tokens && { tokens }),
  })
  const { url } = await server.listen({ port: 0, host: '127.0.0.1' })
  const close = async () => {
    await server.close()
    await workflows.close()
    await sandbox.close()
    await engine.close()
    await store.close()
    clock.close()
  }
  return { url, engine, workflows, close }
}

/** A server for the tests of one file, and the program that speaks to it. */
export function withServer() {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer()
  })
  afterAll(() => server.close())
  return {
    get engine(): Engine {
      return server.engine
    },
    get url(): string {
      return server.url
    },
    /** Runs a command against the server. */
    run: (...args: string[]) => inProcess([...args, '--url', server.url]),
    /** The same with `--json`, and its object. */
    async json(...args: string[]) {
      const ended = await inProcess([...args, '--url', server.url, '--json'])
      if (ended.code !== 0)
        throw new Error(`${args.join(' ')} ended with ${ended.code}: ${ended.err}`)
      return JSON.parse(ended.out)
    },
  }
}
