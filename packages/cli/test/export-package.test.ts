// Goal: an exported workbook keeps the rules by which a strict reader opens it without a repair: its parts, their
// order and types, names, errors, lengths and characters. Method: a model that breaks each rule as far as the
// language lets it, exported by the command; its parts are unpacked and looked at one by one.

import { readFile } from 'node:fs/promises'
import { strFromU8, unzipSync } from 'fflate'
import { beforeAll, describe, expect, it } from 'vitest'
import { readXml } from '../src/sheets/xml.ts'
import { withServer } from './server.ts'
import { inFolder } from './support.ts'

const folder = inFolder()
const server = withServer()

const longSheet = `'${'Long '.repeat(8)}name'`
const source = `MODEL "Hard"
A1 = 1
A2 = "a\\u{1}b _x0041_ <&> \\u{ffff}"
A3 = REPT("y", 40000)
A4 = 1 / 0
A6:A7 = [dt"2026-01-31T00:00:00Z"; TRUE]
B1 = A1 & "\\u{1}"
B2 = A1 & "${'long '.repeat(60)}"
B3 = A1 + r + total
B4 = Rate + rate
B5 = SUM(${longSheet}!A1:A9)
B6 = ${Array(1500).fill('A1048576').join(' + ')}
B7 = SEQUENCE(2)
B8 = 9
B9 = SUM(${Array(300).fill('A1').join(', ')})
C1 as percentage = 5%
C2 = SUM('Q1/Q2'!A1:A2) + A1
'Q1/Q2'!A1:A2 = [1; 2]
${longSheet}!A1 = 5
r = 3
r1c1 = 4
Rate = 5
rate = 6
total = A1 * 2
quote = "say ""no"""
END MODEL
`

interface Element {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  text: string
}

/** The elements of a part, in order; a file that is not well-formed is refused. */
function elementsOf(xml: string): Element[] {
  const found: Element[] = []
  const open: Element[] = []
  readXml(xml, 'A part', {
    open(name, attributes) {
      const element = { name, attributes, text: '' }
      found.push(element)
      open.push(element)
    },
    close: () => open.pop(),
    text(text) {
      for (const element of open) element.text += text
    },
  })
  return found
}

const parts = new Map<string, string>()
const left: string[] = []
const named = (part: string, name: string) =>
  elementsOf(parts.get(part)!).filter((element) => element.name === name)
const sheets = () => [...parts.keys()].filter((name) => name.startsWith('xl/worksheets/'))
const cells = () => sheets().flatMap((part) => named(part, 'c'))

beforeAll(async () => {
  await server.engine.deploy(source, { id: 'hard' })
  const file = folder.path('hard.xlsx')
  const exported = await server.json('export', 'hard', '--to', 'xlsx', '--out', file)
  left.push(...exported.left)
  for (const [name, bytes] of Object.entries(unzipSync(await readFile(file))))
    parts.set(name, strFromU8(bytes))
})

