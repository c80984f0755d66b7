// Goal: text is only ever text: no page runs what cells, names, titles of rules, events or sources say. Method: 300
// scripts as cells of a sheet, in comments, texts of rules, events and a title, every page opened in Chromium.

import { describe, expect, inject, test } from 'vitest'
import { scripts } from '../../server/test/corpus/scripts.ts'
import { startHarness } from './harness.ts'

const chromium = inject('chromiumPath')

/** As a text of the language. */
const quoted = (text: string) => JSON.stringify(text).replaceAll('\\/', '/')
const oneLine = (text: string) => text.replace(/[\r\n\u2028\u2029]/g, ' ')

describe.skipIf(chromium === undefined)('hostile text', () => {
  test('runs nowhere', { timeout: 120_000 }, async () => {
    const source = `MODEL ${quoted(oneLine(scripts[0]!))}
# ${oneLine(scripts[1]!)}
go = 0
# ${oneLine(scripts[2]!)}
WHEN go > 0 THEN
  said = go
  topic!happened(A1, A2, A3)
END
END MODEL
`
    const harness = await startHarness({ chromium: chromium ?? '', models: { hostile: source } })
    try {
      const model = await harness.engine.model('hostile')
      const cells = Object.fromEntries(scripts.map((text, i) => [`A${i + 1}`, text]))
      await model.set({ ...cells, go: 1 }, { by: scripts[3]! })
      const pages = ['', '/source', '/rules', '/graph', '/history', '/events', '/simulate']
      const paths = ['/', '/topics', '/topics/topic', ...pages.map((at) => `/models/hostile${at}`)]
      const { page, problems } = await harness.open('/')
      for (const path of paths) {
        await page.goto(`${harness.url}${path}`)
        await page.waitForLoadState('networkidle')
        expect(await page.evaluate(() => document.querySelectorAll('main script').length)).toBe(0)
        expect([path, problems]).toEqual([path, []])
      }
      await page.goto(`${harness.url}/models/hostile`)
      await page.waitForSelector('#cell-A1')
      expect(await page.textContent('#cell-A1 .v')).toBe(scripts[0])
      for (let row = 20; row <= scripts.length; row += 40) {
        await page.fill('.fx .at', `A${row}`)
        await page.press('.fx .at', 'Enter')
        await page.waitForSelector(`#cell-A${row}[aria-selected=true]`)
      }
      expect(problems).toEqual([])
    } finally {
      await harness.close()
    }
  })
})
