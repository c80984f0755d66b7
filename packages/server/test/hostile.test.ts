// Goal: hostile input is refused or carried as plain data; nothing is opened, polluted, run or exhausted by it.
// Method: corpora of paths and scripts, keys that reach into prototypes, and requests beyond each limit.

import fs, { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { syncBuiltinESMExports } from 'node:module'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { FILE_MAX_BYTES } from '@cellwake/language'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { BODY_BYTES, SET_VALUES, SOURCE_BYTES, URL_CHARS } from '../src/limits.ts'
import { pathTricks } from './corpus/paths.ts'
import { scripts } from './corpus/scripts.ts'
import { desk, world } from './world.ts'

const openers = ['readFileSync', 'openSync', 'readFile', 'open', 'createReadStream'] as const

interface Raw {
  readonly status: number
  readonly type: string
  readonly text: string
}

/** A request whose path goes out exactly as it is written. */
function getRaw(url: string, path: string): Promise<Raw> {
  const { port } = new URL(url)
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path, agent: false }, (answer) => {
      let text = ''
      answer.on('data', (chunk) => {
        text += String(chunk)
      })
      answer.on('end', () =>
        resolve({
          status: answer.statusCode ?? 0,
          type: answer.headers['content-type'] ?? '',
          text,
        }),
      )
    })
    sent.on('error', reject)
    sent.end()
  })
}

describe('path tricks', () => {
  it('find nothing, and open nothing', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'cellwake-ui-'))
    writeFileSync(join(folder, 'index.html'), '<!doctype html>page')
    const { server } = await world({ ui: folder })
    const { url } = await server.listen({ port: 0 })
    const spies = openers.map((name) => vi.spyOn(fs, name))
    // Modules that took the functions by name see the spies too.
    syncBuiltinESMExports()
    onTestFinished(() => {
      vi.restoreAllMocks()
      syncBuiltinESMExports()
      rmSync(folder, { recursive: true })
    })
    expect((await getRaw(url, '/models/fx')).text).toContain('page')
    expect(pathTricks.length).toBeGreaterThanOrEqual(100)
    for (const path of pathTricks) {
      const { status, type, text } = await getRaw(url, path)
      expect([path, [400, 404].includes(status)]).toEqual([path, true])
      expect(type).toMatch(/^application\/json/)
      expect(text).not.toContain('root:')
    }
    for (const spy of spies) expect(spy).not.toHaveBeenCalled()
  })

  it('of ids and confirmations are refused too', async () => {
    const { ask } = await world()
    const answer = await ask('POST', '/api/models', { body: { id: '../../x', source: desk } })
    expect([answer.status, answer.code]).toEqual([400, 'bad-model-id'])
  })
})

describe('keys that reach into prototypes', () => {
  const bodies = [
    '{"set":{"__proto__":1}}',
    '{"set":{"__proto__":{"polluted":1}}}',
    '{"__proto__":{"polluted":1},"set":{}}',
    '{"set":{"A1":{"__proto__":{"polluted":1}}}}',
    '{"set":{"constructor":{"prototype":{"polluted":1}}}}',
    '{"set":{"constructor":1}}',
    '{"set":{"prototype":1}}',
    '{"set":{"A1":[{"a":{"constructor":1}}]}}',
    '{"set":{"\\u005f_proto__":{"polluted":1}}}',
    '{"set":{"con\\u0073tructor":{"prototype":{"polluted":1}}}}',
    '{"set":{"\\u0070rototype":1}}',
  ]

  it('are refused at any depth and in any spelling, and pollute nothing', async () => {
    const before = Object.getOwnPropertyNames(Object.prototype)
    const { ask, engine, store } = await world()
    await engine.deploy(desk, { id: 'desk' })
    const seq = store.seq
    for (const body of bodies) {
      const answer = await ask('POST', '/api/models/desk/inputs', { body })
      expect([body, answer.status, answer.code]).toEqual([body, 400, 'forbidden-key'])
    }
    expect(store.seq).toBe(seq)
    expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(before)
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
  })

  it('are plain names in addresses', async () => {
    const { ask, engine } = await world()
    await engine.deploy(desk, { id: 'desk' })
    for (const name of ['__proto__', 'constructor', 'prototype', 'toString']) {
      expect((await ask('GET', `/api/models/${name}/cells`)).status).toBe(404)
      expect((await ask('GET', `/api/topics/${name}/events`)).at('events')).toEqual([])
      expect((await ask('GET', `/api/models/desk/cells?${name}=1`)).status).toBe(400)
      const cells = await ask('GET', `/api/models/desk/cells?symbols=${name}`)
      expect([200, 400]).toContain(cells.status)
    }
  })
})

