// Goal: closing loses nothing that was begun, and takes nothing new. Method: sets in flight over real connections
// while the server closes; each that was acknowledged is in the store, and none hangs.

import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Engine } from '@cellwake/engine'
import { systemClock, virtualClock } from '@cellwake/scheduler'
import { openStore } from '@cellwake/store'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createServer } from '../src/index.ts'
import { CLOSE_DEADLINE_MS } from '../src/limits.ts'
import { desk, world } from './world.ts'

function post(url: string, body: unknown, agent: Agent): Promise<number> {
  return new Promise((resolve) => {
    const sent = request(
      url,
      { method: 'POST', agent, headers: { 'content-type': 'application/json' } },
      (answer) => {
        answer.resume()
        answer.on('end', () => resolve(answer.statusCode ?? 0))
      },
    )
    sent.on('error', () => resolve(0))
    sent.end(JSON.stringify(body))
  })
}

describe('closing', () => {
  it('keeps every set that was acknowledged, and answers every one that was begun', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'cellwake-server-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const clock = systemClock({ unref: true })
    const store = await openStore(`sqlite:${join(folder, 'x.db')}`)
    const engine = new Engine({ store, clock })
    const cells = 200
    await engine.deploy(`A1:A${cells} = 0\n`, { id: 'm' })
    const server = await createServer({ engine, store, clock })
    const { url } = await server.listen({ port: 0 })
    const agent = new Agent({ keepAlive: true, maxSockets: 20 })
    const statuses = new Map<string, number>()
    const sends = [...Array(cells).keys()].map(async (i) => {
      const symbol = `A${i + 1}`
      const body = { set: { [symbol]: i + 1 } }
      statuses.set(symbol, await post(`${url}/api/models/m/inputs`, body, agent))
    })
    while (statuses.size < 20) await new Promise((resolve) => setImmediate(resolve))
    await server.close()
    await Promise.all(sends)
    agent.destroy()
    await engine.close()
    await store.close()
    const again = await openStore(`sqlite:${join(folder, 'x.db')}`)
    const reopened = new Engine({ store: again, clock })
    const model = await reopened.model('m')
    const acknowledged = [...statuses].filter(([, status]) => status === 200)
    expect(acknowledged.length).toBeGreaterThanOrEqual(20)
    for (const [symbol] of acknowledged) {
      expect([symbol, model.get(symbol).value]).toEqual([symbol, Number(symbol.slice(1))])
    }
    for (const status of statuses.values()) expect([0, 200, 503]).toContain(status)
    await reopened.close()
    await again.close()
    clock.close()
  })

  it('takes nothing new, and says so', async () => {
    const { server, ask, engine } = await world()
    await engine.deploy(desk, { id: 'desk' })
    await server.listen({ port: 0 })
    const closing = server.close()
    // Fastify takes no requests at all once it is closed, so this one meets the door just before.
    const answer = await ask('GET', '/api/whoami').catch(() => undefined)
    expect([undefined, 503]).toContain(answer?.status)
    await closing
    await expect(server.listen({ port: 0 })).rejects.toThrow(/listens/)
    expect(await server.close()).toBeUndefined()
  })

  it('cuts off what takes longer than the deadline', async () => {
    const clock = virtualClock('2026-01-01T00:00:00Z')
    const { server, engine } = await world({ clock })
    await engine.deploy(desk, { id: 'desk' })
    const { url } = await server.listen({ port: 0 })
    Object.defineProperty(engine.running('desk'), 'set', { value: () => new Promise(() => {}) })
    const agent = new Agent()
    const hanging = post(`${url}/api/models/desk/inputs`, { set: { A1: 1 } }, agent)
    await new Promise((resolve) => setTimeout(resolve, 200))
    const closing = server.close()
    await clock.advance(CLOSE_DEADLINE_MS)
    await closing
    expect(await hanging).toBe(0)
  })
})
