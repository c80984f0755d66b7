// Goal: server-sent events carry the same changes as the WebSocket, and resume. Method: fetch against a live
// server, reading the stream as text.

import { expect, it } from 'vitest'
import { atEnd, liveHost } from './support.ts'

const SOURCE = 'A1 = 1\nA2 = 1\nB1 = A1 * 10\n'
const READER = `reader-${'r'.repeat(24)}`

interface StreamEvent {
  readonly id: number
  readonly data: {
    readonly rev: number
    readonly cells: Record<string, { readonly value: unknown }>
  }
}

async function follow(address: string, headers: Record<string, string> = {}) {
  const stop = new AbortController()
  atEnd(() => stop.abort())
  const response = await fetch(address, { headers, signal: stop.signal })
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  const next = async (): Promise<StreamEvent> => {
    while (!text.includes('\n\n')) text += (await reader.read()).value ?? ''
    const end = text.indexOf('\n\n')
    const [id = '', data = ''] = text.slice(0, end).split('\n')
    text = text.slice(end + 2)
    return { id: Number(id.replace('id: ', '')), data: JSON.parse(data.replace('data: ', '')) }
  }
  return { response, reader, next }
}

it('a stream gives the cells as they are, then what changes', async () => {
  const { url, engine } = await liveHost()
  const { model } = await engine.deploy(SOURCE, { id: 'm' })
  const { response, next } = await follow(`${url}/api/live/m?symbols=B1,A2`)
  expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
  const first = await next()
  expect([first.id, first.data.cells.B1?.value]).toEqual([model.rev, 10])
  const { rev } = await model.set({ A1: 2 })
  const second = await next()
  expect([second.id, second.data.rev, second.data.cells.B1?.value]).toEqual([rev, rev, 20])
})

it('a stream resumes from Last-Event-ID, which beats fromRev', async () => {
  const { url, engine } = await liveHost()
  const { model } = await engine.deploy(SOURCE, { id: 'm' })
  const { rev } = await model.set({ A1: 2 })
  await model.set({ A2: 3 })
  const address = `${url}/api/live/m?symbols=A1,A2&fromRev=0`
  const { next } = await follow(address, { 'last-event-id': String(rev + 1) })
  expect(Object.keys((await next()).data.cells)).toEqual(['A2'])
})

it('a stream is refused like any request: no token, another origin, no model, no symbols', async () => {
  const token = { name: 'reader', token: READER, scopes: ['read'], models: ['m'] } as const
  const { url, engine, auth } = await liveHost({ tokens: [token] })
  await engine.deploy(SOURCE, { id: 'm' })
  await engine.deploy(SOURCE, { id: 'hidden' })
  const authorization = `Bearer ${READER}`
  const refusal = async (path: string, headers: Record<string, string>) =>
    ((await (await fetch(`${url}${path}`, { headers })).json()) as { readonly code: string }).code
  expect(await refusal('/api/live/m?symbols=A1', {})).toBe('unauthenticated')
  const evil = { authorization, origin: 'https://evil.example' }
  expect(await refusal('/api/live/m?symbols=A1', evil)).toBe('origin-refused')
  expect(await refusal('/api/live/hidden?symbols=A1', { authorization })).toBe('unknown-model')
  expect(await refusal('/api/live/m', { authorization })).toBe('bad-request')
  expect(await refusal("/api/live/m?symbols='A1", { authorization })).toBe('bad-symbols')

  const { reader, next } = await follow(`${url}/api/live/m?symbols=A1`, { authorization })
  await next()
  auth.revoke('reader')
  expect((await reader.read()).done).toBe(true)
})
