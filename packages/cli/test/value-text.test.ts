// Goal: values as people read them in spreadsheets, and as machines need them. Method: numbers at the edges of
// what a double holds, through get, JSON and CSV.

import { describe, expect, it } from 'vitest'
import { readCsv, writeCsv } from '../src/sheets/csv.ts'
import { numberText } from '../src/text/value-text.ts'
import { withServer } from './server.ts'

const server = withServer()

describe('a number', () => {
  it('has 15 significant digits for people, as in Excel, and all of them in JSON', async () => {
    await server.engine.deploy('A1 = 38346000.00000002\nB1 = 0.1 + 0.2\nlist = [0.1 + 0.2, 1]\n', {
      id: 'sums',
    })
    const { out } = await server.run('get', 'sums')
    expect(out).toMatch(/^A1 +38346000 +number$/m)
    expect(out).toContain('[0.3, 1]')
    const { cells } = await server.json('get', 'sums')
    expect([cells.A1.value, cells.list.value]).toEqual([38346000.00000002, [0.1 + 0.2, 1]])
    const csv = await server.run('export', 'sums', '--to', 'csv', '--out', '-')
    expect(csv.out).toBe('38346000,0.3\r\n')
  })

  it.each([
    [0.1 + 0.2, '0.3'],
    [-0, '0'],
    [1e15, '1e+15'],
    [123_456_789_012_345_680, '1.23456789012346e+17'],
    [1e21, '1e+21'],
    [0.000_001_234_567_890_123_45, '0.00000123456789012345'],
    [-2.5e-9, '-2.5e-9'],
    [1.797_693_134_862_315_7e308, '1.79769313486232e+308'],
  ])('%s is written %s, and read again from CSV as the number it shows', (value, text) => {
    expect(numberText(value)).toBe(text)
    if (value > 1e308) return
    const [cell] = readCsv(writeCsv([[value]]), 'Sheet1').sheets[0]!.cells
    expect(cell!.value).toBe(Number(text))
  })
})
