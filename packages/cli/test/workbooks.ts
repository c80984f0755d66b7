// Workbooks for tests, as a spreadsheet program would write them, or as nobody should.

import { strToU8, zipSync } from 'fflate'

export interface Parts {
  readonly sheets?: Readonly<Record<string, string>>
  readonly strings?: string
  readonly styles?: string
  readonly names?: string
  readonly more?: Readonly<Record<string, string>>
  readonly settings?: string
}

/** Each sheet is the inside of its `sheetData`. */
export function workbook({
  sheets = {},
  strings,
  styles,
  names = '',
  more = {},
  settings = '',
}: Parts) {
  const listed = Object.keys(sheets)
  const tags = listed.map(
    (name, i) => `<sheet name="${name}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`,
  )
  const targets = listed.map(
    (_, i) => `<Relationship Id="rId${i + 1}" Type="x" Target="worksheets/sheet${i + 1}.xml"/>`,
  )
  const parts: Record<string, string> = {
    'xl/workbook.xml': `<?xml version="1.0"?><workbook xmlns:r="r">${settings}<sheets>${tags.join('')}</sheets><definedNames>${names}</definedNames></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${targets.join('')}</Relationships>`,
    ...(strings !== undefined && { 'xl/sharedStrings.xml': `<sst>${strings}</sst>` }),
    ...(styles !== undefined && { 'xl/styles.xml': `<styleSheet>${styles}</styleSheet>` }),
    ...more,
  }
  Object.values(sheets).forEach((data, i) => {
    parts[`xl/worksheets/sheet${i + 1}.xml`] =
      `<worksheet><sheetData>${data}</sheetData></worksheet>`
  })
  return zipped(parts)
}

export function zipped(parts: Readonly<Record<string, string>>): Uint8Array {
  return zipSync(
    Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)])),
  )
}

/** Rows and cells with a value, and formulas with the value that the program gave them. */
export const row = (r: number, cells: string) => `<row r="${r}">${cells}</row>`
export const cell = (at: string, value: number | string) =>
  typeof value === 'number'
    ? `<c r="${at}"><v>${value}</v></c>`
    : `<c r="${at}" t="inlineStr"><is><t>${value}</t></is></c>`
export const formula = (at: string, text: string, value: number | string) =>
  typeof value === 'number'
    ? `<c r="${at}"><f>${text}</f><v>${value}</v></c>`
    : value.startsWith('#')
      ? `<c r="${at}" t="e"><f>${text}</f><v>${value}</v></c>`
      : `<c r="${at}" t="str"><f>${text}</f><v>${value}</v></c>`
