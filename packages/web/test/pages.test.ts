// Goal: functions, topics, events, a new model and the tour do what they say. Method: the real server and a browser;
// what the page claims is compared with the engine.

import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { workbook } from '../../cli/test/workbooks.ts'
import { accessibilityProblems } from './accessible.ts'
import { type Harness, looks, shoot, startHarness } from './harness.ts'

const chromium = inject('chromiumPath')
const model = `MODEL "Door bell"
presses = 0
# Somebody rings
WHEN presses > 0 THEN
  door!ring(presses)
END
END MODEL
`

describe.skipIf(chromium === undefined)('the other pages', () => {
  let harness: Harness
  beforeAll(async () => {
    harness = await startHarness({ chromium: chromium ?? '', models: { bell: model } })
    await (await harness.engine.model('bell')).set({ presses: 1 }, { by: 'visitor' })
  })
  afterAll(() => harness?.close())

  it('functions are found by what they do, and show call and examples', async () => {
    const { page, problems } = await harness.open('/functions')
    const field = page.getByRole('searchbox', { name: 'Search the functions' })
    await field.fill('sorts')
    const found = await page.locator('.fns-list code').allTextContents()
    expect(found).toContain('SORT')
    await field.fill('xlookup')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/functions/XLOOKUP')
    await page.getByRole('heading', { name: 'XLOOKUP', level: 1 }).waitFor()
    expect(await page.locator('.fn-call').textContent()).toContain('XLOOKUP(lookup_value')
    expect(await page.locator('.fn-examples li').count()).toBeGreaterThan(0)
    expect(await accessibilityProblems(page)).toEqual([])
    expect(problems).toEqual([])
  })

  it('topics show their events as calls, and publishing adds one', async () => {
    const { page, problems } = await harness.open('/topics')
    await page.getByRole('link', { name: 'door' }).click()
    await page.getByText('ring(1)').waitFor()
    await page.getByRole('button', { name: 'Publish an event' }).click()
    const dialog = page.getByRole('dialog', { name: 'Publish into door' })
    await dialog.getByLabel('Payload, as JSON').fill('{ "by": <hand> }')
    await dialog.getByRole('button', { name: 'Publish', exact: true }).click()
    await dialog.getByText('The payload is no JSON').waitFor()
    await dialog.getByLabel('Payload, as JSON').fill('{ "by": "<b>hand</b>" }')
    expect(await accessibilityProblems(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Publish', exact: true }).click()
    await page.getByText('{"by":"<b>hand</b>"}').click()
    await page.getByText('from outside').waitFor()
    await page.getByText('2 events.').waitFor({ timeout: 15_000 })
    expect(await page.locator('.events li').count()).toBe(2)
    expect(problems).toEqual([])
  })

  it('events of a model say who did what, and appear while one looks', async () => {
    const { page, problems } = await harness.open('/models/bell/events')
    await page.getByText('by visitor').waitFor()
    const before = await page.locator('.feed li').count()
    const bell = await harness.engine.model('bell')
    await bell.set({ presses: 0 }, { by: 'visitor' })
    await bell.set({ presses: 7 }, { by: 'visitor' })
    await expect
      .poll(() => page.locator('.feed li').count(), { timeout: 15_000 })
      .toBeGreaterThan(before)
    await page.getByRole('button', { name: 'Deploys' }).click()
    await expect.poll(() => page.locator('.feed li').count()).toBe(1)
    expect(await page.locator('.feed').textContent()).toContain('Deployed version 1')
    expect(problems).toEqual([])
  })

  it('a new model is checked while it is written, mended, and deployed with its consequences', async () => {
    const { page, problems } = await harness.open('/new')
    const text = page.getByRole('textbox', { name: 'Source of the model' })
    await text.fill('MODEL "Till"\ntaken = [1, 2]\nsum = SUMM(taken)\nEND MODEL\n')
    await page.getByText('Line 3').waitFor()
    await page.getByRole('button', { name: 'Fix 1 error' }).waitFor()
    expect(await page.getByRole('button', { name: 'Fix 1 error' }).isDisabled()).toBe(true)
    await page.getByRole('button', { name: 'Write SUM', exact: true }).click()
    await page.getByText('Nothing is wrong with it.').waitFor()
    expect(await page.getByLabel('Id').inputValue()).toBe('till')
    await text.focus()
    await page.keyboard.press('Control+Enter')
    const dialog = page.getByRole('dialog', { name: 'Deploy till' })
    await dialog.getByText('It has no rules').waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Deploy version 1' }).click()
    await page.waitForURL('**/models/till*')
    expect((await harness.engine.model('till')).get('sum')).toMatchObject({ value: 3 })
    expect(problems).toEqual([])
  })

  it('a table that is pasted becomes a model', async () => {
    const { page } = await harness.open('/new?from=paste')
    const text = page.getByRole('textbox', { name: 'Source of the model' })
    await text.fill('Item\tPrice\nTea\t4\nCake\t3.5')
    await page.getByRole('button', { name: 'Make a model of it' }).click()
    expect(await text.inputValue()).toContain('B2:B3 = [4; 3.5]')
    await page.getByText('Nothing is wrong with it.').waitFor()
  })

  it('a workbook that is dropped becomes a model, with what agrees and what does not', async () => {
    const { page, problems } = await harness.open('/new?from=file')
    const cells =
      '<row r="1"><c r="A1"><v>2</v></c><c r="B1"><f>A1*3</f><v>6</v></c><c r="C1"><f>A1*5</f><v>11</v></c></row>'
    const bytes = [...workbook({ sheets: { Data: cells } })]
    const dropped = await page.evaluateHandle((own) => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([new Uint8Array(own)], 'desk.xlsx'))
      return transfer
    }, bytes)
    // Beside the zone too: a browser would leave the page and open the file.
    await page.dispatchEvent('h1', 'drop', { dataTransfer: dropped })
    await page.getByText('1 of 2 values agree with those in the file.').waitFor()
    await page.getByText('Data!C1 is 11 there and 10 here').waitFor()
    const text = page.getByRole('textbox', { name: 'Source of the model' })
    expect(await text.inputValue()).toContain('Data!B1 = Data!A1 * 3')
    const before = await text.inputValue()
    const locked = `\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1${[...'EncryptedPackage'].join('\0')}\0`
    const refused = [
      ['empty.xlsx', Buffer.from(''), 'The file is empty.'],
      ['locked.xlsx', Buffer.from(locked, 'latin1'), 'protected with a password'],
      ['cut.xlsx', Buffer.from(bytes.slice(0, -9)), 'damaged or cut off'],
    ] as const
    for (const [name, buffer, why] of refused) {
      const mimeType = 'application/octet-stream'
      await page.getByLabel('File to import').setInputFiles({ name, mimeType, buffer })
      await page.getByRole('alert').getByText(`${name} was not imported.`).waitFor()
      expect(await page.getByRole('alert').textContent()).toContain(why)
      expect(await text.inputValue()).toBe(before)
    }
    expect(await accessibilityProblems(page)).toEqual([])
    expect(problems.filter((problem) => !problem.includes('422'))).toEqual([])
  })

  it.each(looks)('the report of an import fits at $width px in $theme', async (how) => {
    const { page, problems } = await harness.open('/new?from=file', how)
    const cells =
      '<row r="1"><c r="A1"><v>2</v></c><c r="B1"><f>A1*3</f><v>7</v></c><c r="C1"><f>[1]Far!A1</f><v>11</v></c></row>'
    const bytes = workbook({ sheets: { 'A sheet with a long name': cells } })
    const buffer = Buffer.from(bytes)
    const mimeType = 'application/octet-stream'
    await page.getByLabel('File to import').setInputFiles({ name: 'desk.xlsx', mimeType, buffer })
    const report = page.locator('.import-report')
    await report.getByText('Not carried over (1)').waitFor()
    const zone = await page.locator('.drop-zone').boundingBox()
    const box = await report.boundingBox()
    expect((box?.y ?? 0) - ((zone?.y ?? 0) + (zone?.height ?? 0))).toBeGreaterThanOrEqual(12)
    await shoot(page, 'new-file', how)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(how.width)
    expect(await accessibilityProblems(page)).toEqual([])
    expect(problems).toEqual([])
  })

  it('every example of the repository can be chosen and is right', async () => {
    const { page } = await harness.open('/new?from=example')
    const list = page.getByRole('list', { name: 'Examples' }).getByRole('button')
    await list.nth(10).waitFor()
    for (const i of [0, 5, 9]) {
      await list.nth(i).click()
      await expect
        .poll(() => page.locator('.draft-foot .primary').textContent())
        .toContain('Deploy')
    }
  })

  it('the tour stands beside the page, goes on, is put aside and taken up again', async () => {
    const { page, problems } = await harness.open('/')
    await page.getByRole('button', { name: 'Take the tour' }).click()
    const card = page.getByRole('complementary', { name: /Tour, step/ })
    await card.getByRole('button', { name: 'Take me to the sheet' }).click()
    await page.waitForURL('**/models/*')
    await card.getByText('Change an input').waitFor()
    await card.getByRole('button', { name: 'Next' }).click()
    await card.getByText('Everything that reads it follows').waitFor()
    // It never blocks: the rest of the page can be used.
    await page.getByRole('link', { name: 'Events' }).click()
    await page.getByRole('heading', { name: 'Events' }).waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    await card.getByRole('button', { name: 'Put the tour aside' }).click()
    await card.waitFor({ state: 'detached' })
    await page.goto(harness.url)
    await page.getByRole('button', { name: 'Go on with the tour' }).click()
    await card.getByText('Everything that reads it follows').waitFor()
    expect(problems).toEqual([])
  })

  it.each(looks)('all of them fit at $width px in $theme', async (how) => {
    const addresses = {
      functions: '/functions',
      function: '/functions/XLOOKUP',
      topics: '/topics',
      topic: '/topics/door',
      events: '/models/bell/events',
      new: '/new?from=example',
    }
    const { page, problems } = await harness.open('/', how)
    for (const [name, path] of Object.entries(addresses)) {
      await page.goto(`${harness.url}${path}`)
      await page.locator('h1:visible').first().waitFor()
      await shoot(page, name, how)
      expect(await accessibilityProblems(page)).toEqual([])
    }
    expect(problems).toEqual([])
  })
})
