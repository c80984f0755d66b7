// Goal: a file that is sent to the server becomes a model with a report, in a process of its own, or is refused with a
// sentence; nothing is deployed. Method: a real server, workbooks that are fine and others.

import { CellwakeClient } from '@cellwake/client'
import { describe, expect, it } from 'vitest'
import { withServer } from './server.ts'
import { workbook, zipped } from './workbooks.ts'

const server = withServer()

const sent = (name: string, bytes: Uint8Array) =>
  new CellwakeClient({ url: server.url }).importFile(
    {},
    { name, data: Buffer.from(bytes).toString('base64') },
  )

const book = (value: number) =>
  workbook({
    sheets: {
      Data: `<row r="1"><c r="A1"><v>2</v></c><c r="B1"><f>A1*3</f><v>${value}</v></c></row>`,
    },
  })

describe('a file that is sent', () => {
  it('comes back as a model with what agrees', async () => {
    const found = await sent('Desk 4.xlsx', book(6))
    expect(found.source).toContain('MODEL "Desk 4"')
    expect(found.source).toContain('Data!B1 = Data!A1 * 3')
    expect(found).toMatchObject({ cells: 2, formulas: 1, compared: 1, equal: 1, leftCount: 0 })
  })

  it('tells the values that differ', async () => {
    const { differences } = await sent('../../x.xlsx', book(7))
    expect(differences).toEqual([{ symbol: 'Data!B1', workbook: '7', model: '6' }])
  })

  it('is refused with what to do, one after the other', async () => {
    const macros = workbook({ sheets: { Data: '' }, more: { 'xl/vbaProject.bin': 'x' } })
    await expect(sent('m.xlsx', macros)).rejects.toThrow(/has macros.*Save it as \.xlsx/)
    await expect(sent('e.xlsx', new Uint8Array())).rejects.toThrow(/is empty/)
    const cut = book(6).slice(0, -9)
    await expect(sent('c.xlsx', cut)).rejects.toThrow(/damaged or cut off/)
    const entities = '<!DOCTYPE x [<!ENTITY a "a">]><workbook>&a;</workbook>'
    const hostile = zipped({ 'xl/workbook.xml': entities })
    await expect(sent('h.xlsx', hostile)).rejects.toThrow(/has a document type/)
    await expect(sent('t.docx', new Uint8Array([1]))).rejects.toThrow(/neither \.xlsx nor \.csv/)
  })

  it('waits for no other: a second at the same time is asked to come again', async () => {
    const both = await Promise.allSettled([sent('a.xlsx', book(6)), sent('b.xlsx', book(6))])
    expect(both.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThanOrEqual(1)
  })
})
