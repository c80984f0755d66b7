// Goal: what the sheet does with keys, typed texts, the clipboard and searches is right at the edges. Method:
// the pure functions, with tables of cases; a round trip for blocks of cells.

import type { CellsBySymbol, CellView } from '@cellwake/client'
import { describe, expect, test } from 'vitest'
import { blockFrom, blockText, pasteInto } from '../src/pages/sheet/clipboard.ts'
import { columnAt, fittingWidths, layoutOf } from '../src/pages/sheet/column-layout.ts'
import { givenAgain, givenFrom, textOf } from '../src/pages/sheet/given-text.ts'
import { columnLetters, rectOfSymbol, rectSymbol } from '../src/pages/sheet/places.ts'
import { search, statusMatches, textMatches } from '../src/pages/sheet/search.ts'
import { moved, selectCell } from '../src/pages/sheet/selection.ts'
import { sumsOf } from '../src/pages/sheet/sums.ts'
import { scrollFor, windowOf } from '../src/pages/sheet/use-window.ts'
import type { Zone } from '../src/parts/zone.ts'

const utc: Zone = { shown: 'UTC', home: 'UTC', isNamed: false }
const abroad: Zone = { shown: 'Asia/Tokyo', home: 'Europe/Berlin', isNamed: false }

const cell = (kind: string, value: CellView['value'], typeTag = kind): CellView => ({
  kind,
  value,
  typeTag,
  status: 'ready',
  rev: 1,
})

describe('what people type', () => {
  test.each([
    ['', null],
    ['12', 12],
    ['1,234.5', 1234.5],
    ['−3', -3],
    ['$1,000.50', 1000.5],
    ['-€5', -5],
    ['1,234.5 €', 1234.5],
    [' $ (1,000.50)', -1000.5],
    ['(12.5)', -12.5],
    [' $ -   ', 0],
    ['- €', 0],
    ['-', '-'],
    ['$', '$'],
    ['(-3)', '(-3)'],
    ['US$5', 'US$5'],
    ['30 %', { expr: '30pct' }],
    ['true', true],
    ['=5min + 2', { expr: '5min + 2' }],
    ['2026-11-17', { datetime: '2026-11-16T23:00:00.000Z' }],
    ['2026-11-17 18:00', { datetime: '2026-11-17T17:00:00.000Z' }],
    ['2026-07-17 18:00:30', { datetime: '2026-07-17T16:00:30.000Z' }],
    ['2026-11-17T18:00Z', { datetime: '2026-11-17T18:00:00.000Z' }],
    ['2026-13-45', '2026-13-45'],
    ['1h 30min', { expr: '1h + 30min' }],
    ["'007", '007'],
    ['1,23', '1,23'],
    ['<img src=x onerror=alert(1)>', '<img src=x onerror=alert(1)>'],
  ])('%j becomes the value that was meant', (typed, value) => {
    expect(givenFrom(typed, undefined, abroad)).toEqual(value)
  })

  test('a date typed into a text stays a text', () => {
    expect(givenFrom('2026-11-17', cell('string', 'x'), utc)).toBe('2026-11-17')
  })

  test.each([
    cell('number', 0.07, 'percentage'),
    cell('number', 41.2),
    cell('number', -0.1 - 0.2),
    cell('string', '12'),
    cell('string', '=1'),
    cell('boolean', true),
  ])('what the editor shows of %j is that value again', (now) => {
    const again = givenFrom(textOf(now, utc), now, utc)
    const percent = typeof again === 'object' && again !== null ? { expr: '7pct' } : now.value
    expect(again).toEqual(percent)
  })

  test('a time stands in the editor as the clock of the model shows it, and is the same when it is given back', () => {
    const at = cell('datetime', '2026-11-17T17:00:00.000Z')
    expect(textOf(at, abroad)).toBe('2026-11-17T18:00+01:00')
    expect(givenFrom(textOf(at, abroad), at, abroad)).toEqual({ datetime: at.value })
    const day = cell('datetime', '2026-11-16T23:00:00.000Z', 'date')
    expect(textOf(day, abroad)).toBe('2026-11-17')
  })

  test('undo gives a date as a date, not as a text', () => {
    expect(givenAgain(cell('datetime', '2026-01-01T00:00:00.000Z'))).toEqual({
      datetime: '2026-01-01T00:00:00.000Z',
    })
  })
})

