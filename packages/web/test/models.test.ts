// Goal: the overview tells the truth about all models, and changes as they do. Method: the real server with the demo's
// models; sets, deploys and deletes behind the page's back.

import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { accessibilityProblems } from './accessible.ts'
import { type Harness, looks, shoot, startHarness } from './harness.ts'

const chromium = inject('chromiumPath')

describe.skipIf(chromium === undefined)('the models page', () => {
  let harness: Harness
  beforeAll(async () => {
    harness = await startHarness({ chromium: chromium ?? '' })
  })
  afterAll(() => harness?.close())

  it('says in a sentence how it is, then shows lanes, a row each, and what just happened', async () => {
    const { page, problems } = await harness.open('/')
    await page.getByText('Three models.').waitFor()
    expect(await page.locator('.lede').textContent()).toMatch(/Next to act: .+, in \d+/)
    const strip = page.getByRole('region', { name: 'Next 24 hours' })
    await strip.waitFor()
    expect(await strip.getByRole('img').count()).toBe(3)
    expect(await strip.getByRole('img').nth(1).getAttribute('aria-label')).toContain(
      'A new day, 00:00',
    )
    const row = page.locator('tr[data-model="price-desk"]')
    expect(await row.textContent()).toContain('Healthy')
    expect(await row.textContent()).toMatch(/\d+ wanted, \d+ dormant/)
    await page.getByText('Deployed version 1').first().waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    expect(problems).toEqual([])
  })

  it('trouble comes first in the sentence and goes when it is mended', async () => {
    const { page } = await harness.open('/')
    await page.getByText('All is well.').waitFor()
    await harness.engine.deploy('MODEL "Broken"\nx = 0\ny = 1 / x\nEND MODEL\n', {
      id: 'broken',
      by: 'test',
    })
    await page.getByRole('link', { name: 'Broken shows 1 error' }).waitFor({ timeout: 15_000 })
    expect(await page.locator('tr[data-model="broken"]').textContent()).toContain('1 error')
    await (await harness.engine.model('broken')).set({ x: 2 }, { by: 'test' })
    await page.getByText('All is well.').waitFor({ timeout: 15_000 })
    expect(await page.locator('tr[data-model="broken"]').textContent()).toContain('Healthy')
    await harness.engine.delete('broken', 'broken')
  })

  it('deleting names what goes and wants the id', async () => {
    await harness.engine.deploy('MODEL "Spare"\na = 1\nb = a\nEND MODEL\n', {
      id: 'spare',
      by: 'test',
    })
    const { page, problems } = await harness.open('/')
    const row = page.locator('tr[data-model="spare"]')
    await row.hover()
    await row.getByRole('button', { name: 'More for Spare' }).click()
    await row.getByRole('button', { name: 'Delete…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete Spare' })
    await dialog.getByText('2 cells, 0 rules, 1 version and its').waitFor()
    const button = dialog.getByRole('button', { name: 'Delete spare' })
    expect(await button.isDisabled()).toBe(true)
    await dialog.getByLabel('Type spare to delete it').fill('spar')
    expect(await button.isDisabled()).toBe(true)
    await dialog.getByLabel('Type spare to delete it').fill('spare')
    expect(await accessibilityProblems(page)).toEqual([])
    await button.click()
    await page.getByText('Spare is deleted.').waitFor()
    await row.waitFor({ state: 'detached' })
    expect(() => harness.engine.running('spare')).toThrow('no model spare')
    // What the page asked of it in the meantime found it gone.
    expect(problems.filter((problem) => !problem.includes('status of 404'))).toEqual([])
  })

  it('with no models it says what a model is and how to make one', async () => {
    const empty = await startHarness({ chromium: chromium ?? '', models: {} })
    try {
      const { page, problems } = await empty.open('/')
      await page.getByText('No models yet.').waitFor()
      await page.getByRole('link', { name: 'Make the first model' }).click()
      await page.getByRole('heading', { name: 'New model' }).waitFor()
      expect(problems).toEqual([])
    } finally {
      await empty.close()
    }
  })

  it('a model whose title is markup is shown as text', async () => {
    const title = '<img src=x onerror=window.hacked=1>'
    const hostile = await startHarness({
      chromium: chromium ?? '',
      models: { odd: `MODEL "${title}"\na = 1\nEND MODEL\n` },
    })
    try {
      const { page, problems } = await hostile.open('/')
      await page.locator('a.name', { hasText: title }).waitFor()
      expect(await page.evaluate(() => 'hacked' in window)).toBe(false)
      expect(problems).toEqual([])
    } finally {
      await hostile.close()
    }
  })

  it('a server that went away is a sentence, not an empty page', async () => {
    const lost = await startHarness({ chromium: chromium ?? '' })
    try {
      const { page } = await lost.open('/')
      await page.locator('.live[data-state="live"]').waitFor()
      await lost.stopServer()
      await page.getByText('No connection since').first().waitFor({ timeout: 15_000 })
      expect(await page.locator('.cut-off').textContent()).toMatch(/since \d\d:\d\d:\d\d\./)
      expect(await page.locator('tr[data-model]').count()).toBe(3)
    } finally {
      await lost.close()
    }
  })

  it.each(looks)('fits at $width px in $theme', async (how) => {
    const { page, problems } = await harness.open('/', how)
    await page.getByRole('region', { name: 'Next 24 hours' }).waitFor()
    await page.getByRole('heading', { name: 'Just now' }).waitFor()
    await shoot(page, 'models', how)
    expect(await accessibilityProblems(page)).toEqual([])
    expect(problems).toEqual([])
  })
})
