// Goal: the workflows in examples/ do what their first lines say, with the real tools. Method: each in virtual time, with a
// server on loopback that takes mail, one that has invoices, and a real Postgres where there is one.

import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { virtualClock } from '@cellwake/scheduler'
import { openStore } from '@cellwake/store'
import { Connections, loadSecretKey, newSecretKey } from '@cellwake/workers'
import type { WorkflowDefinition } from '@cellwake/workflows'
import pg from 'pg'
import { SMTPServer } from 'smtp-server'
import { describe, expect, inject, it, onTestFinished, vi } from 'vitest'
import { batchUpload } from '../../../examples/workflows/batch-upload.ts'
import { dailyDigest } from '../../../examples/workflows/daily-digest.ts'
import { invoiceIntake } from '../../../examples/workflows/invoice-intake.ts'
import { raiseLimit } from '../../../examples/workflows/raise-limit.ts'
import { shipPaidOrders } from '../../../examples/workflows/ship-paid-orders.ts'
import { open } from '../src/index.ts'

const MINUTE = 60_000
const postgres = inject('postgresUrl')

async function opened(definition: WorkflowDefinition, urls: Record<string, string> = {}) {
  const key = newSecretKey()
  vi.stubEnv('CELLWAKE_SECRET_KEY', key)
  onTestFinished(() => void vi.unstubAllEnvs())
  const clock = virtualClock('2026-01-05T08:00:00Z')
  const store = await openStore('memory:', { clock })
  const connections = new Connections(store, await loadSecretKey({ CELLWAKE_SECRET_KEY: key }))
  for (const [name, url] of Object.entries(urls)) await connections.add(name, { url })
  const errors: unknown[] = []
  const cw = await open({ store, clock, onError: (error) => errors.push(error) })
  onTestFinished(async () => {
    await cw.close()
    await store.close()
    expect(errors).toEqual([])
  })
  clock.onSettle(() => cw.idle())
  await cw.workflows.deploy(definition)
  await cw.idle()
  return { cw, clock }
}

it('raise-limit asks a person, and sets the limit once', async () => {
  const { cw } = await opened(raiseLimit)
  const tank = await cw.deploy(
    await readFile(new URL('../../../examples/workflows/tank.grid', import.meta.url), 'utf8'),
    { id: 'tank' },
  )
  await tank.set({ level: 96 })
  await cw.idle()
  const { issue } = await cw.workflows.status('raise-limit')
  expect(issue?.sentence).toContain('set limit = 98 in tank')
  expect(tank.get('limit').value).toBe(90)
  await cw.workflows.approve('raise-limit')
  await cw.idle()
  expect(tank.get('limit').value).toBe(98)
})

it('batch-upload takes ten, or what there is after a minute', async () => {
  const { cw, clock } = await opened(batchUpload)
  const sizes = async () => (await cw.workflows.status('batch-upload')).pending
  for (let i = 0; i < 13; i++) await cw.publish('readings', { messageId: `r${i}`, payload: i })
  await cw.idle()
  expect(await sizes()).toBe(3)
  await clock.advance(MINUTE - 1)
  expect(await sizes()).toBe(3)
  await clock.advance(1)
  expect(await sizes()).toBe(0)
})

it('ship-paid-orders ships when both are there, whichever comes first', async () => {
  const { cw } = await opened(shipPaidOrders)
  const order = (n: number) => ({ messageId: `o${n}`, payload: { order: n, to: 'Ann' } })
  const payment = (n: number) => ({ messageId: `p${n}`, payload: { order: n } })
  await cw.publish('orders', order(1))
  await cw.publish('payments', payment(2))
  await cw.idle()
  expect(await cw.events('shipped')).toEqual([])
  await cw.publish('payments', payment(1))
  await cw.publish('orders', order(2))
  await cw.idle()
  const shipped = (await cw.events('shipped')).map(({ messageId }) => messageId)
  expect(shipped.sort()).toEqual(['order-1', 'order-2'])
})