describe('the clipboard', () => {
  test('a block survives being copied and pasted, with tabs, quotes and lines in its texts', () => {
    const block = [
      ['a\tb', 'plain', ''],
      ['say "hi"', 'two\nlines', '3'],
    ]
    expect(blockFrom(blockText(block))).toEqual(block)
  })

  test('a line break at the end, as other spreadsheets send it, is no row', () => {
    expect(blockFrom('1\t2\r\n3\t4\r\n')).toEqual([
      ['1', '2'],
      ['3', '4'],
    ])
  })

  test.each([
    [
      '"A" grade\t1\r\n"B" grade\t2\r\n',
      [
        ['"A" grade', '1'],
        ['"B" grade', '2'],
      ],
    ],
    [
      '"\t1\n2\t3',
      [
        ['"', '1'],
        ['2', '3'],
      ],
    ],
    [
      '"open\t1\n2\t3\n',
      [
        ['"open', '1'],
        ['2', '3'],
      ],
    ],
    [
      '"two\nlines"\t"say ""hi"""\r\n12.5%\t2026-11-17\r\n',
      [
        ['two\nlines', 'say "hi"'],
        ['12.5%', '2026-11-17'],
      ],
    ],
  ])('%j, as other spreadsheets copy it, keeps its rows and its quotes', (text, block) => {
    expect(blockFrom(text)).toEqual(block)
  })

  test('one value fills the selection, a block starts at its first cell', () => {
    const none = () => undefined
    const selected = { left: 2, top: 3, right: 3, bottom: 4 }
    expect(pasteInto('Sheet1', [['7']], selected, none, utc)).toEqual({
      B3: 7,
      C3: 7,
      B4: 7,
      C4: 7,
    })
    expect(pasteInto('My data', [['1', 'x']], selected, none, utc)).toEqual({
      "'My data'!B3": 1,
      "'My data'!C3": 'x',
    })
  })
})

describe('moving', () => {
  const filled = new Set(['1:1', '1:2', '1:3', '1:6'])
  const around = {
    rows: 100,
    columns: 10,
    used: { rows: 50, columns: 5 },
    pageRows: 20,
    filled: ({ column, row }: { column: number; row: number }) => filled.has(`${column}:${row}`),
  }
  const from = (column: number, row: number, key: string, how = { shift: false, ctrl: false }) =>
    moved(selectCell({ column, row }), { key, ...how }, around)
  const ctrl = { shift: false, ctrl: true }

  test('arrows stop at the edges', () => {
    expect(from(1, 1, 'ArrowUp')?.head).toEqual({ column: 1, row: 1 })
    expect(from(10, 100, 'ArrowRight')?.head).toEqual({ column: 10, row: 100 })
  })

  test('Ctrl and an arrow goes to the end of a block, then to the next one, then to the last used row', () => {
    expect(from(1, 1, 'ArrowDown', ctrl)?.head.row).toBe(3)
    expect(from(1, 3, 'ArrowDown', ctrl)?.head.row).toBe(6)
    expect(from(1, 6, 'ArrowDown', ctrl)?.head.row).toBe(50)
    expect(from(1, 6, 'ArrowUp', ctrl)?.head.row).toBe(3)
  })

  test('Ctrl and an arrow over cells that are not loaded goes to the end of what is used', () => {
    const unknown = { ...around, filled: () => undefined }
    const key = { key: 'ArrowDown', ...ctrl }
    expect(moved(selectCell({ column: 2, row: 2 }), key, unknown)?.head.row).toBe(50)
  })

  test('shift keeps the other corner, Tab goes on, letters do not move', () => {
    expect(from(2, 2, 'PageDown', { shift: true, ctrl: false })).toEqual({
      anchor: { column: 2, row: 2 },
      head: { column: 2, row: 22 },
    })
    expect(from(2, 2, 'Tab')?.head).toEqual({ column: 3, row: 2 })
    expect(from(2, 2, 'w')).toBeUndefined()
  })

  test('Home and End are the first and the last used column, with Ctrl of the sheet', () => {
    expect(from(3, 7, 'Home')?.head).toEqual({ column: 1, row: 7 })
    expect(from(3, 7, 'End')?.head).toEqual({ column: 5, row: 7 })
    expect(from(3, 7, 'End', ctrl)?.head).toEqual({ column: 5, row: 50 })
  })
})

