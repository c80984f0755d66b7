// Goal: the sheet does in a browser what it promises: edits change what depends on them, keys move, blocks paste,
// errors stand at their cell, texts stay texts. Method: the real server and Chromium; what is on the screen is read.

import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import {
  between,
  demoModels,
  type Harness,
  looks,
  pictureOf,
  shoot,
  startHarness,
} from './harness.ts'

const chromium = inject('chromiumPath')

const desk = `MODEL "Desk"
margin as percentage = 32pct
label = "night"
fx = 2
slow ~= fx * 100
A1:D1 = ["Item", "Cost", "Sold", "Total"]
A2:A4 = ["Wire"; "Bar"; "<img src=x onerror=\\"document.title='owned'\\">"]
B2:B4 = [10; 20; 30]
C2:C4 = [1; 2; 3]
D2:D4 = LEFT(2) * LEFT
D5 = SUM(D2:D4)
A7 = SORT(B2:B4, 1, -1)
B200:B203 = [1; 2; 3; 4]
G2 as percentage = 20pct
D7 = 1 / (B2 - 10)
Other!A1 = 7
WHEN D5 > 1000 THEN
  F1 = "large"
END
END MODEL
`

/** Pastes a text where the focus is, or nothing that is a text. */
const pasted = (page: Page, text?: string) =>
  page.evaluate((words) => {
    const clipboardData = new DataTransfer()
    if (words !== undefined) clipboardData.setData('text/plain', words)
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true })
    document.activeElement?.dispatchEvent(event)
  }, text)

