// A cluster of three masters: each model lives on one of them, and moves with its slot while it is written.

import { Engine } from '@cellwake/engine'
import { type VirtualClock, virtualClock } from '@cellwake/scheduler'
import { openStore, type Store } from '@cellwake/store'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findRedis, type Redis, startRedis } from '../../../scripts/services/index.ts'
import { hostLua } from '../src/chunk.ts'
import { type Connection, connect } from '../src/connection.ts'
import { keysOf } from '../src/keys.ts'
import { ensureLibrary, libraryOf } from '../src/library.ts'
import { RedisModels } from '../src/redis-models.ts'
import { assertTier } from '../src/tier.ts'
import { standInChunk, standInSource } from './stand-in.ts'

const found = await findRedis()
const SLOTS = 16_384

describe.skipIf('tried' in found)('a cluster of three masters', () => {
  const servers: Redis[] = []
  const nodes: Connection[] = []
  let ids: string[] = []
  let clock: VirtualClock
  let store: Store
  let cluster: Connection
  let engine: Engine

  beforeAll(async () => {
    for (let i = 0; i < 3; i++) {
      const settings = { 'cluster-enabled': 'yes', 'cluster-node-timeout': '5000' }
      const server = (await startRedis({ settings }))!
      servers.push(server)
      nodes.push(await alone(server))
    }
    ids = await Promise.all(nodes.map(async (node) => String(await say(node, 'CLUSTER', 'MYID'))))
    for (const [i, node] of nodes.entries()) {
      const from = Math.floor((SLOTS * i) / 3)
      const to = Math.floor((SLOTS * (i + 1)) / 3) - 1
      await say(node, 'CLUSTER', 'ADDSLOTSRANGE', String(from), String(to))
      await say(node, 'CLUSTER', 'MEET', '127.0.0.1', String(servers[0]!.port))
    }
    await until(async () => {
      const infos = await Promise.all(nodes.map((node) => say(node, 'CLUSTER', 'INFO')))
      return infos.every(
        (info) =>
          String(info).includes('cluster_state:ok') &&
          String(info).includes('cluster_known_nodes:3'),
      )
    })
    clock = virtualClock('2026-01-01T00:00:00Z')
    store = await openStore('memory:', { clock })
    cluster = await connect({ url: servers.map(({ url }) => url).join(',') })
    const library = libraryOf(standInChunk, hostLua())
    await ensureLibrary(cluster, library)
    const tier = await assertTier(cluster)
    const options = { url: servers[0]!.url, clock }
    const home = new RedisModels({
      connection: cluster,
      deploy: undefined,
      library,
      tier,
      options,
    })
    engine = new Engine({ store, clock, homes: [home] })
  })

  afterAll(async () => {
    await engine?.close()
    await store?.close()
    clock?.close()
    await cluster?.close()
    for (const node of nodes) await node.close()
    for (const server of servers) await server.stop()
  })

  /** One node by itself, which answers for its own slots only. */
  async function alone(server: Redis): Promise<Connection> {
    return connect({ url: server.url, isOneNode: true })
  }

  function say(node: Connection, ...args: string[]) {
    return node.command('', args)
  }

  it('has the library and its tier on each of them', async () => {
    for (const node of nodes) {
      const list = JSON.stringify(await say(node, 'FUNCTION', 'LIST'))
      expect(list).toContain('cellwake_')
    }
    expect(cluster.isCluster).toBe(true)
  })

  it('spreads models over its nodes, each whole on one', async () => {
    const names = ['one', 'two', 'three', 'four', 'five', 'six']
    for (const id of names) {
      const { model } = await engine.deploy(standInSource, { id })
      await model.set({ A1: 150 })
      expect(model.get('C1').value).toBe(150)
    }
    const sizes = await Promise.all(nodes.map((node) => say(node, 'DBSIZE')))
    expect(sizes.every((size) => Number(size) > 0)).toBe(true)
  })

  it('loses and doubles nothing while a slot moves under load', async () => {
    const { model } = await engine.deploy(standInSource, { id: 'moving' })
    const keys = keysOf('moving')
    const slot = String(await say(nodes[0]!, 'CLUSTER', 'KEYSLOT', keys.head))
    const from = await ownerOf(slot)
    const to = (from + 1) % 3
    let isOver = false
    let acknowledged = 0
    const load = (async () => {
      for (let i = 1; !isOver; i++) {
        await model.set({ A1: i % 100 })
        acknowledged++
      }
    })()
    await until(async () => acknowledged > 5)
    await say(nodes[to]!, 'CLUSTER', 'SETSLOT', slot, 'IMPORTING', ids[from]!)
    await say(nodes[from]!, 'CLUSTER', 'SETSLOT', slot, 'MIGRATING', ids[to]!)
    for (;;) {
      const some = await say(nodes[from]!, 'CLUSTER', 'GETKEYSINSLOT', slot, '100')
      const list = some as readonly string[]
      if (list.length === 0) break
      const { port } = servers[to]!
      // All at once: while they are apart, nobody can be answered.
      await say(
        nodes[from]!,
        'MIGRATE',
        '127.0.0.1',
        String(port),
        '',
        '0',
        '5000',
        'KEYS',
        ...list,
      )
    }
    for (const node of nodes) await say(node, 'CLUSTER', 'SETSLOT', slot, 'NODE', ids[to]!)
    const before = acknowledged
    await until(async () => acknowledged > before + 5)
    isOver = true
    await load
    expect(await ownerOf(slot)).toBe(to)
    const { entries } = await model.history('A1', { limit: 1_000 })
    expect(new Set(entries.map(({ rev }) => rev)).size).toBe(entries.length)
    expect(entries.length).toBeGreaterThanOrEqual(acknowledged)
  })

  async function ownerOf(slot: string): Promise<number> {
    const slots = (await say(nodes[0]!, 'CLUSTER', 'SLOTS')) as readonly (readonly [
      number,
      number,
      readonly [string, number],
    ])[]
    const [, , [, port]] = slots.find(([a, b]) => a <= Number(slot) && Number(slot) <= b)!
    return servers.findIndex((server) => server.port === port)
  }
})

async function until(holds: () => Promise<boolean>): Promise<void> {
  for (let attempt = 0; attempt < 400; attempt++) {
    if (await holds()) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('it did not come about')
}