describe('columns', () => {
  test('the column at a distance is the one that begins before it', () => {
    const layout = layoutOf(100, new Map([[2, 200]]))
    for (let column = 1; column <= 100; column++) {
      expect(columnAt(layout, layout.start(column))).toBe(column)
      expect(columnAt(layout, layout.start(column + 1) - 1)).toBe(column)
    }
  })

  test('a column is as wide as its widest value, but a text may run over an empty neighbour', () => {
    const input = { role: 'input', wanted: true } as const
    const long = { ...cell('string', 'x'.repeat(60)), ...input }
    const one = { ...cell('number', 1), ...input }
    const cells = [
      [{ column: 1, row: 2 }, long],
      [{ column: 2, row: 2 }, one],
      [{ column: 3, row: 2 }, long],
    ] as const
    const widths = fittingWidths(cells, (text) => text.length * 3, utc)
    expect(widths.get(1)).toBe(200)
    expect(widths.get(3)).toBeUndefined()
  })

  test('letters and rectangles are spelled as the language spells them', () => {
    expect([1, 26, 27, 16_384].map(columnLetters)).toEqual(['A', 'Z', 'AA', 'XFD'])
    const rect = { left: 1, top: 2, right: 3, bottom: 4 }
    expect(rectSymbol('My data', rect)).toBe("'My data'!A2:C4")
    expect(rectOfSymbol("'My data'!A2:C4")).toEqual({ sheet: 'My data', rect })
    expect(rectOfSymbol('margin_target')).toBeUndefined()
  })
})

describe('adding up', () => {
  test('ten times 0.1 is 1, and texts are counted but not added', () => {
    const cells = [...Array.from({ length: 10 }, () => cell('number', 0.1)), cell('string', 'x')]
    expect(sumsOf(cells)).toMatchObject({ sum: 1, average: 0.1, numbers: 10, filled: 11 })
  })

  test('a sum of euros is one of euros, of mixed tags a plain number', () => {
    const euro = cell('number', 1, 'currency:EUR')
    expect(sumsOf([euro, euro]).typeTag).toBe('currency:EUR')
    expect(sumsOf([euro, cell('number', 1)]).typeTag).toBe('number')
  })
})

describe('searching a sheet', () => {
  test('looks at every row in bounded steps, and finds in the order of reading', async () => {
    const used = { rows: 25_000, columns: 2 }
    const asked: number[] = []
    const load = async ({ top, bottom }: { top: number; bottom: number }) => {
      asked.push(bottom - top + 1)
      const cells: CellsBySymbol = {}
      for (const row of [3, 12_000, 25_000]) {
        if (row >= top && row <= bottom) cells[`B${row}`] = cell('string', `Needle ${row}`)
      }
      return cells
    }
    let last: readonly { row: number }[] = []
    for await (const step of search(used, textMatches('needle', utc), load)) last = step.places
    expect(last.map(({ row }) => row)).toEqual([3, 12_000, 25_000])
    expect(asked.reduce((sum, rows) => sum + rows)).toBe(25_000)
    expect(Math.max(...asked)).toBe(5_000)
  })

  test('a status is found whatever the value is', () => {
    expect(statusMatches('stale')('A1', { ...cell('number', 1), status: 'stale' })).toBe(true)
    expect(statusMatches('error')('A1', cell('error', { code: 'N/A' }))).toBe(true)
  })
})

describe('the rows that are elements', () => {
  const frame = {
    layout: layoutOf(14, new Map()),
    bounds: { rows: 100_030, columns: 14 },
    headWidth: 58,
    stuckWidth: 0,
  }
  const sight = (top: number, left = 0) => ({ left, top, width: 860, height: 700 })

  test('cover the screen wherever it is, and are always as many', () => {
    const counts = new Set<number>()
    for (let top = 0; top < 2_600_000; top += 12_345) {
      const { top: first, bottom: last } = windowOf(sight(top), frame)
      counts.add(last - first + 1)
      expect(first).toBeLessThanOrEqual(Math.max(1, Math.floor(top / 26)))
      expect(last).toBeGreaterThanOrEqual(Math.min(100_030, Math.ceil((top + 700) / 26)))
    }
    expect([...counts]).toHaveLength(1)
  })

  test('a small sheet has no more than its rows', () => {
    const small = { ...frame, bounds: { rows: 5, columns: 14 } }
    expect(windowOf(sight(0), small)).toMatchObject({ top: 1, bottom: 5 })
  })

  test('a cell is brought into sight by the shortest way, or not at all', () => {
    expect(scrollFor(sight(0), { column: 2, row: 3 }, frame)).toEqual({ left: 0, top: 0 })
    // Below: its lower edge meets that of the screen. Above: it stands right under the letters.
    expect(scrollFor(sight(0), { column: 2, row: 40 }, frame).top).toBe(41 * 26 - 700)
    expect(scrollFor(sight(2600), { column: 2, row: 40 }, frame).top).toBe(39 * 26)
    expect(scrollFor(sight(0), { column: 12, row: 3 }, frame).left).toBe(58 + 12 * 88 - 860)
  })
})
