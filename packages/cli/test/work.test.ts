// Goal: a worker in a process of its own answers what a server leaves to it, and ends when it is stopped.
// Method: a server and workers as children on one Postgres, and a function that one of them knows.

import { mkdir, writeFile } from 'node:fs/promises'
import { describe, expect, inject, it } from 'vitest'
import { Child } from './child.ts'
import { inProcess } from './in-process.ts'
import { inFolder } from './support.ts'

const postgresUrl = inject('postgresUrl')
const base = inFolder()
const START_MS = 120_000

function inSchema(schema: string): string {
  const url = new URL(postgresUrl ?? '')
  url.searchParams.set('schema', `${schema}_${process.pid}`)
  return url.href
}

async function folder(name: string): Promise<string> {
  const path = base.path(name)
  await mkdir(`${path}/models`, { recursive: true })
  await writeFile(`${path}/models/one.grid`, 'A1 = 2500021\nB1 = DOUBLE(A1)\n')
  await writeFile(
    `${path}/double.mjs`,
    `export const double = {
      name: 'DOUBLE', args: [{ name: 'x', kind: 'number' }], returns: 'number', route: 'custom.double',
      timeoutMs: 60_000, handler: ([x]) => x * 2,
    }`,
  )
  return path
}

async function resolved(url: string, symbol: string, wait = '0s') {
  const { out } = await inProcess([
    'resolve',
    'one',
    symbol,
    '--wait',
    wait,
    '--url',
    url,
    '--json',
  ])
  return JSON.parse(out)
}

describe.skipIf(postgresUrl === undefined)('a worker, skipped: there is no Postgres', () => {
  it('answers what the server leaves to it, and stops when asked', {
    timeout: START_MS,
  }, async () => {
    const path = await folder('work')
    const store = inSchema('cellwake_work')
    const given = ['--store', store, '--functions', 'double.mjs']
    const server = new Child(['serve', 'models', ...given, '--port', '0', '--routes', 'none'], path)
    const url = await server.url()
    expect(await resolved(url, 'B1')).toMatchObject({ status: 'queued' })

    const elsewhere = new Child(['work', ...given, '--routes', 'ml.*'], path)
    await elsewhere.says(/ml\.scoring/)
    expect(elsewhere.out).not.toContain('custom.double')
    expect(await resolved(url, 'B1', '500ms')).toMatchObject({ status: 'queued' })

    const worker = new Child(['work', ...given, '--routes', 'custom.*,fx', '--json'], path)
    await worker.says(/"outcome":"done".*"at":"\d{4}-\d\d-\d\dT/)
    expect(worker.out).not.toMatch(/\b5000042\b/)
    expect(await resolved(url, 'B1', '10s')).toMatchObject({
      status: 'ready',
      value: { value: 5_000_042 },
    })
    expect(await worker.stop('SIGTERM')).toBe(0)
    expect(await elsewhere.stop('SIGTERM')).toBe(0)
    expect(await server.stop('SIGTERM')).toBe(0)
  })
})

it('on a store that one process holds is refused, with what to do', async () => {
  for (const store of ['memory:', `sqlite:${base.path('one.db')}`]) {
    const ended = await inProcess(['work', '--store', store])
    expect(ended).toMatchObject({ code: 1, err: expect.stringContaining('--store postgres://') })
  }
})

it('with what is no route says what to write', async () => {
  const args = ['serve', '--store', 'memory:', '--port', '0', '--routes', 'ML SCORING']
  expect(await inProcess(args)).toMatchObject({
    code: 1,
    err: expect.stringContaining('--routes ml.*,ai.prompt'),
  })
})