describe('the package', () => {
  it('begins with its types, and every part has one', () => {
    expect([...parts.keys()][0]).toBe('[Content_Types].xml')
    const given = named('[Content_Types].xml', 'Override').map(({ attributes }) => attributes)
    const types = new Map(given.map(({ PartName, ContentType }) => [PartName, ContentType]))
    for (const part of parts.keys()) {
      if (part === '[Content_Types].xml' || part.endsWith('.rels')) continue
      expect([part, types.get(`/${part}`)]).toEqual([
        part,
        expect.stringContaining('spreadsheetml'),
      ])
    }
    expect(types.size).toBe(parts.size - 3)
  })

  it('has every part that a relation leads to, under one id each', () => {
    for (const [part, base] of [
      ['_rels/.rels', ''],
      ['xl/_rels/workbook.xml.rels', 'xl/'],
    ] as const) {
      const relations = named(part, 'Relationship').map(({ attributes }) => attributes)
      expect(relations.length).toBeGreaterThan(0)
      for (const { Target } of relations) expect(parts.has(`${base}${Target}`)).toBe(true)
      expect(new Set(relations.map(({ Id }) => Id)).size).toBe(relations.length)
    }
    const ids = named('xl/workbook.xml', 'sheet').map(({ attributes }) => attributes.id)
    const known = named('xl/_rels/workbook.xml.rels', 'Relationship')
    const ofSheets = known.filter(({ attributes }) => attributes.Type?.endsWith('/worksheet'))
    expect(ids).toEqual(ofSheets.map(({ attributes }) => attributes.Id))
  })

  it('holds only characters that XML allows', () => {
    for (const text of parts.values()) {
      expect(text).toMatch(/^<\?xml version="1.0" encoding="UTF-8"/)
      expect(/[^\t\n\r -\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u.test(text)).toBe(false)
    }
  })

  it('has sheets and names in the order of the schema', () => {
    const order = elementsOf(parts.get('xl/workbook.xml')!).map(({ name }) => name)
    expect([...new Set(order)]).toEqual([
      'workbook',
      'sheets',
      'sheet',
      'definedNames',
      'definedName',
    ])
    const styles = elementsOf(parts.get('xl/styles.xml')!).map(({ name }) => name)
    const lists = styles.filter((name) => /^(numFmts|fonts|fills|borders|cell\w*Xfs)$/.test(name))
    expect(lists).toEqual(['numFmts', 'fonts', 'fills', 'borders', 'cellStyleXfs', 'cellXfs'])
  })
})

describe('what it holds', () => {
  it('sheets have short names of their own, without what Excel forbids', () => {
    const names = named('xl/workbook.xml', 'sheet').map(({ attributes }) => attributes.name!)
    expect(names.length).toBe(3)
    for (const name of names) expect(name).toMatch(/^[^[\]:*?/\\]{1,31}$/)
    expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(3)
  })

  it('names are none that Excel takes for references, nor alike but for case', () => {
    const names = named('xl/workbook.xml', 'definedName').map(({ attributes }) => attributes.name)
    expect(names.sort()).toEqual(['Rate', 'quote', 'total'])
    for (const name of ['r', 'r1c1', 'rate'])
      expect(left).toContain(`the name ${name}, which Excel does not take`)
  })

  it('rows and cells come in order, each once, with a style that exists', () => {
    const styles = named('xl/styles.xml', 'cellXfs')[0]!.attributes.count
    for (const part of sheets()) {
      const rows = named(part, 'row').map(({ attributes }) => Number(attributes.r))
      expect(rows).toEqual([...new Set(rows)].sort((a, b) => a - b))
    }
    for (const { attributes } of cells()) {
      expect(attributes.r).toMatch(/^[A-Z]{1,3}[1-9]\d*$/)
      expect(Number(attributes.s ?? 0)).toBeLessThan(Number(styles))
    }
  })

  it('errors are those of Excel, texts and formulas as long as it takes', () => {
    const ofErrors = cells().filter(({ attributes }) => attributes.t === 'e')
    expect(ofErrors.length).toBeGreaterThan(0)
    for (const { text } of ofErrors)
      expect(text).toMatch(/#(N\/A|DIV\/0!|VALUE!|REF!|NAME\?|NULL!|NUM!)$/)
    const texts = sheets().flatMap((part) => [...named(part, 't'), ...named(part, 'v')])
    expect(Math.max(...texts.map(({ text }) => text.length))).toBe(32_767)
    for (const part of sheets()) {
      for (const { text } of named(part, 'f')) expect(text.length).toBeLessThanOrEqual(8_192)
    }
    expect(left).toContain('A3: not all of its value')
  })

  it('formulas refer to sheets and names that are there; others are left to their values', () => {
    const formulas = new Map(cells().map(({ attributes, text }) => [attributes.r, text] as const))
    const ofSheet = named('xl/worksheets/sheet1.xml', 'f').map(({ text }) => text)
    expect(formulas.has('B1')).toBe(true)
    for (const text of ofSheet) expect(text).not.toMatch(/\br\b|\brate\b|Q1\/Q2|Long/)
    for (const symbol of ['B1', 'B2', 'B3', 'B4', 'B5', 'B6', 'B9', 'C2'])
      expect(left).toContain(`${symbol}: its formula; the value stays`)
  })
})
