// Goal: the user interface is served from memory, compressed and cached as its names allow, and a server without
// one says how to build it. Method: a small built folder that is removed before the first request.

import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { UiFile } from '../src/ui-files.ts'
import { world } from './world.ts'

const page = '<!doctype html><title>Cellwake</title>'
const code = `console.log(1)\n${'// filler\n'.repeat(500)}`

async function withUi() {
  const folder = mkdtempSync(join(tmpdir(), 'cellwake-ui-'))
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), page)
  writeFileSync(join(folder, 'assets', 'main-Dk3jd8Xq.js'), code)
  writeFileSync(join(folder, 'assets', 'logo.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  writeFileSync(join(folder, 'secret.txt'), 'outside')
  symlinkSync('/etc/hostname', join(folder, 'assets', 'link.txt'))
  const made = await world({ ui: folder })
  rmSync(folder, { recursive: true })
  return made
}

describe('the user interface', () => {
  it('has one page for every address that the page understands', async () => {
    const { ask } = await withUi()
    for (const url of [
      '/',
      '/models/fx',
      '/models/fx.v2/rules',
      '/topics/a',
      '/functions/SUM',
      '/new?x=1',
    ]) {
      const answer = await ask('GET', url)
      expect([url, answer.status, answer.text]).toEqual([url, 200, page])
      expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
      expect(answer.headers['cache-control']).toBe('no-cache')
    }
  })

  it('has no page for other addresses, files that are not there, links, and other methods', async () => {
    const { ask } = await withUi()
    for (const url of [
      '/x',
      '/assets/gone.js',
      '/assets/link.txt',
      '/models//x',
      '/index.html',
      '/assets/',
    ]) {
      const answer = await ask('GET', url)
      expect([url, answer.status, answer.code]).toEqual([url, 404, 'not-found'])
    }
    expect((await ask('POST', '/models/fx', { body: {} })).status).toBe(404)
    expect((await ask('GET', '/api/none')).headers['content-type']).toMatch(/json/)
  })

  it('keeps files with a hash in their name for ever, and others not', async () => {
    const { ask } = await withUi()
    const hashed = await ask('GET', '/assets/main-Dk3jd8Xq.js')
    expect(hashed.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(hashed.headers['content-type']).toBe('text/javascript; charset=utf-8')
    expect((await ask('GET', '/assets/logo.svg')).headers['cache-control']).toBe('no-cache')
    expect((await ask('HEAD', '/assets/logo.svg')).status).toBe(200)
  })

  it('is compressed as the browser takes it', async () => {
    const { server } = await withUi()
    const get = (accepted: string) =>
      server.app.inject({
        url: '/assets/main-Dk3jd8Xq.js',
        headers: { host: 'localhost', 'accept-encoding': accepted },
      })
    const br = await get('gzip, deflate, br')
    expect(br.headers['content-encoding']).toBe('br')
    expect(String(brotliDecompressSync(br.rawPayload))).toBe(code)
    const gz = await get('gzip')
    expect(gz.headers['content-encoding']).toBe('gzip')
    expect(String(gunzipSync(gz.rawPayload))).toBe(code)
    const plain = await get('')
    expect([plain.headers['content-encoding'], plain.body]).toEqual([undefined, code])
    expect(br.headers.vary).toBe('accept-encoding')
  })

  it('compresses each form once', async () => {
    const file = new UiFile('/x.js', Buffer.from(code))
    expect(file.bytes('br')).toBe(file.bytes('br'))
    expect((await file.bytes('br')).length).toBeLessThan(code.length)
    expect(new UiFile('/x.png', Buffer.from(code)).encoding('br')).toBe('identity')
  })

  it('that is not built says how to build it', async () => {
    const { ask } = await world()
    const answer = await ask('GET', '/')
    expect(answer.status).toBe(200)
    expect(answer.text).toContain('npm run build')
    expect((await ask('GET', '/models/x')).text).toContain('npm run build')
  })
})

describe('every answer', () => {
  it('carries the headers that keep it where it belongs', async () => {
    const { ask } = await withUi()
    for (const url of ['/', '/api/whoami', '/api/none', '/health', '/api/models/%c0']) {
      const { headers } = await ask('GET', url)
      expect(headers).toMatchObject({
        'content-security-policy':
          "default-src 'self'; script-src 'self'; style-src 'self'; object-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
      })
      if (url.startsWith('/api')) expect(headers['cache-control']).toBe('no-store')
    }
  })
})