it('daily-digest mails at nine what came since, and nothing in between', async () => {
  const mails: string[] = []
  const server = new SMTPServer({
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    onAuth: ({ username, password }, _, done) =>
      password === 'canary' ? done(null, { user: username }) : done(new Error('no')),
    onData: (stream, _, done) => {
      let mail = ''
      stream.on('data', (part: Buffer) => (mail += part.toString()))
      stream.on('end', () => {
        mails.push(mail)
        done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
  const { port } = server.server.address() as AddressInfo
  const url = `smtp://bot%40example.com:canary@127.0.0.1:${port}`
  const { cw, clock } = await opened(dailyDigest, { mail: url })
  await cw.publish('notes', { messageId: 'a', payload: 'The first' })
  await cw.publish('notes', { messageId: 'b', payload: 'The second' })
  await clock.advance(59 * MINUTE)
  expect(mails).toEqual([])
  await clock.advance(MINUTE)
  expect(mails).toHaveLength(1)
  expect(mails[0]).toContain('Subject: 2 notes of 2026-01-05')
  expect(mails[0]).toContain('The first\r\nThe second')
  await cw.publish('notes', { messageId: 'c', payload: 'The third' })
  await clock.advance(23 * 60 * MINUTE)
  expect(mails).toHaveLength(1)
  await clock.advance(60 * MINUTE)
  expect(mails).toHaveLength(2)
  expect(mails[1]).toContain('The third')
})

describe.skipIf(postgres === undefined)('with a Postgres, skipped: there is none', () => {
  it('invoice-intake files each invoice once, though it is polled again', async () => {
    const admin = new pg.Client(postgres)
    await admin.connect()
    const schema = `intake_${process.pid}`
    await admin.query(`CREATE SCHEMA ${schema};
      CREATE TABLE ${schema}.invoices (id text PRIMARY KEY, customer text, amount numeric)`)
    await admin.query(`CREATE TABLE IF NOT EXISTS public.cellwake_mutations
      (key text PRIMARY KEY, at timestamptz NOT NULL DEFAULT now(), rows integer)`)
    const role = `${schema}_writer`
    await admin.query(`CREATE ROLE ${role} LOGIN PASSWORD 'canary';
      ALTER ROLE ${role} SET search_path = ${schema};
      GRANT USAGE ON SCHEMA ${schema} TO ${role};
      GRANT SELECT, INSERT ON ${schema}.invoices TO ${role};
      GRANT SELECT, INSERT, UPDATE ON public.cellwake_mutations TO ${role}`)
    onTestFinished(async () => {
      await admin.query(`DROP SCHEMA ${schema} CASCADE; DROP OWNED BY ${role}; DROP ROLE ${role}`)
      await admin.end()
    })
    const invoices = [
      { id: 'i-1', customer: 'Acme', amount: 120.5 },
      { id: 'i-2', customer: "O'Hara", amount: 80 },
    ]
    const asked: string[] = []
    const billing = createServer((request, response) => {
      asked.push(request.url ?? '')
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify(invoices))
    })
    await new Promise<void>((resolve) => billing.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => new Promise<void>((resolve) => billing.close(() => resolve())))
    const books = new URL(postgres!)
    books.username = role
    books.password = 'canary'
    books.searchParams.set('sslmode', 'disable')
    const { cw, clock } = await opened(invoiceIntake, {
      billing: `http://127.0.0.1:${(billing.address() as AddressInfo).port}`,
      books: books.href,
    })
    await clock.advance(6 * MINUTE)
    expect(asked).toEqual(['/invoices?after=', '/invoices?after=i-2'])
    const { rows } = await admin.query(`SELECT id, customer, amount FROM ${schema}.invoices`)
    expect(rows).toEqual([
      { id: 'i-1', customer: 'Acme', amount: '120.5' },
      { id: 'i-2', customer: "O'Hara", amount: '80' },
    ])
    expect((await cw.events('filed')).map(({ messageId }) => messageId).sort()).toEqual([
      'i-1',
      'i-2',
    ])
    const inputs = await cw.workflows.inputs('invoice-intake')
    expect(inputs.map(({ title, status }) => `${title}: ${status}`).sort()).toEqual([
      'Invoice i-1, Acme: done',
      "Invoice i-2, O'Hara: done",
    ])
  })
})
