// A workbook of Excel, read: its sheets, its names, and a list of parts that a model has no place
// for.

import { CliError } from '../errors.ts'
import type { Archive } from './archive.ts'
import { openArchive } from './archive.ts'
import { mustBePlain, mustBeReadable } from './file-kind.ts'
import { readFormats } from './number-formats.ts'
import { readStrings } from './shared-strings.ts'
import { readSheet } from './sheet-part.ts'
import { readTable } from './table-part.ts'
import type { Workbook, WorkName, WorkSheet, WorkTable } from './workbook.ts'
import { readXml } from './xml.ts'

interface Contents {
  readonly sheets: { readonly name: string; readonly part: string }[]
  readonly names: WorkName[]
  readonly left: string[]
  from1904: boolean
}

const unknownParts: readonly [RegExp, string][] = [
  [/^xl\/charts\//, 'charts'],
  [/^xl\/media\//, 'pictures'],
  [/^xl\/comments|^xl\/threadedcomments\//, 'comments'],
  [/^xl\/pivottables\//, 'pivot tables'],
  [/^xl\/externallinks\//, 'links to other workbooks'],
]

export function readWorkbook(bytes: Uint8Array): Workbook {
  mustBeReadable(bytes)
  const archive = openArchive(bytes)
  mustBePlain(archive.names)
  const { sheets: listed, names, left, from1904 } = contentsOf(archive)
  const strings = readStrings(archive.text('xl/sharedStrings.xml'))
  const formatOf = readFormats(archive.text('xl/styles.xml'))
  const sheets: WorkSheet[] = []
  const tables: WorkTable[] = []
  for (const { name, part } of listed) {
    const xml = archive.text(part)
    if (xml === undefined) {
      left.push(`${name}: not a sheet of cells`)
      continue
    }
    const read = readSheet(xml, { name, strings, formatOf, from1904 })
    sheets.push({ name, cells: read.cells, hiddenRows: read.hiddenRows })
    left.push(...read.left)
    tables.push(...tablesOf(archive, part, name))
  }
  for (const [pattern, what] of unknownParts) {
    if (archive.names.some((name) => pattern.test(name))) left.push(what)
  }
  if (names.length === 0 && sheets.every(({ cells }) => cells.length === 0)) {
    throw new CliError('bad-file', 'The workbook has no cells, so there is nothing to import.')
  }
  return { sheets, names, tables, left }
}

function contentsOf(archive: Archive): Contents {
  const xml = archive.text('xl/workbook.xml')
  if (xml === undefined) {
    throw new CliError('bad-file', 'This is no workbook of Excel: it has no list of sheets.')
  }
  const targets = relations(archive.text('xl/_rels/workbook.xml.rels') ?? '')
  const contents: Contents = { sheets: [], names: [], left: [], from1904: false }
  let name: { name: string; text: string; place: string | undefined } | undefined
  readXml(xml, 'The list of sheets', {
    open(element, attributes) {
      if (element === 'workbookPr') contents.from1904 = /^(1|true)$/.test(attributes.date1904 ?? '')
      if (element === 'sheet') addSheet(contents, attributes, targets)
      if (element === 'definedName') {
        name = { name: attributes.name ?? '', text: '', place: attributes.localSheetId }
      }
    },
    close(element) {
      if (element !== 'definedName' || name === undefined) return
      const sheet = name.place === undefined ? undefined : contents.sheets[Number(name.place)]?.name
      const isKept = !name.name.startsWith('_xlnm.')
      if (isKept) {
        contents.names.push({
          name: name.name,
          formula: name.text,
          ...(sheet !== undefined && { sheet }),
        })
      }
      name = undefined
    },
    text(text) {
      if (name !== undefined) name.text += text
    },
  })
  return contents
}

/** The tables of a sheet, by the parts that belong to it. */
function tablesOf(archive: Archive, part: string, sheet: string): WorkTable[] {
  const slash = part.lastIndexOf('/')
  const related = archive.text(`${part.slice(0, slash)}/_rels${part.slice(slash)}.rels`)
  if (related === undefined) return []
  return [...relations(related).values()].flatMap((target) => {
    if (!/tables?\//i.test(target)) return []
    const path = target.startsWith('/') ? target : `xl/${target.replace(/^(\.\.\/)+/, '')}`
    const xml = archive.text(path)
    return xml === undefined ? [] : (readTable(xml, sheet) ?? [])
  })
}

function addSheet(
  { sheets, left }: Contents,
  { name = '', id = '', state }: Readonly<Record<string, string>>,
  targets: ReadonlyMap<string, string>,
): void {
  if (state === 'hidden' || state === 'veryHidden') left.push(`${name}: that it is hidden`)
  const target = targets.get(id) ?? `worksheets/sheet${sheets.length + 1}.xml`
  sheets.push({ name, part: target.startsWith('/') ? target : `xl/${target}` })
}

function relations(xml: string): Map<string, string> {
  const targets = new Map<string, string>()
  readXml(xml, 'The list of parts', {
    open(name, { Id, Target }) {
      if (name === 'Relationship' && Id !== undefined && Target !== undefined)
        targets.set(Id, Target)
    },
    close() {},
    text() {},
  })
  return targets
}