describe('texts that look like scripts', () => {
  it('come back as JSON that is never sniffed, in values, errors and diagnostics', async () => {
    const { ask, engine } = await world({ rates: { address: { perSecond: 1, burst: 1e6 } } })
    await engine.deploy(desk, { id: 'desk' })
    expect(scripts).toHaveLength(300)
    for (const script of scripts) {
      const set = await ask('POST', '/api/models/desk/inputs', { body: { set: { A1: script } } })
      const value = await ask('GET', '/api/models/desk/cells?symbols=A1')
      expect([set.status, value.at('cells.A1.value')]).toEqual([200, script])
      const missing = await ask('GET', `/api/models/${encodeURIComponent(script)}/cells`)
      const symbol = await ask('GET', `/api/models/desk/resolve/${encodeURIComponent(script)}`)
      const source = await ask('POST', '/api/models', { body: { source: `A1 = ${script}` } })
      for (const answer of [set, value, missing, symbol, source]) {
        expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
        expect(answer.headers['x-content-type-options']).toBe('nosniff')
        expect(answer.headers['content-security-policy']).toContain("script-src 'self'")
        expect(answer.headers['content-security-policy']).toContain("form-action 'self'")
        expect(answer.json).toBeDefined()
      }
      expect(missing.status).toBeGreaterThanOrEqual(400)
    }
  })
})

describe('what is too large', () => {
  it('is refused by its size: bodies, addresses, values, symbols', async () => {
    const { ask, engine } = await world()
    await engine.deploy(desk, { id: 'desk' })
    const large = { set: { A1: 'x'.repeat(BODY_BYTES) } }
    const body = await ask('POST', '/api/models/desk/inputs', { body: large })
    expect([body.status, body.code]).toEqual([413, 'too-large'])
    const url = await ask('GET', `/api/models/desk/cells?symbols=${'A1,'.repeat(URL_CHARS / 3)}A1`)
    expect([url.status, url.code]).toEqual([414, 'url-too-long'])
    const param = await ask('GET', `/api/models/${'x'.repeat(600)}/cells`)
    expect([param.status, param.code]).toEqual([414, 'url-too-long'])
    const many = Object.fromEntries([...Array(SET_VALUES + 1).keys()].map((i) => [`A${i + 1}`, 1]))
    const values = await ask('POST', '/api/models/desk/inputs', { body: { set: many } })
    expect([values.status, values.code]).toEqual([413, 'too-large'])
    const names = { symbols: Array(1_001).fill('A1') }
    const symbols = await ask('POST', '/api/models/desk/refresh', { body: names })
    expect([symbols.status, symbols.code]).toEqual([413, 'too-many-symbols'])
  })

  it('may be a model up to what the language takes, and not more', async () => {
    expect(SOURCE_BYTES).toBe(FILE_MAX_BYTES)
    const { ask } = await world()
    const comment = (bytes: number) => `A1 = 1\n# ${'x'.repeat(bytes - 9)}`
    const fits = { source: comment(SOURCE_BYTES), dryRun: true }
    expect((await ask('POST', '/api/models', { body: fits })).status).toBe(200)
    const beyond = { source: comment(SOURCE_BYTES + 10), dryRun: true }
    expect((await ask('POST', '/api/models', { body: beyond })).code).toBe('diagnostics')
    const far = { source: comment(3 * SOURCE_BYTES), dryRun: true }
    expect((await ask('POST', '/api/models', { body: far })).code).toBe('too-large')
  })

  it('is refused as a list of all cells of a large model', async () => {
    const { ask, engine } = await world()
    await engine.deploy('A1:A60000 = 1\n', { id: 'large' })
    const all = await ask('GET', '/api/models/large/cells')
    expect([all.status, all.code]).toEqual([413, 'answer-too-large'])
    expect((await ask('GET', '/api/models/large/cells?symbols=A1,A60000')).status).toBe(200)
  })
})

describe('what is not HTTP', () => {
  const send = async (bytes: string): Promise<string> => {
    const { server } = await world()
    const { url } = await server.listen({ port: 0 })
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    socket.write(bytes)
    let text = ''
    for await (const chunk of socket) text += String(chunk)
    return text
  }

  it('gets an error in the same form', async () => {
    const text = await send('NONSENSE\r\n\r\n')
    expect(text).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/)
    expect(text).toContain('"code":"bad-request"')
  })

  it('cannot send endless headers', async () => {
    const text = await send(`GET / HTTP/1.1\r\nHost: localhost\r\nX: ${'x'.repeat(40_000)}\r\n\r\n`)
    expect(text).toMatch(/^HTTP\/1\.1 431/)
  })
})
