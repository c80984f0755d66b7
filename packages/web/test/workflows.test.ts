// Goal: a workflow that needs somebody says why in one sentence, on the first page and on its own; a button resolves it, and
// the activity shows what came in and what went out. Method: the real server and Chromium, with a tool that loses its reply.

import { defineTool, ToolError, workflow } from '@cellwake/workflows'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { type Harness, looks, pictureOf, startHarness } from './harness.ts'

const chromium = inject('chromiumPath')

let loses = true
const append = defineTool({
  name: 'ledger.append',
  call: async (input: { readonly id: string }) => {
    if (loses) throw new ToolError('unknown', 'the reply of the ledger was lost')
    return { row: input.id }
  },
})

interface Invoice {
  readonly id: string
}

const intake = workflow({
  name: 'invoice-intake',
  title: 'Invoice intake',
  topics: { received: {} },
  producers: {
    poll: {
      publishes: ['received'],
      schedule: { interval: '5m' },
      handler: async (ctx) => {
        const item = { source: 'mailbox', type: 'invoice', id: '7', title: 'Invoice 7 of Acme' }
        const inputId = await ctx.registerInput(item)
        await ctx.publish('received', { messageId: 'i-7', inputId, payload: { id: '7' } })
      },
    },
  },
  consumers: {
    file: {
      subscribe: ['received'],
      prepare: async (ctx) => {
        const [event] = await ctx.peek<Invoice>('received', { limit: 1 })
        if (event === undefined) return { reservations: [] }
        return {
          reservations: [{ topic: 'received', ids: [event.id] }],
          data: event.payload,
          ui: { title: 'File invoice 7' },
        }
      },
      mutate: (ctx, { data }) => ctx.tools.ledger!.append!(data),
    },
  },
})

/** Takes nothing while it is paused. */
const orders = workflow({
  name: 'orders',
  topics: { placed: {} },
  producers: {
    poll: {
      publishes: ['placed'],
      schedule: { interval: '1h' },
      handler: async (ctx) => {
        for (const id of ['1', '2', '3']) {
          const item = { source: 'shop', type: 'order', id, title: `Order ${id}` }
          const inputId = await ctx.registerInput(item)
          await ctx.publish('placed', { messageId: `o-${id}`, inputId, payload: { id } })
        }
      },
    },
  },
  consumers: {
    ship: {
      subscribe: ['placed'],
      approval: true,
      prepare: async (ctx) => {
        const [event] = await ctx.peek('placed', { limit: 1 })
        if (event === undefined) return { reservations: [] }
        return { reservations: [{ topic: 'placed', ids: [event.id] }], data: event.payload }
      },
      mutate: (ctx, { data }) => ctx.tools.ledger!.append!(data),
    },
  },
})

const calm = workflow({
  name: 'calm',
  topics: { nothing: {} },
  consumers: { wait: { subscribe: ['nothing'], prepare: async () => ({ reservations: [] }) } },
})

/** Takes what anybody publishes. */
const alarms = workflow({
  name: 'alarms',
  topics: { rang: { shared: true } },
  consumers: {
    note: {
      subscribe: ['rang'],
      prepare: async (ctx) => {
        const [event] = await ctx.peek('rang', { limit: 1 })
        if (event === undefined) return { reservations: [] }
        const ui = { title: `Note ${event.id}` }
        return { reservations: [{ topic: 'rang', ids: [event.id] }], data: null, ui }
      },
    },
  },
})

