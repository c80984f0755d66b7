// A workbook of Excel, written: sheets with values, formulas and formats, and names. Texts are stored as texts,
// so nothing in them is taken for a formula.

import { cellSymbol, rangeSymbol } from '@cellwake/language'
import { strToU8, zipSync } from 'fflate'
import { cellText, isExcelError } from './excel-rules.ts'
import { serialOf } from './serials.ts'
import { sheetNames } from './sheet-names.ts'
import type { Literal, Workbook, WorkCell, WorkTable } from './workbook.ts'
import { CellStyles } from './write-styles.ts'

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const OFFICE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

export function writeWorkbook({ sheets, names, tables = [] }: Workbook): Uint8Array {
  const titles = sheetNames(sheets.map(({ name }) => name))
  const parts: Record<string, string> = {
    '[Content_Types].xml': contentTypes(sheets.length, tables.length),
    '_rels/.rels': relations([['officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml': workbookPart(titles, names),
    'xl/_rels/workbook.xml.rels': relations([
      ...sheets.map((_, i) => ['worksheet', `worksheets/sheet${i + 1}.xml`] as const),
      ['styles', 'styles.xml'],
      ['sheetMetadata', 'metadata.xml'],
    ]),
    'xl/metadata.xml': metadataPart,
  }
  const styles = new CellStyles()
  sheets.forEach((sheet, i) => {
    const own = tables.flatMap((table, at) => (table.sheet === sheet.name ? [{ table, at }] : []))
    parts[`xl/worksheets/sheet${i + 1}.xml`] = sheetPart(sheet.cells, own.length, styles)
    if (own.length === 0) return
    const targets = own.map(({ at }) => ['table', `../tables/table${at + 1}.xml`] as const)
    parts[`xl/worksheets/_rels/sheet${i + 1}.xml.rels`] = relations(targets)
    for (const { table, at } of own)
      parts[`xl/tables/table${at + 1}.xml`] = tablePart(table, at + 1)
  })
  parts['xl/styles.xml'] = stylesPart(styles)
  const bytes = Object.entries(parts).map(([name, text]) => [name, strToU8(text)] as const)
  // A fixed date: the same model gives the same file.
  return zipSync(Object.fromEntries(bytes), { mtime: new Date(1980, 0, 1) })
}

/** Marks the formulas that spill: cells name it as their first metadata. */
const metadataPart = `${head}<metadata xmlns="${MAIN}" xmlns:xda="http://schemas.microsoft.com/office/spreadsheetml/2017/dynamicarray"><metadataTypes count="1"><metadataType name="XLDAPR" minSupportedVersion="120000" copy="1" pasteAll="1" pasteValues="1" merge="1" splitFirst="1" rowColShift="1" clearFormats="1" clearComments="1" assign="1" coerce="1" cellMeta="1"/></metadataTypes><futureMetadata name="XLDAPR" count="1"><bk><extLst><ext uri="{bdbb8cdc-fa1e-496e-a857-3c3f30c029c3}"><xda:dynamicArrayProperties fDynamic="1" fCollapsed="0"/></ext></extLst></bk></futureMetadata><cellMetadata count="1"><bk><rc t="1" v="0"/></bk></cellMetadata></metadata>`

function contentTypes(sheets: number, tables: number): string {
  const overrides = Array.from(
    { length: sheets },
    (_, i) =>
      `<Override PartName="/xl/worksheets/sheet${i + 1}.xml" ContentType="${OFFICE}.worksheet+xml"/>`,
  )
  for (let i = 1; i <= tables; i++) {
    overrides.push(
      `<Override PartName="/xl/tables/table${i}.xml" ContentType="${OFFICE}.table+xml"/>`,
    )
  }
  return `${head}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${OFFICE}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${OFFICE}.styles+xml"/><Override PartName="/xl/metadata.xml" ContentType="${OFFICE}.sheetMetadata+xml"/>${overrides.join('')}</Types>`
}

function relations(targets: readonly (readonly [string, string])[]): string {
  const rows = targets.map(
    ([type, target], i) =>
      `<Relationship Id="rId${i + 1}" Type="${RELATIONS}/${type}" Target="${target}"/>`,
  )
  return `${head}<Relationships xmlns="${PACKAGE}/relationships">${rows.join('')}</Relationships>`
}

function workbookPart(titles: readonly string[], names: Workbook['names']): string {
  const sheets = titles.map(
    (title, i) => `<sheet name="${escaped(title)}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`,
  )
  const defined = names.map(
    ({ name, formula }) => `<definedName name="${escaped(name)}">${escaped(formula)}</definedName>`,
  )
  const list = defined.length === 0 ? '' : `<definedNames>${defined.join('')}</definedNames>`
  return `${head}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets>${sheets.join('')}</sheets>${list}</workbook>`
}

function stylesPart({ codes }: CellStyles): string {
  const formats = codes.map(
    (code, i) => `<numFmt numFmtId="${164 + i}" formatCode="${escaped(code)}"/>`,
  )
  const styles = codes.map(
    (_, i) =>
      `<xf numFmtId="${164 + i}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`,
  )
  const plain = '<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>'
  return `${head}<styleSheet xmlns="${MAIN}"><numFmts count="${formats.length}">${formats.join('')}</numFmts><fonts count="1"><font/></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${styles.length + 1}">${plain}${styles.join('')}</cellXfs></styleSheet>`
}

function tablePart({ name, area, headings, totals, columns }: WorkTable, id: number): string {
  const { column, row, lastColumn, lastRow } = area
  const ref = rangeSymbol('Sheet1', column, row, lastColumn, lastRow)
  const listed = columns.map((one, i) => `<tableColumn id="${i + 1}" name="${escaped(one)}"/>`)
  const rows = `${headings === 0 ? ' headerRowCount="0"' : ''}${totals === 0 ? '' : ` totalsRowCount="${totals}"`}`
  return `${head}<table xmlns="${MAIN}" id="${id}" name="${escaped(name)}" displayName="${escaped(name)}" ref="${ref}"${rows}><tableColumns count="${columns.length}">${listed.join('')}</tableColumns></table>`
}

function sheetPart(cells: readonly WorkCell[], tables: number, styles: CellStyles): string {
  const rows = new Map<number, WorkCell[]>()
  for (const cell of cells) {
    const row = rows.get(cell.row)
    if (row === undefined) rows.set(cell.row, [cell])
    else row.push(cell)
  }
  const texts = [...rows.entries()]
    .sort(([a], [b]) => a - b)
    .map(([row, inRow]) => {
      inRow.sort((a, b) => a.column - b.column)
      return `<row r="${row}">${inRow.map((cell) => cellPart(cell, styles)).join('')}</row>`
    })
  const parts = Array.from({ length: tables }, (_, i) => `<tablePart r:id="rId${i + 1}"/>`)
  const listed = tables === 0 ? '' : `<tableParts count="${tables}">${parts.join('')}</tableParts>`
  return `${head}<worksheet xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheetData>${texts.join('')}</sheetData>${listed}</worksheet>`
}

function cellPart(cell: WorkCell, styles: CellStyles): string {
  const { value, formula, column, row } = cell
  const style = styles.of(cell)
  const meta = cell.array !== 'spills' || formula === undefined ? '' : ' cm="1"'
  const place = `r="${cellSymbol('Sheet1', column, row)}"${style === 0 ? '' : ` s="${style}"`}${meta}`
  const shown = formula === undefined ? '' : formulaPart(cell, formula)
  if (value === undefined) return `<c ${place}>${shown}</c>`
  if (typeof value === 'string' && formula === undefined) {
    return `<c ${place} t="inlineStr"><is><t xml:space="preserve">${textOf(value)}</t></is></c>`
  }
  const [type, text] = stored(value)
  return `<c ${place}${type === '' ? '' : ` t="${type}"`}>${shown}<v>${text}</v></c>`
}

/** The formula element of a cell. An array formula carries the range that it covers. */
function formulaPart({ array, extent, column, row }: WorkCell, formula: string): string {
  if (array === undefined) return `<f>${escaped(formula)}</f>`
  const own = { column, row, lastColumn: column, lastRow: row }
  const area = extent ?? (array === 'spills' ? own : array)
  const ref = rangeSymbol('Sheet1', area.column, area.row, area.lastColumn, area.lastRow)
  return `<f t="array" ref="${ref}">${escaped(formula)}</f>`
}

function stored(value: Literal): readonly [type: string, text: string] {
  if (typeof value === 'number') return ['', String(value)]
  if (typeof value === 'boolean') return ['b', value ? '1' : '0']
  if (typeof value === 'string') return ['str', textOf(value)]
  if ('error' in value) return ['e', isExcelError(value.error) ? `#${value.error}` : '#VALUE!']
  return ['', String(serialOf(value.datetime))]
}

/** Control characters, and texts like their escapes, are written as `_x000D_`. */
function textOf(text: string): string {
  const coded = (character: string) =>
    `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`
  const safe = cellText(text)
    .replace(/_(?=x[0-9a-fA-F]{4}_)/g, coded)
    .replace(/[^\P{Cc}\n\t]|[\ufffe\uffff]/gu, coded)
  return escaped(safe)
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