describe.skipIf(chromium === undefined)('the sheet', () => {
  let harness: Harness
  let page: Page
  let problems: string[]
  beforeAll(async () => {
    const models = { desk, ...demoModels() }
    harness = await startHarness({ chromium: chromium ?? '', models })
    const opened = await harness.open('/models/desk?cell=B2')
    page = opened.page
    problems = opened.problems
  })
  afterAll(() => harness?.close())

  /** Goes to a cell by the address box, and puts the focus into the sheet. */
  const goTo = async (symbol: string) => {
    await page.fill('.fx .at', symbol)
    await page.press('.fx .at', 'Enter')
    await page.waitForSelector(`#cell-${symbol}[aria-selected=true]`)
    await page.focus('table[role=grid]')
  }
  /** Goes to an address as a link would. */
  const follow = (address: string) =>
    page.evaluate((to) => {
      history.pushState(null, '', to)
      dispatchEvent(new PopStateEvent('popstate'))
    }, address)
  const text = (symbol: string) => page.textContent(`[id="cell-${symbol}"] .v`)
  const shows = (symbol: string, value: string) =>
    page.waitForFunction(
      ([id, wanted]) => document.getElementById(id!)?.querySelector('.v')?.textContent === wanted,
      [`cell-${symbol}`, value],
      { timeout: 10_000 },
    )
  const selected = () => page.getAttribute('table[role=grid]', 'aria-activedescendant')

  test('an edit becomes durable, and what depends on it follows on the screen', async () => {
    await goTo('B2')
    await page.keyboard.press('Enter')
    await page.fill('.cell-editor input', '15')
    await page.keyboard.press('Enter')
    await shows('D2', '15')
    await shows('D5', '145')
    expect(await text('B2')).toBe('15')
    expect((await harness.engine.model('desk')).get('D5').value).toBe(145)
    expect(await page.textContent('.toasts')).toContain('B2 is 15.')
    expect(await selected()).toBe('cell-B3')
    await page.keyboard.press('Control+z')
    await shows('D5', '140')
  })

  test('a change from elsewhere arrives by itself', async () => {
    await goTo('B2')
    await (await harness.engine.model('desk')).set({ C4: 5 })
    await shows('D4', '150')
    await (await harness.engine.model('desk')).set({ C4: 3 })
    await shows('D4', '90')
    expect(await text('D5')).toBe('140')
  })

  test('typing replaces, expressions are computed, Escape changes nothing', async () => {
    await goTo('B2')
    const model = await harness.engine.model('desk')
    const before = model.rev
    await page.keyboard.type('99')
    await page.keyboard.press('Escape')
    expect(model.rev).toBe(before)
    await page.keyboard.type('=2 * 6')
    await page.keyboard.press('Enter')
    await shows('B2', '12')
    await model.set({ B2: 10 })
  })

  test('what the server refuses stands at the cell, with the reason, and nothing changed', async () => {
    await goTo('B2')
    const model = await harness.engine.model('desk')
    const before = model.rev
    await page.click('.names li:has-text("margin") button')
    await page.keyboard.press('F2')
    await page.fill('.names .edit-field', 'thirty')
    await page.keyboard.press('Enter')
    const refusal = await page.waitForSelector('.names .refusal')
    expect(await refusal.textContent()).toContain('Nothing was changed.')
    expect(model.rev).toBe(before)
    await page.click('.names .refusal button')
    await page.click('#cell-D2')
    await page.keyboard.press('F2')
    expect(await page.textContent('.cell-note .refusal')).toContain('follows from its formula')
    await page.keyboard.press('Escape')
    expect(await page.$('.cell-note')).toBeNull()
  })

  test('keys move, extend and go to edges; the status bar adds up what is selected', async () => {
    await goTo('B2')
    await page.keyboard.press('ArrowRight')
    expect(await selected()).toBe('cell-C2')
    await page.keyboard.press('Control+ArrowDown')
    expect(await selected()).toBe('cell-C4')
    await page.keyboard.press('Control+Home')
    expect(await selected()).toBe('cell-A1')
    await page.keyboard.press('Tab')
    expect(await selected()).toBe('cell-B1')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('Shift+ArrowDown')
    await page.waitForSelector('.status-bar .sums')
    const sums = await page.textContent('.status-bar .sums')
    expect(sums).toBe('sum 60average 20count 3')
  })

  test('a block is pasted into inputs at once, and a formula in it refuses the whole', async () => {
    await goTo('B2')
    const model = await harness.engine.model('desk')
    await pasted(page, '11\t4\n21\t5')
    await shows('D3', '105')
    expect(model.get('D2').value).toBe(44)
    await page.keyboard.press('ArrowRight')
    await pasted(page, '1\t2')
    await page.waitForSelector('.cell-note.refused')
    expect(model.get('C2').value).toBe(4)
    await page.keyboard.press('Escape')
    await model.set({ B2: 10, C2: 1, B3: 20, C3: 2 })
  })

  test('edits are undone and done again, a block at once; a new edit ends what could be done again', async () => {
    await goTo('B2')
    const model = await harness.engine.model('desk')
    await pasted(page, '11\t4\r\n"21"\t5\r\n')
    await shows('D3', '105')
    await page.keyboard.press('Enter')
    await page.fill('.cell-editor input', '12')
    await page.keyboard.press('Enter')
    await shows('D2', '48')
    await page.keyboard.press('Control+z')
    await page.keyboard.press('Control+z')
    await shows('D2', '10')
    await shows('D3', '40')
    await page.keyboard.press('Control+y')
    await shows('D3', '105')
    await page.keyboard.press('Control+Shift+Z')
    await shows('D2', '48')
    await page.keyboard.press('Control+z')
    await shows('D2', '44')
    await goTo('C4')
    await page.keyboard.press('Enter')
    await page.fill('.cell-editor input', '4')
    await page.keyboard.press('Enter')
    await shows('D4', '120')
    const { rev } = model
    await page.keyboard.press('Control+y')
    await page.keyboard.press('Control+z')
    await shows('D4', '90')
    expect(model.rev).toBe(rev + 1)
    await page.keyboard.press('Control+z')
    await shows('D2', '10')
  })

  test('a percent is pasted as one, and undone', async () => {
    await goTo('G2')
    await pasted(page, '12.5%\r\n')
    await shows('G2', '12.5\u00a0%')
    await pasted(page, '6')
    await shows('G2', '600.0\u00a0%')
    await page.keyboard.press('Control+z')
    await shows('G2', '12.5\u00a0%')
    await page.keyboard.press('Control+z')
    await shows('G2', '20.0\u00a0%')
    expect((await harness.engine.model('desk')).get('G2')).toMatchObject({ value: 0.2 })
  })

  test('an undo that was refused can be asked for again', async () => {
    await goTo('B2')
    await pasted(page, '77')
    await shows('B2', '77')
    await page.route('**/api/models/desk/inputs', (route) => route.abort())
    await page.keyboard.press('Control+z')
    await page.waitForSelector('.cell-note.refused')
    await page.unroute('**/api/models/desk/inputs')
    await page.keyboard.press('Escape')
    expect(await text('B2')).toBe('77')
    await page.keyboard.press('Control+z')
    await shows('B2', '10')
    problems.splice(0, problems.length, ...problems.filter((one) => !one.includes('ERR_FAILED')))
  })

  test('a paste without a text, such as a picture, clears nothing', async () => {
    await goTo('B2')
    const model = await harness.engine.model('desk')
    const { rev } = model
    await pasted(page)
    await page.waitForSelector('.cell-note:has-text("Nothing was pasted")')
    expect(model.rev).toBe(rev)
    await page.keyboard.press('Escape')
  })

  test('a long block goes over cells that were never on the screen, and its undo brings them back', async () => {
    const own = await startHarness({ chromium: chromium ?? '', models: { desk } })
    const { page: fresh } = await own.open('/models/desk?cell=B5')
    const model = await own.engine.model('desk')
    await fresh.waitForSelector('#cell-B5[aria-selected=true]')
    await fresh.focus('table[role=grid]')
    await pasted(fresh, Array.from({ length: 197 }, (_, i) => `${i + 1000}\r\n`).join(''))
    await expect.poll(() => model.get('B201').value).toBe(1196)
    await fresh.waitForSelector('.toasts:has-text("197 cells set")')
    await fresh.keyboard.press('Control+z')
    await expect.poll(() => model.get('B201').value).toBe(2)
    expect(model.get('B5').kind).toBe('blank')
    await own.close()
  })

  test('copied cells are tabs and lines, with numbers in full', async () => {
    await goTo('A2')
    await page.keyboard.press('Shift+ArrowRight')
    await page.keyboard.press('Shift+ArrowDown')
    const copied = await page.evaluate(() => {
      const clipboardData = new DataTransfer()
      const event = new ClipboardEvent('copy', { clipboardData, bubbles: true, cancelable: true })
      document.activeElement?.dispatchEvent(event)
      return clipboardData.getData('text/plain')
    })
    expect(copied).toBe('Wire\t10\nBar\t20')
  })

  test('a text of digits is copied within the sheet as a text', async () => {
    const model = await harness.engine.model('desk')
    await model.set({ B6: '007' }, { by: 'desk' })
    await shows('B6', '007')
    await goTo('B6')
    const clipboard = await page.evaluateHandle(() => {
      const clipboardData = new DataTransfer()
      const event = new ClipboardEvent('copy', { clipboardData, bubbles: true, cancelable: true })
      document.activeElement?.dispatchEvent(event)
      return clipboardData
    })
    await goTo('B7')
    await page.evaluate((clipboardData) => {
      const event = new ClipboardEvent('paste', { clipboardData, bubbles: true })
      document.activeElement?.dispatchEvent(event)
    }, clipboard)
    await expect.poll(() => model.get('B7').value).toBe('007')
  })

  test('a text that looks like markup is shown as a text, in the sheet and in the panel', async () => {
    await goTo('A4')
    await page.waitForSelector('.why:has(h2:text-is("Why A4")) .big')
    expect(await text('A4')).toContain('<img src=x')
    expect(await page.textContent('.why .big')).toContain('<img src=x')
    expect(await page.$$eval('main img', (images) => images.length)).toBe(0)
    expect(await page.title()).not.toContain('owned')
  })

  test('the panel says why, follows what it names, and comes back', async () => {
    await goTo('D5')
    await (await harness.engine.model('desk')).set({ B2: 12 }, { by: 'buying' })
    await page.waitForSelector('.why .say:has-text("buying")')
    expect(await page.textContent('.why-tree .why-node >> nth=0')).toBe('D2:D43 cells')
    await page.click('.why-tree .sym[aria-label="Why D2"]')
    await page.waitForSelector('.why h2:has-text("Why D2")')
    expect(await selected()).toBe('cell-D2')
    await page.click('.why button[aria-label=Back]')
    await page.waitForSelector('.why h2:has-text("Why D5")')
    await page.click('.why button:has-text("Pin")')
    await page.click('#cell-B3')
    expect(await page.textContent('.why h2')).toBe('Why D5')
    await page.click('.why button:has-text("Unpin")')
    await (await harness.engine.model('desk')).set({ B2: 10 })
  })

  test('an error shows its code, a lazy cell its ring, an array its frame, a search its finds', async () => {
    await goTo('B2')
    expect(await text('D7')).toBe('#DIV/0!')
    await page.waitForSelector('.names li[data-s=dirty]')
    await page.click('.names li[data-s=dirty] .g')
    await page.waitForSelector('.names li:has-text("slow"):has-text("200")')
    expect(await page.$$eval('.grid-frame.spill', (frames) => frames.length)).toBe(1)
    await page.focus('table[role=grid]')
    await page.keyboard.press('/')
    await page.fill('.find-bar input', 'bar')
    await page.waitForSelector('.grid-frame.found')
    await page.keyboard.press('Enter')
    expect(await selected()).toBe('cell-A3')
    await page.keyboard.press('Escape')
    expect(await page.$('.grid-frame.found')).toBeNull()
  })

  test('another sheet is a tab away', async () => {
    await goTo('B2')
    await page.click('role=tab[name="Other"]')
    await page.waitForSelector('[id="cell-Other!A1"]')
    expect(await text('Other!A1')).toBe('7')
  })

  test('the sheet as it was can be read, and not changed', async () => {
    const model = await harness.engine.model('desk')
    const { rev } = await model.set({ C2: 50 })
    await model.set({ C2: 1 })
    await follow(`/models/desk?cell=C2&at=${rev}`)
    await shows('D2', '500')
    await page.focus('table[role=grid]')
    await page.keyboard.press('Enter')
    expect(await page.$('.cell-editor')).toBeNull()
    await page.click('text=Back to now')
    await shows('D2', '10')
  })

  test('a stale value shows how old it is', async () => {
    const own = await startHarness({ chromium: chromium ?? '', models: { desk } })
    const { page: stale } = await own.open('/models/desk?cell=B2')
    // No function of the desk goes stale by itself: what the server says of C2 is changed on its way.
    const aged = (text: string) =>
      text.replace(/"C2":\{[^}]*\}/, (cell) => cell.replace('"ready"', '"stale"'))
    await stale.route('**/api/models/desk/sheet*', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, body: aged(await response.text()) })
    })
    await stale.routeWebSocket('**/api/live', (socket) => {
      socket.connectToServer().onMessage((message) => socket.send(aged(String(message))))
    })
    await stale.reload()
    await stale.waitForSelector('#cell-C2[data-s=stale] time')
    expect(await stale.textContent('#cell-C2 time')).toMatch(/^\d+\u00a0(s|min)$/)
    expect(await stale.textContent('#cell-C2 .v')).toBe('1')
    await shoot(stale, 'sheet-stale')
    await own.close()
  })

  test('without a server the page says which revision it shows', async () => {
    const own = await startHarness({ chromium: chromium ?? '', models: { desk } })
    const { page: alone } = await own.open('/models/desk?cell=B2')
    await alone.waitForSelector('#cell-D2')
    await own.stopServer()
    await alone.waitForSelector('.cut-off')
    expect(await alone.textContent('#cell-D2 .v')).toBe('10')
    await own.close()
  })

  test.each([...looks, between])(
    'nothing runs out of the window at $width px, $theme',
    async (how) => {
      const desk = await harness.engine.model('price-desk')
      await desk.set({ C2: 41 }, { by: 'rates' })
      await desk.set({ C2: 41.2 }, { by: 'rates' })
      const ready = async (open: Page) => {
        await open.waitForSelector('.why-more')
        if (how.width > 720) await shoot(open, 'why', how, '.why')
      }
      const path = '/models/price-desk?cell=H2'
      expect(await pictureOf(harness, { name: 'sheet', path, how, ready })).toEqual([])
    },
  )

  test('the browser had nothing to complain about', () => {
    // What the server refused above is told to the console too.
    const others = problems.filter((problem) => !/status of 4(00|09)/.test(problem))
    expect(others).toEqual([])
  })
})
