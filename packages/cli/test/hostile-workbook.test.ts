// Goal: a workbook from anybody costs bounded time and memory, and is refused with a code, never with a crash.
// Method: bombs, lies about sizes, entities, broken XML and deep nesting, against the reader.

import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { CliError } from '../src/errors.ts'
import { FORMULA_MAX_CHARS, WORKBOOK_MAX_PARTS, XML_MAX_DEPTH } from '../src/limits.ts'
import { formulaTokens } from '../src/sheets/formula-text.ts'
import { gridText } from '../src/sheets/grid-text.ts'
import { readWorkbook } from '../src/sheets/read-workbook.ts'
import { inProcess } from './in-process.ts'
import { inFolder } from './support.ts'
import { workbook, zipped } from './workbooks.ts'

const folder = inFolder()

function refusal(bytes: Uint8Array): string {
  try {
    gridText('x', readWorkbook(bytes))
    return 'taken'
  } catch (error) {
    if (error instanceof CliError) return error.code
    throw error
  }
}

describe('a hostile archive', () => {
  /** The sizes in the directory at the end, where a reader looks first. */
  function claiming(size: number): Uint8Array {
    const cells = '<c r="A1"><v>1</v></c>'.repeat(9_000)
    const bytes = workbook({ sheets: { Sheet1: `<row r="1">${cells}</row>` } })
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    for (let i = 0; i < bytes.length - 46; i++) {
      if (view.getUint32(i, true) === 0x02014b50) view.setUint32(i + 24, size, true)
    }
    return bytes
  }

  it('a bomb is refused before it is unpacked', () => {
    expect(refusal(claiming(2 ** 31))).toBe('file-too-large')
  })

  it('one that unpacks to more than it claims is cut off there, and refused', () => {
    expect(refusal(claiming(64))).toBe('bad-file')
  })

  it('too many parts, no parts, and bytes that are no archive', () => {
    const many = Object.fromEntries(
      Array.from({ length: WORKBOOK_MAX_PARTS + 1 }, (_, i) => [`p${i}.xml`, new Uint8Array()]),
    )
    expect(refusal(zipSync(many, { level: 0 }))).toBe('file-too-large')
    expect(refusal(zipped({ 'readme.txt': 'x' }))).toBe('bad-file')
    expect(refusal(new Uint8Array([1, 2, 3]))).toBe('bad-file')
    expect(refusal(new Uint8Array())).toBe('bad-file')
  })

  it('names that point elsewhere are only names', () => {
    const bytes = workbook({
      sheets: { Sheet1: '<row r="1"><c r="A1"><v>1</v></c></row>' },
      more: { '../../evil.xml': '<x/>', '/abs.xml': '<x/>' },
    })
    expect(refusal(bytes)).toBe('taken')
  })
})

describe('relations that lead nowhere', () => {
  const book =
    '<workbook xmlns:r="r"><sheets><sheet name="S" sheetId="1" r:id="a"/></sheets></workbook>'
  const leading = (target: string) =>
    zipped({
      'xl/workbook.xml': book,
      'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id="a" Type="worksheet" Target="${target}"/></Relationships>`,
    })
  it.each(['gone.xml', 'workbook.xml', '../../../../etc/passwd', 'http://x/y.xml', ''])(
    'a sheet that should be at %j is none, and the file is refused',
    (target) => {
      expect(() => readWorkbook(leading(target))).toThrow(/no cells|cannot be read/)
    },
  )
})

describe('a file that is none of ours', () => {
  const compound = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]
  const one = { Sheet1: '<row r="1"><c r="A1"><v>1</v></c></row>' }
  const whole = workbook({ sheets: one })

  it.each<[string, Uint8Array, RegExp]>([
    [
      'with a password',
      joinedBytes(compound, wide('EncryptedPackage')),
      /protected with a password/,
    ],
    ['of Excel 97', joinedBytes(compound, wide('Workbook')), /Excel 97 to 2003 \(\.xls\)/],
    ['of no bytes', new Uint8Array(), /is empty/],
    ['without a cell', workbook({ sheets: { Sheet1: '' } }), /no cells/],
    ['with macros', workbook({ sheets: one, more: { 'xl/vbaProject.bin': 'x' } }), /has macros/],
    ['in binary', zipped({ 'xl/workbook.bin': 'x' }), /binary workbook/],
    ['of LibreOffice', zipped({ mimetype: 'x', 'content.xml': '<x/>' }), /OpenDocument/],
    ['cut off in the middle', whole.slice(0, whole.length / 2), /damaged or cut off/],
    ['cut off at the end', whole.slice(0, whole.length - 4), /damaged or cut off/],
  ])('a workbook %s is refused with what to do, and nothing is imported', async (_, bytes, why) => {
    const path = folder.path('book.xlsx')
    const out = `${path}.grid`
    await writeFile(path, bytes)
    const { code, err } = await inProcess(['import', path, '--out', out])
    expect([code, existsSync(out)]).toEqual([1, false])
    expect(err).toMatch(why)
  })

  it('any flipped byte of a workbook is read or refused, and never a crash', () => {
    for (let at = 0; at < whole.length; at += 7) {
      const bytes = whole.slice()
      bytes[at] = (bytes[at] ?? 0) ^ 0xff
      expect(['taken', 'bad-file', 'file-too-large']).toContain(refusal(bytes))
    }
  })
})

