// Goal: the page of jobs shows those that are asked for, as many as there are, and tries one again or calls it off.
// Method: the real server with a worker, a browser, and a provider on loopback that fails, hangs and answers.

import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { accessibilityProblems } from './accessible.ts'
import { type Harness, startHarness } from './harness.ts'

const chromium = inject('chromiumPath')

describe.skipIf(chromium === undefined)('the page of jobs', () => {
  let harness: Harness
  let provider: Server
  const hanging: ServerResponse[] = []
  let isMended = false
  beforeAll(async () => {
    provider = createServer(({ url = '' }, response) => {
      if (url.startsWith('/hangs')) hanging.push(response)
      else {
        const status = url.startsWith('/fails') && !isMended ? 404 : 200
        response.writeHead(status, { 'content-type': 'application/json' }).end('{ "n": 1 }')
      }
    })
    await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`
    const models = {
      few: `A1 = HTTP_JSON("${url}/fails")\nA2 = HTTP_JSON("${url}/hangs")\nB1 = AI_PROMPT("Hello")\n`,
      many: `A1:A150 = HTTP_JSON("${url}/rows/" & ROW_INDEX)\n`,
    }
    harness = await startHarness({ chromium: chromium ?? '', models, outside: { allow: [url] } })
  })
  afterAll(async () => {
    for (const response of hanging) response.end('{}')
    await harness?.close()
    provider.closeAllConnections()
    await new Promise((resolve) => provider.close(resolve))
  })

  it('shows those of a status, of a route or of a cell', async () => {
    const { page, problems } = await harness.open('/models/few/jobs')
    const jobs = page.locator('.jobs > li')
    await expect.poll(() => jobs.count()).toBe(3)
    await page.locator('.acts').getByText('Failed').click()
    await expect.poll(() => jobs.count()).toBe(2)
    await page.getByRole('button', { name: /^network\.http-json/ }).click()
    await expect.poll(() => jobs.count()).toBe(1)
    expect(await jobs.textContent()).toContain('answered 404')
    await page.locator('.acts').getByText('All', { exact: true }).click()
    await page.getByLabel('Jobs of a cell').fill('a2')
    await expect.poll(() => jobs.count()).toBe(1)
    expect(await jobs.textContent()).toContain('/hangs')
    await page.getByLabel('Jobs of a cell').fill('Z9')
    await page.getByText('There are no such jobs.').waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    expect(problems).toEqual([])
  })

  it('tries one again that failed, and calls one off that hangs', async () => {
    const { page } = await harness.open('/models/few/jobs')
    const job = (text: string) => page.locator('.jobs > li', { hasText: text })
    await job('/hangs').getByText('running').waitFor()
    await job('/hangs').getByRole('button', { name: 'Cancel' }).click()
    await job('/hangs').getByText('cancelled').waitFor()
    isMended = true
    await job('/fails').getByRole('button', { name: 'Retry' }).click()
    await job('/fails').getByText('done').waitFor()
    expect(await job('/fails').textContent()).toContain('attempt 2 of')
    expect(harness.engine.running('few').get('A1').status).toBe('ready')
  })

  it('shows older ones when asked, and keeps those that are there', async () => {
    const { page } = await harness.open('/models/many/jobs')
    const jobs = page.locator('.jobs > li')
    await expect.poll(() => jobs.count(), { timeout: 20_000 }).toBe(100)
    await page.getByRole('button', { name: 'Show older' }).click()
    await expect.poll(() => jobs.count()).toBe(150)
    expect(await page.getByRole('button', { name: 'Show older' }).count()).toBe(0)
  })
})