describe.skipIf(chromium === undefined)('workflows', () => {
  let harness: Harness
  beforeAll(async () => {
    harness = await startHarness({
      chromium: chromium ?? '',
      tools: [append],
      workflows: [intake, calm],
    })
    await harness.workflows.idle()
  })
  afterAll(() => harness?.close())

  const sentence = /Nobody knows whether ledger\.append did what invoice-intake asked/

  for (const look of looks) {
    test(`look well at ${look.width} px, ${look.theme}`, async () => {
      for (const [name, path, ready] of [
        ['workflows', '/workflows', '.flows li'],
        ['workflow', '/workflows/invoice-intake', '.issue .choices'],
        ['models-attention', '/', '.attention li'],
      ] as const) {
        const problems = await pictureOf(harness, {
          name,
          path,
          how: look,
          ready: (page) => page.waitForSelector(ready),
        })
        expect(problems).toEqual([])
      }
    })
  }

  test('the first page says who is waited for, and leads there', async () => {
    const { page, problems } = await harness.open('/')
    const item = await page.waitForSelector('.attention li')
    expect(await item.textContent()).toMatch(sentence)
    expect(await page.textContent('.lede')).not.toContain('All is well')
    await page.click('.attention a')
    await page.waitForSelector('h1:has-text("Needs attention")')
    expect(problems).toEqual([])
    await page.context().close()
  })

  test('the palette finds a workflow by its title and by its name', async () => {
    const { page, problems } = await harness.open('/')
    await page.waitForSelector('.attention li')
    for (const typed of ['Invoice int', 'invoice-intake']) {
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox', { name: 'Find or do' }).fill(typed)
      await page.getByRole('option', { name: /Invoice intake/ }).waitFor()
      await page.keyboard.press('Escape')
    }
    expect(problems).toEqual([])
    await page.context().close()
  })

  test('one sentence, a button that resolves it, and then input to output', async () => {
    const { page, problems } = await harness.open('/workflows/invoice-intake', { width: 390 })
    await page.waitForSelector('.issue')
    expect(await page.textContent('.issue .sent')).toMatch(sentence)
    expect(await page.textContent('.act')).toContain('outcome unknown')
    expect(await page.textContent('.issue .sent-facts')).toMatch(/ledger\.append.*"id":"7"/)
    await page.click('.issue button:has-text("It happened")')
    await page.waitForSelector('h1:has-text("Idle")')
    await page.waitForSelector('.issue', { state: 'detached' })
    await page.waitForSelector('.act:has-text("File invoice 7")')
    const activity = await page.textContent('.act')
    expect(activity).toContain('Invoice 7 of Acme')
    expect(activity).toContain('ledger.append')
    const [row] = await harness.workflows.ledger('invoice-intake')
    expect(row).toMatchObject({ status: 'applied', resolvedBy: 'local' })
    expect(problems).toEqual([])
    loses = false
    await page.context().close()
  })

  test('what is rejected can be kept; inputs and events are left out, and done again, by a button', async () => {
    await harness.workflows.deploy(orders)
    const { page, problems } = await harness.open('/workflows/orders')
    await page.waitForSelector('.issue .choices')
    await page.click('.issue button:has-text("Reject and keep")')
    await page.waitForSelector('h1:has-text("Stopped")')
    const third = page.locator('.act', { hasText: 'Order 3' })
    await third.getByRole('button', { name: 'Leave out' }).click()
    await third.getByText('left out').waitFor()

    await page.click('summary:has-text("Runs")')
    await page.getByRole('button', { name: 'Events' }).click()
    const second = page.locator('.ledger li', { hasText: 'o-2' })
    await second.getByRole('button', { name: 'Leave out' }).click()
    await second.getByText('left out').waitFor()
    await second.getByRole('button', { name: 'Do again' }).click()
    await second.getByText('waits').waitFor()
    const states = (await harness.workflows.deliveries('orders')).map(({ messageId, state }) => [
      messageId,
      state,
    ])
    expect(states).toEqual([
      ['o-3', 'skipped'],
      ['o-2', 'pending'],
      ['o-1', 'pending'],
    ])
    expect(problems).toEqual([])
    await page.context().close()
  })

  test('a page follows its workflow: nothing is asked at rest, and what happens shows at once', async () => {
    await harness.workflows.deploy(alarms)
    await harness.workflows.idle()
    const { page, problems } = await harness.open('/workflows/alarms')
    await page.waitForSelector('h1:has-text("Idle")')
    await page.click('summary:has-text("Runs")')
    await page.waitForTimeout(1_500)
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await page.waitForTimeout(4_000)
    expect(asked.filter((path) => path.startsWith('/api/workflows/'))).toEqual([])
    await harness.workflows.publish('rang', { messageId: 'a-1' })
    await page.waitForSelector('.run:has-text("Note a-1")', { timeout: 5_000 })
    expect(asked).toContain('/api/workflows/alarms/runs')
    await harness.workflows.pause('alarms')
    await page.waitForSelector('h1:has-text("Stopped")', { timeout: 5_000 })
    await page.goto(`${harness.url}/workflows`)
    await page.waitForSelector('.flows li:has-text("alarms"):has-text("Stopped")')
    await harness.workflows.resume('alarms')
    await page.waitForSelector('.flows li:has-text("alarms"):has-text("Idle")', { timeout: 5_000 })
    expect(problems).toEqual([])
    await page.context().close()
  })
})
