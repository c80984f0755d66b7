// Goal: a workflow reaches no further than the token that lets it run. Method: scripts in the real sandbox, deployed over
// HTTP by tokens that reach a part of the topics and models.

import { Sandbox } from '@cellwake/workflows'
import { describe, expect, it, onTestFinished } from 'vitest'
import { newToken } from '../src/index.ts'
import { world } from './world.ts'

const all = ['*']
const [few, topical, full] = [newToken(), newToken(), newToken()]
const scopes = ['deploy'] as const
const tokens = [
  { name: 'few', token: few, scopes, models: ['mine*'], topics: ['mine*'], workflows: ['w*'] },
  { name: 'topical', token: topical, scopes, models: ['mine*'], topics: all, workflows: ['w*'] },
  { name: 'full', token: full, scopes, models: all, topics: all, workflows: ['w*'] },
]

interface Wanted {
  readonly reads?: string
  readonly writes?: string
  readonly tools?: readonly string[]
  readonly connections?: readonly string[]
}

const script = ({ reads = 'mine', writes = 'mine.out', tools = [], connections = [] }: Wanted) =>
  `export default workflow({
  topics: { own: {}, ${JSON.stringify(reads)}: { shared: true }, ${JSON.stringify(writes)}: { shared: true } },
  tools: ${JSON.stringify(tools)}, connections: ${JSON.stringify(connections)},
  consumers: { take: { subscribe: [${JSON.stringify(reads)}, 'own'], publishes: [${JSON.stringify(writes)}],
    prepare: async () => ({ data: 1 }), next: async () => ({}) } },
})`

async function stage() {
  const scripts = new Sandbox()
  onTestFinished(() => scripts.close())
  const { ask } = await world({ tokens, scripts })
  const deploy = async (token: string, wanted: Wanted, name = 'w1') => {
    const answer = await ask('POST', '/api/workflows', {
      token,
      body: { name, script: script(wanted) },
    })
    return answer.status
  }
  return { ask, deploy }
}

describe('a script that a token deploys', { timeout: 60_000 }, () => {
  it.each<[string, Wanted, number, number]>([
    ['reads and publishes to topics that it reaches', {}, 200, 200],
    ['reads a topic of others', { reads: 'other' }, 403, 200],
    ['publishes to a topic of others', { writes: 'other' }, 403, 200],
    ['sets models', { tools: ['models.set'] }, 403, 403],
    ['reads models', { tools: ['log', 'models.get'] }, 403, 403],
    ['uses a connection', { tools: ['http'], connections: ['crm'] }, 403, 403],
  ])('which %s: by reach', async (_, wanted, forFew, forTopical) => {
    const { ask, deploy } = await stage()
    expect(await deploy(few, wanted)).toBe(forFew)
    expect(await deploy(topical, wanted)).toBe(forTopical)
    expect(await deploy(full, wanted)).toBe(200)
    const listed = await ask('GET', '/api/workflows', { token: few })
    expect(listed.at('workflows.*.name')).toEqual(['w1'])
  })

  it('is not brought back by a token that could not have deployed it', async () => {
    const { ask, deploy } = await stage()
    expect(await deploy(full, { reads: 'other' })).toBe(200)
    expect(await deploy(full, {})).toBe(200)
    const activate = async (token: string) => {
      const url = '/api/workflows/w1/activate'
      return (await ask('POST', url, { token, body: { version: '1.0' } })).status
    }
    const versions = await ask('GET', '/api/workflows/w1/versions', { token: few })
    expect(versions.at('versions.*.version')).toContain('1.0')
    expect([await activate(few), await activate(full)]).toEqual([403, 200])
  })
})
