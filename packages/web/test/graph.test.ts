// Goal: the graph shows what depends on what, the path to the selected node in ink and as a list, and stays usable
// with 5,000 nodes. Method: the real server and Chromium; a small model, and one of 5,000 cells that is panned.

import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { demoModels, type Harness, shoot, startHarness } from './harness.ts'

const chromium = inject('chromiumPath')

const desk = `MODEL "Desk"
price = 120
quantity = 3
total = price * quantity
spare ~= total * 2
# Too dear
WHEN total > 900 THEN
  flag = "dear"
  alerts!dear(total)
END
shown = flag & "!"
END MODEL
`

/** Chains of names, so that every cell is a node of its own. */
const large = `MODEL "Large"
${Array.from({ length: 500 }, (_, chain) =>
  Array.from({ length: 10 }, (_, i) =>
    i === 0
      ? `c${chain}_0 = ${chain}`
      : `c${chain}_${i} = c${chain}_${i - 1} + c${(chain + 1) % 500}_0`,
  ).join('\n'),
).join('\n')}
END MODEL
`

describe.skipIf(chromium === undefined)('the graph page', () => {
  let harness: Harness
  beforeAll(async () => {
    const models = { desk, large, ...demoModels() }
    harness = await startHarness({ chromium: chromium ?? '', models })
  })
  afterAll(() => harness?.close())

  test('columns go from what people set to what rules write; dormant cells are dashed', async () => {
    const { page, problems } = await harness.open('/models/desk/graph')
    await page.waitForSelector('[data-node="total"]')
    const x = async (id: string) =>
      (await page.locator(`[data-node="${id}"]`).boundingBox())?.x ?? Number.NaN
    expect(await x('price')).toBeLessThan(await x('total'))
    expect(await x('total')).toBeLessThan(await x('flag'))
    expect(await x('flag')).toBeLessThan(await x('shown'))
    expect(await page.getAttribute('[data-node="spare"]', 'class')).toContain('dormant')
    expect(problems).toEqual([])
    await page.context().close()
  })

  test('a press selects: ancestors are in ink, and the same path is a list with live values', async () => {
    const { page } = await harness.open('/models/desk/graph')
    await page.click('[data-node="flag"]')
    await page.waitForSelector('.graph-side h2:has-text("flag")')
    const path = await page.$$eval('.node.path', (all) =>
      all.map((node) => node.getAttribute('data-node')),
    )
    expect(path).toEqual(expect.arrayContaining(['price', 'quantity', 'total']))
    expect(path).not.toContain('spare')
    // price and quantity to total, total to the rule, the rule to flag.
    expect(await page.locator('.react-flow__edge.path').count()).toBe(4)
    await page.waitForSelector('.path-list li:has-text("total"):has-text("360")')
    await (await harness.engine.model('desk')).set({ quantity: 4 })
    await page.waitForSelector('.path-list li:has-text("total"):has-text("480")')
    await page.keyboard.press('Escape')
    await page.waitForSelector('.graph-side', { state: 'detached' })
    await page.context().close()
  })

  test('5,000 nodes are laid out, found, focused and panned without long stops', async () => {
    const { page, problems } = await harness.open('/models/large/graph')
    await page.waitForSelector('.node', { timeout: 25_000 })
    expect(await page.textContent('.graph-top')).toContain('5,000')
    expect(await page.locator('.node').count()).toBeLessThan(900)
    await page.evaluate(() => {
      const seen: number[] = []
      Object.assign(window, { seen })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) seen.push(entry.duration)
      }).observe({ type: 'longtask' })
    })
    await page.mouse.move(700, 500)
    for (let i = 0; i < 20; i++) {
      await page.mouse.wheel(40, 160)
      await page.waitForTimeout(30)
    }
    const longest = await page.evaluate(() =>
      Math.max(0, ...((window as unknown as { seen: number[] }).seen ?? [])),
    )
    // A share of a busy machine is slow; a page that draws all 5,000 stops for seconds.
    expect(longest).toBeLessThan(400)
    await page.fill('.find-node input', 'c250_9')
    await page.press('.find-node input', 'Enter')
    await page.waitForSelector('.node.selected[data-node="c250_9"]')
    await page.click('text=Show only this part')
    await page.waitForSelector('text=Show everything')
    expect(problems).toEqual([])
    await page.context().close()
  })

  test.each([
    [1440, 'light'],
    [1440, 'dark'],
    [390, 'light'],
    [390, 'dark'],
  ] as const)('nothing runs out of the window at %i px, %s', async (width, theme) => {
    const path = '/models/price-desk/graph?node=H2:H17'
    const { page } = await harness.open(path, { width, theme })
    await page.waitForSelector('.node')
    expect(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false)
    await shoot(page, 'graph', { width, theme })
    await page.context().close()
  })
})
