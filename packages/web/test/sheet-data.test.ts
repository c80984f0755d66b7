// Goal: the cells on the screen are never older than what was heard, and memory stays bounded. Method: the data of
// a sheet with a loader that answers when the test says so.

import type { CellView, SheetAnswer, SheetCell } from '@cellwake/client'
import { expect, test } from 'vitest'
import { TILES_KEPT } from '../src/limits.ts'
import type { Rect } from '../src/pages/sheet/places.ts'
import { SheetData } from '../src/pages/sheet/sheet-data.ts'

const view = (value: number, rev: number): CellView => ({
  kind: 'number',
  value,
  typeTag: 'number',
  status: 'ready',
  rev,
})
const input = (value: number, rev: number): SheetCell => ({
  ...view(value, rev),
  role: 'input',
  wanted: true,
})
const screen: Rect = { left: 1, top: 1, right: 5, bottom: 40 }
const A1 = { column: 1, row: 1 }

function sheet() {
  const asked: { rect: Rect; answer: (answer: Omit<SheetAnswer, 'range'>) => void }[] = []
  let now = 0
  const data = new SheetData({
    sheet: 'Sheet1',
    load: (rect) =>
      new Promise((resolve) => {
        asked.push({ rect, answer: (answer) => resolve({ ...answer, range: '' }) })
      }),
    soon: (fn) => fn(),
    now: () => now,
  })
  return { data, asked, wait: (ms: number) => (now += ms) }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

test('a frame that overtakes the answer of a tile wins', async () => {
  const { data, asked } = sheet()
  data.show(screen)
  data.apply({ A1: view(2, 8) }, 8)
  asked[0]?.answer({ rev: 7, cells: { A1: input(1, 5) } })
  await settled()
  expect(data.cell(A1)).toMatchObject({ value: 2, role: 'input' })
})

test('an answer that is newer than a frame wins', async () => {
  const { data, asked } = sheet()
  data.show(screen)
  data.apply({ A1: view(2, 8) }, 8)
  asked[0]?.answer({ rev: 9, cells: { A1: input(3, 9) } })
  await settled()
  expect(data.cell(A1)?.value).toBe(3)
})

test('a change keeps what the cell is, flashes for a moment, and draws only its row anew', async () => {
  const { data, asked, wait } = sheet()
  data.show(screen)
  asked[0]?.answer({ rev: 1, cells: { A1: input(1, 1), A2: input(1, 1) } })
  await settled()
  const [first, second] = [data.rowVersion(1), data.rowVersion(2)]
  expect(data.flash(1, 1)).toBe(0)
  data.apply({ A1: view(2, 2), A2: view(1, 1) }, 2)
  expect(data.cell(A1)).toMatchObject({ value: 2, role: 'input' })
  expect(data.flash(1, 1)).toBe(1)
  expect(data.rowVersion(1)).toBe(first + 1)
  expect(data.rowVersion(2)).toBe(second)
  data.apply({ A1: view(3, 3) }, 3)
  expect(data.flash(1, 1)).toBe(2)
  wait(10_000)
  expect(data.flash(1, 1)).toBe(0)
})

test('a cell that appears is asked for again, because a frame does not say what it is', async () => {
  const { data, asked } = sheet()
  data.show(screen)
  asked[0]?.answer({ rev: 1, cells: {} })
  await settled()
  data.apply({ B2: view(5, 2) }, 2)
  expect(data.cell({ column: 2, row: 2 })?.value).toBe(5)
  expect(asked).toHaveLength(2)
  asked[1]?.answer({ rev: 2, cells: { B2: { ...input(5, 2), role: 'rule' } } })
  await settled()
  expect(data.cell({ column: 2, row: 2 })?.role).toBe('rule')
})

test('cells of other sheets and prototype keys are left alone', async () => {
  const { data, asked } = sheet()
  data.show(screen)
  asked[0]?.answer({ rev: 1, cells: {} })
  await settled()
  data.apply({ 'Data!A1': view(5, 2), ['__proto__']: view(6, 2), constructor: view(7, 2) }, 2)
  expect(data.cell(A1)).toBeUndefined()
})

test('what fails says so, keeps what was there, and can be asked for again', async () => {
  let fails = true
  const data = new SheetData({
    sheet: 'Sheet1',
    load: async () => {
      if (fails) throw new Error('The server did not answer.')
      return { rev: 1, range: '', cells: { A1: input(1, 1) } }
    },
    soon: (fn) => fn(),
    now: () => 0,
  })
  data.show(screen)
  await settled()
  expect(data.error?.message).toBe('The server did not answer.')
  fails = false
  data.retry()
  await settled()
  expect(data.error).toBeUndefined()
  expect(data.cell(A1)?.value).toBe(1)
})

test('scrolling through a million rows keeps a bounded number of tiles', async () => {
  const { data, asked, wait } = sheet()
  for (let top = 1; top < 1_000_000; top += 1000) {
    wait(1)
    data.show({ left: 1, top, right: 5, bottom: top + 40 })
  }
  for (const { rect, answer } of asked) answer({ rev: 1, cells: { [`A${rect.top}`]: input(1, 1) } })
  await settled()
  const loaded = asked.filter(({ rect }) => data.isLoaded({ column: 1, row: rect.top })).length
  expect(loaded).toBeLessThanOrEqual(TILES_KEPT)
  expect(data.isLoaded({ column: 1, row: 999_001 })).toBe(true)
})