function wide(text: string): number[] {
  return [...Buffer.from(text, 'utf16le')]
}

function joinedBytes(...parts: readonly number[][]): Uint8Array {
  return Uint8Array.from([...parts.flat(), ...Array<number>(512).fill(0)])
}

describe('hostile XML', () => {
  const withSheets = (xml: string) => zipped({ 'xl/workbook.xml': xml })
  it.each([
    ['a document type', '<!DOCTYPE x [<!ENTITY a "aaaa">]><workbook>&a;</workbook>'],
    ['an entity from outside', '<!DOCTYPE x SYSTEM "file:///etc/passwd"><workbook/>'],
    ['an element that does not end', '<workbook><sheets>'],
    ['a tag that does not end', '<workbook a="'],
    ['a comment that does not end', '<workbook><!-- '],
    ['ends in the wrong order', '<workbook><a><b></a></b></workbook>'],
    [
      'an impossible character',
      '<workbook><definedNames><definedName name="x">&#x110000;</definedName></definedNames></workbook>',
    ],
    ['deep nesting', `${'<a>'.repeat(XML_MAX_DEPTH + 1)}${'</a>'.repeat(XML_MAX_DEPTH + 1)}`],
  ])('%s is refused', (_, xml) => {
    expect(refusal(withSheets(xml))).toBe('bad-file')
  })

  it('an entity that is not one of the five is refused', () => {
    const bytes = workbook({
      sheets: { Sheet1: '<row r="1"><c r="A1" t="inlineStr"><is><t>&lol;</t></is></c></row>' },
    })
    expect(() => readWorkbook(bytes)).toThrow(CliError)
  })

  it('prototype keys are only keys', () => {
    const bytes = workbook({
      names:
        '<definedName name="__proto__">1</definedName><definedName name="constructor">2</definedName>',
      sheets: {
        Sheet1:
          '<row r="1" __proto__="x" constructor="y"><c r="A1" toString="z"><v>1</v></c></row>',
      },
    })
    const { text } = gridText('x', readWorkbook(bytes))
    expect(text).toContain('A1 = 1')
    expect(({} as Record<string, unknown>).x).toBeUndefined()
  })
})

describe('hostile cells', () => {
  const sheet = (cells: string) => workbook({ sheets: { Sheet1: `<row r="1">${cells}</row>` } })
  it('places outside of a sheet, and shared formulas without a first one', () => {
    expect(refusal(sheet('<c r="ZZZZ1"><v>1</v></c><c r="A99999999"><v>1</v></c>'))).toBe('taken')
    expect(refusal(sheet('<c r="A1"><f t="shared" si="9"/></c><c r="B1"><v>1</v></c>'))).toBe(
      'taken',
    )
    expect(refusal(sheet('<c r="A1" t="s"><v>99</v></c><c r="B1" t="s"><v>-1</v></c>'))).toBe(
      'taken',
    )
  })

  it('a text that looks like a formula or a statement stays a text', () => {
    const evil = ['=1+1', '"\nEND MODEL\nX = 1', '`{A1}`', '#', '\u2028']
    const cells = evil.map((text, i) => {
      const shown = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
      return `<c r="${'ABCDE'[i]}1" t="inlineStr"><is><t>${shown}</t></is></c>`
    })
    const { text } = gridText('"\nX = 1', readWorkbook(sheet(cells.join(''))))
    expect(text).not.toMatch(/^X = 1/m)
    expect(text.split('\n').filter((line) => line.startsWith('END MODEL'))).toHaveLength(1)
  })

  it.each(["'", '"', '!', ':', '[', '(', 'A1:', "''!", '1e', '.', '\\', '{'])(
    'a formula of %j over and over is read in linear time',
    (piece) => {
      const formula = piece.repeat(FORMULA_MAX_CHARS / piece.length)
      const tokens = formulaTokens(formula)
      expect(tokens.map(({ text }) => text).join('')).toBe(formula)
      const { left } = gridText(
        'x',
        readWorkbook(sheet(`<c r="A1"><f>${piece === '"' ? '&quot;' : piece}</f><v>1</v></c>`)),
      )
      expect(left.length).toBeLessThan(3)
    },
  )
})
