// Goal: the page of providers and connections says who answers and what is missing, tries them, keeps and removes
// connections, and shows no secret. Method: the real server with a worker, a browser, and a provider on loopback.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { accessibilityProblems } from './accessible.ts'
import { type Harness, looks, pictureOf, shoot, startHarness } from './harness.ts'

const chromium = inject('chromiumPath')
const canary = 'canary-91ac'
const model = `MODEL "Rates"
eur = FX_RATE("EUR", "USD") DEFAULT 1.08
chf = FX_RATE("CHF", "USD")
note = AI_PROMPT("Say hello")
END MODEL
`

describe.skipIf(chromium === undefined)('the page Outside', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cellwake-outside-'))
  let harness: Harness
  let provider: Server
  let url: string
  const heard: unknown[] = []
  beforeAll(async () => {
    provider = createServer((request, response) => {
      const isHook = request.url === `/in/${canary}`
      const isKnown = isHook || request.headers.authorization === `Bearer ${canary}`
      if (isHook) {
        let body = ''
        request.on('data', (part) => {
          body += part
        })
        request.on('end', () => heard.push(JSON.parse(body)))
      }
      response.writeHead(isKnown ? 200 : 401)
      response.end('{}')
    })
    await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`
    writeFileSync(join(folder, 'rates.json'), '{ "EUR/USD": 1.0842, "CHF/USD": 1.1302 }')
    harness = await startHarness({
      chromium: chromium ?? '',
      models: { rates: model },
      outside: { fx: { table: join(folder, 'rates.json') }, ml: { url: 'http://127.0.0.1:1' } },
    })
  })
  afterAll(async () => {
    await harness?.close()
    await new Promise((resolve) => provider.close(resolve))
    rmSync(folder, { recursive: true, force: true })
  })

  it('says who answers, and which setting the others need; a try says what came of it', async () => {
    const { page, problems } = await harness.open('/outside')
    await page.getByText('rates.json').waitFor()
    expect(await page.getByText('outside.ai').count()).toBeGreaterThan(0)
    await page.getByRole('button', { name: 'Try FX_RATE' }).click()
    await page.getByText('EUR/USD is 1.0842.').waitFor()
    await page.getByRole('button', { name: 'Try ML_SCORE' }).click()
    await page.getByText('Nobody listens at 127.0.0.1').waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    expect(problems).toEqual([])
  })

  it('adds a connection, tries it and removes it, and shows no secret', async () => {
    const { page, problems } = await harness.open('/outside')
    await page.getByRole('button', { name: 'Add a connection' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add a connection' })
    await dialog.getByLabel('Name').fill('No Name')
    await dialog.getByLabel('Address').fill(url)
    await dialog.getByLabel('Token').fill(canary)
    await dialog.getByRole('button', { name: 'Add it' }).click()
    await dialog.getByText('Nothing was kept.').waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    await dialog.getByLabel('Name').fill('desk')
    await dialog.getByRole('button', { name: 'Add it' }).click()
    await page.getByRole('button', { name: 'Try desk' }).click()
    await page.getByText(`${url} answers.`).waitFor()
    expect(await page.content()).not.toContain(canary)
    await page.getByRole('button', { name: 'Remove desk' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove desk' }).click()
    await page.getByText('There are no connections.').waitFor()
    // A browser complains of every answer that is an error, here of the name that cannot be.
    expect(problems.filter((text) => !text.includes('400'))).toEqual([])
  })

  it('a password of a database goes into its address, and is not shown', async () => {
    const { page } = await harness.open('/outside')
    await page.getByRole('button', { name: 'Add a connection' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add a connection' })
    await dialog.getByLabel('Name').fill('crm')
    await dialog.getByLabel('Address').fill('postgres://reader@127.0.0.1:1/crm?sslmode=disable')
    await dialog.getByLabel('Password').fill(canary)
    await dialog.getByRole('button', { name: 'Add it' }).click()
    await page.getByText('postgres://reader@127.0.0.1:1/crm').waitFor()
    await page.getByRole('button', { name: 'Try crm' }).click()
    await page.getByText('Nobody listens at 127.0.0.1').waitFor()
    expect(await page.content()).not.toContain(canary)
  })

  it('adds a sink, tries it, delivers to it and removes it, and shows no address whole', async () => {
    const { page, problems } = await harness.open('/outside')
    await page.getByText('in the settings').waitFor()
    expect(await page.getByRole('button', { name: 'Remove rates.webhook' }).count()).toBe(0)
    await page.getByRole('button', { name: 'Add a sink' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add a sink' })
    await dialog.getByLabel('Name').fill('ops')
    await dialog.getByLabel('Topic').fill('a b')
    await dialog.getByLabel('Address').fill(`${url}/in/${canary}`)
    await dialog.getByLabel('Secret').fill(`${canary}-secret`)
    await dialog.getByRole('button', { name: 'Add it' }).click()
    await dialog.getByText('Nothing was kept.').waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    await dialog.getByLabel('Topic').fill('alerts')
    await dialog.getByRole('button', { name: 'Add it' }).click()
    await page.getByText('ops delivers alerts from now on.').waitFor()
    await page.getByRole('button', { name: 'Try ops' }).click()
    await page.getByText('took a test message.').waitFor()
    await harness.workflows.publish('alerts', { messageId: 'a', payload: { high: 12 } })
    await expect.poll(() => heard).toMatchObject([{ topic: 'test' }, { payload: { high: 12 } }])
    expect(await page.content()).not.toContain(canary)
    expect(await accessibilityProblems(page)).toEqual([])
    await page.getByRole('button', { name: 'Remove ops' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove ops' }).click()
    await page.getByText('ops is removed.').waitFor()
    expect((await harness.workflows.status('sink.ops')).status).toBe('Stopped')
    expect(problems.filter((text) => !text.includes('400'))).toEqual([])
  })

  it.each(looks)('it and the jobs fit at $width px in $theme', async (how) => {
    const ready = async (page: import('playwright-core').Page) => {
      await page.getByRole('button', { name: 'Try FX_RATE' }).click()
      await page.getByText('EUR/USD is').waitFor()
    }
    expect(await pictureOf(harness, { name: 'outside', path: '/outside', how, ready })).toEqual([])
    const jobs = { name: 'jobs', path: '/models/rates/jobs', how }
    const failed = async (page: import('playwright-core').Page) => {
      await page.getByText('AI_PROMPT has no provider').waitFor()
    }
    expect(await pictureOf(harness, { ...jobs, ready: failed })).toEqual([])
  })

  it('without a key for secrets it says how to make one, and fits a phone', async () => {
    const how = { width: 390, theme: 'light' } as const
    const { page } = await harness.open('/models', how)
    const hasKey = false
    await page.route('**/api/connections', (route) =>
      route.fulfill({ json: { connections: [], hasKey } }),
    )
    await page.route('**/api/sinks', (route) => route.fulfill({ json: { sinks: [], hasKey } }))
    await page.goto(`${harness.url}/outside`)
    await page.getByText('cellwake connections key').waitFor()
    await page.getByText('There are no sinks.').waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    await shoot(page, 'outside-no-key', how)
  })

  it.each([
    ['Add a connection', 'outside-add'],
    ['Add a sink', 'outside-add-sink'],
  ])('the dialog "%s" fits a phone', async (button, name) => {
    const how = { width: 390, theme: 'dark' } as const
    const { page } = await harness.open('/outside', how)
    await page.getByRole('button', { name: button }).click()
    await shoot(page, name, how)
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  })
})
