// Goal: the frame around the pages works with mouse, keys and on a phone, and breaks no rule of the content security
// policy. Method: the real server and a real browser.

import { hashOf } from '@cellwake/server'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { accessibilityProblems } from './accessible.ts'
import { type Harness, startHarness } from './harness.ts'

const chromium = inject('chromiumPath')

describe.skipIf(chromium === undefined)('the shell', () => {
  let harness: Harness
  beforeAll(async () => {
    harness = await startHarness({ chromium: chromium ?? '' })
  })
  afterAll(() => harness?.close())

  it('goes from page to page without loading anew, and back', async () => {
    const { page, problems } = await harness.open('/')
    await page.getByRole('table').getByRole('link', { name: 'Price desk' }).click()
    await page.waitForURL('**/models/price-desk*')
    await page.evaluate(() => Object.assign(window, { mark: 'same page' }))
    await page.getByRole('link', { name: 'Events' }).click()
    await page.getByRole('heading', { name: 'Events' }).waitFor()
    expect(await page.title()).toBe('Price desk · Events · Cellwake')
    expect(await page.getByRole('link', { name: 'Events' }).getAttribute('aria-current')).toBe(
      'page',
    )
    await page.goBack()
    await page.waitForURL('**/models/price-desk*')
    expect(await page.evaluate(() => 'mark' in window)).toBe(true)
    expect(problems).toEqual([])
  })

  it('an address that leads nowhere says so and offers a way', async () => {
    const { page } = await harness.open('/models/price-desk/nowhere')
    await page.getByText('There is nothing at this address.').waitFor()
    await page.getByRole('link', { name: 'Go to the models' }).click()
    await page.getByRole('heading', { name: 'Models', level: 1 }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/')
  })

  it('g then a letter goes, and keys typed into a field do not', async () => {
    const { page, problems } = await harness.open('/')
    await page.getByRole('heading', { name: 'Models', level: 1 }).waitFor()
    await page.keyboard.press('g')
    await page.keyboard.press('f')
    await page.waitForURL('**/functions')
    const field = page.getByRole('searchbox', { name: 'Search the functions' })
    await field.click()
    await page.keyboard.type('gm n')
    expect(await field.inputValue()).toBe('gm n')
    expect(new URL(page.url()).pathname).toBe('/functions')
    await page.keyboard.press('Tab')
    await page.keyboard.press('g')
    await page.keyboard.press('m')
    await page.waitForURL((url) => url.pathname === '/')
    expect(problems).toEqual([])
  })

  it('? lists every key, Escape closes it and gives the focus back', async () => {
    const { page } = await harness.open('/models/price-desk/events')
    await page.getByRole('heading', { name: 'Events' }).waitFor()
    await page.getByRole('button', { name: 'Find or do' }).focus()
    await page.keyboard.press('?')
    const sheet = page.getByRole('dialog', { name: 'Shortcuts' })
    await sheet.waitFor()
    for (const what of ['Find or do', 'New model', 'Go to the rules', 'Go to the models'])
      expect(await sheet.getByText(what, { exact: true }).count()).toBeGreaterThan(0)
    expect(await accessibilityProblems(page)).toEqual([])
    await page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'detached' })
    const focused = await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
    expect(focused).toBe('Find or do')
  })

  it('the palette finds names, rules, cells, functions and models, and goes there', async () => {
    const { page, problems } = await harness.open('/models/price-desk/events')
    await page.getByRole('heading', { name: 'Events' }).waitFor()
    const find = async (typed: string) => {
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox', { name: 'Find or do' }).fill(typed)
      return page.getByRole('option').first()
    }
    await expectText(await find('margin_tar'), 'margin_target')
    expect(await accessibilityProblems(page)).toEqual([])
    await page.keyboard.press('Enter')
    await page.waitForURL('**/models/price-desk?cell=margin_target')
    await page.keyboard.press('g')
    await page.keyboard.press('e')
    await expectText(await find('margin floor'), 'Margin floor')
    await page.keyboard.press('Escape')
    await expectText(await find('h12'), 'H12')
    await page.keyboard.press('Escape')
    await expectText(await find('xlook'), 'XLOOKUP')
    await page.keyboard.press('Escape')
    await expectText(await find('treas'), 'Treasury')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/models/treasury*')
    expect(problems).toEqual([])
  })

  it('the palette sets an input, and says what is wrong with a value', async () => {
    const { page } = await harness.open('/models/price-desk/events')
    await page.getByRole('heading', { name: 'Events' }).waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Find or do' }).fill('set guard')
    await expectText(page.getByRole('option').first(), 'Set guard…')
    await page.keyboard.press('Enter')
    const value = page.getByLabel('guard =')
    await value.fill('5 +')
    await page.keyboard.press('Enter')
    await page.getByText('Nothing was changed.').waitFor()
    await value.fill('5pct')
    await page.keyboard.press('Enter')
    await page.getByText('guard is 5pct.').waitFor()
    const model = await harness.engine.model('price-desk')
    expect(model.get('guard')).toMatchObject({ value: 0.05 })
  })

  it('the theme follows the system until somebody chooses, and the choice is kept', async () => {
    const { page, problems } = await harness.open('/', { theme: 'dark' })
    const theme = () => page.evaluate(() => document.documentElement.dataset.theme)
    expect(await theme()).toBe('dark')
    await page.getByRole('button', { name: 'Switch to light' }).click()
    expect(await theme()).toBe('light')
    await page.reload()
    expect(await theme()).toBe('light')
    expect(problems).toEqual([])
  })

  it('on a phone the rail is a bar below and the sections are tabs', async () => {
    const { page, problems } = await harness.open('/models/price-desk/events', { width: 390 })
    await page.getByRole('heading', { name: 'Events' }).waitFor()
    const bar = await page.getByRole('navigation', { name: 'Cellwake' }).boundingBox()
    expect(bar?.y).toBeGreaterThan(844 - 60)
    expect(await page.getByRole('navigation', { name: 'Cellwake' }).getByRole('link').count()).toBe(
      5,
    )
    const tabs = await page.getByRole('navigation', { name: 'Price desk' }).boundingBox()
    expect(tabs?.y).toBeLessThan(60)
    // The current tab is far to the right and was scrolled into sight.
    const tab = await page.getByRole('link', { name: 'Events' }).boundingBox()
    expect((tab?.x ?? 999) + (tab?.width ?? 0)).toBeLessThanOrEqual(390)
    expect(await accessibilityProblems(page)).toEqual([])
    expect(problems).toEqual([])
  })

  it('at medium width the rail keeps names for screen readers and shows them on focus', async () => {
    const { page } = await harness.open('/', { width: 1000 })
    const link = page.getByRole('link', { name: 'Topics' })
    await link.focus()
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Tab')
    expect((await page.locator('.rail').boundingBox())?.width).toBe(52)
    const opacity = await link.locator('.name').evaluate((name) => getComputedStyle(name).opacity)
    expect(opacity).toBe('1')
  })

  it('no inline script or style is needed, and none would run', async () => {
    const { page } = await harness.open('/')
    const html = await (await fetch(harness.url)).text()
    expect(html).not.toMatch(/<script(?![^>]*\ssrc=)|\sstyle=|<style|\son\w+=/)
    const ran = await page.evaluate(() => {
      const script = document.createElement('script')
      script.textContent = 'window.ran = true'
      document.body.append(script)
      return 'ran' in window
    })
    expect(ran).toBe(false)
  })

  it('a token is asked for where one is wanted, and kept for the tab', async () => {
    const token = 'a-token-of-this-test-only'
    const locked = await startHarness({
      chromium: chromium ?? '',
      models: {},
      tokens: [{ name: 'ops', hash: hashOf(token), scopes: ['admin'], models: ['*'] }],
    })
    try {
      const { page } = await locked.open('/topics')
      await page.getByRole('heading', { name: 'This server wants a token' }).waitFor()
      expect(await accessibilityProblems(page)).toEqual([])
      await page.getByLabel('Token').fill('wrong')
      await page.keyboard.press('Enter')
      await page.getByText('is not, or no longer, accepted').waitFor()
      await page.getByLabel('Token').fill(token)
      await page.getByRole('button', { name: 'Use this token' }).click()
      await page.getByText('No events yet.').waitFor()
      expect(await page.evaluate(() => Object.keys(localStorage).join())).not.toContain('token')
    } finally {
      await locked.close()
    }
  })
})

async function expectText(
  locator: { textContent(): Promise<string | null>; waitFor(): Promise<void> },
  text: string,
): Promise<void> {
  await expect.poll(() => locator.textContent(), { timeout: 5000 }).toContain(text)
}
