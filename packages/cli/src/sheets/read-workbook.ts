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
  isStale: boolean
}

/** Programs name these parts as they like; relations lead to them. */
interface MainParts {
  /** The list of sheets. */
  readonly book: string
  readonly strings: string
  readonly styles: string
  readonly relations: readonly Relation[]
}

interface Relation {
  readonly id: string
  readonly type: string
  readonly part: string
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
  const parts = mainParts(archive)
  const { sheets: listed, names, left, from1904, isStale } = contentsOf(archive, parts)
  const strings = readStrings(archive.text(parts.strings))
  const formatOf = readFormats(archive.text(parts.styles))
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
  return { sheets, names, tables, left, isStale, from1904 }
}

function mainParts(archive: Archive): MainParts {
  const first = relationsOf(archive, '')
  const book = partOf(first, 'officeDocument') ?? 'xl/workbook.xml'
  const relations = relationsOf(archive, book)
  return {
    book,
    relations,
    strings: partOf(relations, 'sharedStrings') ?? 'xl/sharedStrings.xml',
    styles: partOf(relations, 'styles') ?? 'xl/styles.xml',
  }
}

function partOf(relations: readonly Relation[], type: string): string | undefined {
  return relations.find((relation) => relation.type.endsWith(`/${type}`))?.part
}

function contentsOf(archive: Archive, { book, relations }: MainParts): Contents {
  const xml = archive.text(book)
  if (xml === undefined) {
    throw new CliError('bad-file', 'This is no workbook of Excel: it has no list of sheets.')
  }
  const targets = new Map(relations.map(({ id, part }) => [id, part]))
  const contents: Contents = { sheets: [], names: [], left: [], from1904: false, isStale: false }
  let name: { name: string; text: string; place: string | undefined } | undefined
  readXml(xml, 'The list of sheets', {
    open(element, attributes) {
      if (element === 'workbookPr') contents.from1904 = /^(1|true)$/.test(attributes.date1904 ?? '')
      if (element === 'calcPr')
        contents.isStale = /^(1|true)$/.test(attributes.fullCalcOnLoad ?? '')
      if (element === 'sheet') addSheet(contents, attributes, targets)
      if (element === 'definedName') {
        name = { name: attributes.name ?? '', text: '', place: attributes.localSheetId }
      }
    },
    close(element) {
      if (element !== 'definedName' || name === undefined) return
      const sheet = name.place === undefined ? undefined : contents.sheets[Number(name.place)]?.name
      // Excel's own: areas to print, filters, functions that it did not know.
      if (!/^_xl[a-z]+\./i.test(name.name)) {
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
  return relationsOf(archive, part).flatMap(({ part: target }) => {
    const xml = /tables?\//i.test(target) ? archive.text(target) : undefined
    return xml === undefined ? [] : (readTable(xml, sheet) ?? [])
  })
}

function addSheet(
  { sheets, left }: Contents,
  { name = '', id = '', state }: Readonly<Record<string, string>>,
  targets: ReadonlyMap<string, string>,
): void {
  if (state === 'hidden' || state === 'veryHidden') left.push(`${name}: that it is hidden`)
  sheets.push({ name, part: targets.get(id) ?? `xl/worksheets/sheet${sheets.length + 1}.xml` })
}

/** The parts that a part leads to, and those of the whole file for the empty name. */
function relationsOf(archive: Archive, part: string): Relation[] {
  const slash = part.lastIndexOf('/') + 1
  const folder = part.slice(0, slash)
  const xml = archive.text(`${folder}_rels/${part.slice(slash)}.rels`)
  const found: Relation[] = []
  if (xml === undefined) return found
  readXml(xml, 'The list of parts', {
    open(name, { Id, Type = '', Target }) {
      if (name !== 'Relationship' || Id === undefined || Target === undefined) return
      found.push({ id: Id, type: Type, part: resolved(folder, Target) })
    },
    close() {},
    text() {},
  })
  return found
}

/** A target is a path from the folder of its part, or from the start of the file. */
function resolved(folder: string, target: string): string {
  const path = target.startsWith('/') ? [] : folder.split('/').filter((step) => step !== '')
  for (const step of target.split('/')) {
    if (step === '..') path.pop()
    else if (step !== '.' && step !== '') path.push(step)
  }
  return path.join('/')
}
