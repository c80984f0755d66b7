// Goal: the documentation site works as files: it finds things, changes its theme, and fits a phone.
// Method: the built site is opened in Chromium from its folder, without a server. An error on a page, or a request to
// anywhere but that folder, fails the test that met it.

import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'

const executablePath = inject('chromiumPath')
const root = fileURLToPath(new URL('..', import.meta.url))

describe.skipIf(executablePath === undefined)('the site in a browser', () => {
  let folder = ''
  let browser: Browser
  const problems: string[] = []

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'cellwake-site-'))
    const args = ['--import', './scripts/source.mjs', 'scripts/docs/build.ts', folder]
    execFileSync(process.execPath, args, { cwd: root, stdio: 'pipe' })
    browser = await chromium.launch({
      executablePath: executablePath ?? '',
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
    })
  })
  afterAll(async () => {
    await browser?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const addressOf = (name: string) => pathToFileURL(join(folder, name)).href

  async function open(name: string, width: number, colorScheme: 'light' | 'dark'): Promise<Page> {
    const context = await browser.newContext({ viewport: { width, height: 844 }, colorScheme })
    const page = await context.newPage()
    page.on('pageerror', (error) => problems.push(String(error)))
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
    page.on('request', (request) => {
      if (!request.url().startsWith('file:')) problems.push(`asked for ${request.url()}`)
    })
    await page.goto(addressOf(name))
    return page
  }

  async function close(page: Page): Promise<void> {
    await page.context().close()
    expect(problems.splice(0)).toEqual([])
  }

  it('finds a function by a part of its name, and goes there with the keyboard', async () => {
    const page = await open('index.html', 1280, 'light')
    await page.keyboard.press('/')
    await page.keyboard.type('xlook')
    expect(await page.locator('#site-found li b').first().textContent()).toBe('XLOOKUP')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    await page.waitForURL(addressOf('functions-lookup.html#fn-xlookup').replace('%23', '#'))
    expect(await page.locator('#fn-xlookup').isVisible()).toBe(true)
    await close(page)
  })

  it('says so when nothing is found, and Escape closes the list', async () => {
    const page = await open('words.html', 1280, 'light')
    await page.locator('#site-search').fill('zzzz')
    expect(await page.locator('#site-found').textContent()).toBe('Nothing was found.')
    await page.keyboard.press('Escape')
    expect(await page.locator('#site-found').isVisible()).toBe(false)
    await close(page)
  })

  it('follows the system, until a person chooses', async () => {
    const page = await open('guide.html', 1280, 'dark')
    const background = () => page.evaluate('getComputedStyle(document.body).backgroundColor')
    expect(await background()).toBe('rgb(19, 20, 22)')
    await page.locator('#site-theme').click()
    expect(await background()).toBe('rgb(252, 252, 250)')
    await page.reload()
    expect(await background()).toBe('rgb(252, 252, 250)')
    await close(page)
  })

  it('never scrolls sideways on a phone, on any page', async () => {
    const page = await open('index.html', 360, 'light')
    const wide: string[] = []
    const names = readdirSync(folder).filter((name) => name.endsWith('.html'))
    for (const name of names) {
      await page.goto(addressOf(name))
      const width = await page.evaluate('document.documentElement.scrollWidth')
      if (Number(width) > 360) wide.push(`${name}: ${width} px`)
    }
    expect(names.length).toBeGreaterThan(40)
    expect(wide).toEqual([])
    await close(page)
  })
})
