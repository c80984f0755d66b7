// The names of a workbook, as formulas may use them. A name that holds values stays a name. One that moves with
// its reader, or is a function, stands written out where it is used: a name of a model is one value.

import { NAMED_AREA_MAX_CELLS } from '../limits.ts'
import { areaAt } from './area-at.ts'
import type { ExcelNode } from './formula-nodes.ts'
import { readFormula } from './read-formula.ts'
import type { Workbook, WorkName } from './workbook.ts'

export interface DefinedName {
  /** As the model spells it. */
  readonly spelled: string
  /** Undefined if it cannot be read. */
  readonly node: ExcelNode | undefined
  /** Whether it is written out where it is used. */
  readonly inline: boolean
  readonly source: WorkName
}

export class DefinedNames {
  readonly all: readonly DefinedName[]
  readonly #global = new Map<string, DefinedName>()
  readonly #local = new Map<string, DefinedName>()

  /** Spellings that a name of the model has, in small letters. */
  readonly taken: ReadonlySet<string>

  constructor({ names }: Workbook) {
    const taken = new Set<string>()
    this.taken = taken
    const all: DefinedName[] = []
    // Names of the whole workbook first: they keep their spelling.
    const sorted = [...names].sort(
      (a, b) => Number(a.sheet !== undefined) - Number(b.sheet !== undefined),
    )
    for (const source of sorted) {
      const node = readFormula(source.formula, { column: 1, row: 1 })
      const inline = node !== undefined && mustBeInline(node)
      const spelled = freeName(source.name, taken, source.sheet)
      if (!inline) taken.add(spelled.toLowerCase())
      const name: DefinedName = { spelled, node, inline, source }
      const key = source.name.toLowerCase()
      if (source.sheet === undefined) this.#global.set(key, name)
      else this.#local.set(`${source.sheet.toLowerCase()}!${key}`, name)
      all.push(name)
    }
    this.all = all
  }

  /** As a formula of a sheet sees it; `sheet` is the one that is written before it. */
  find(name: string, sheet: string | undefined, own: string): DefinedName | undefined {
    const key = name.toLowerCase()
    const local = this.#local.get(`${(sheet ?? own).toLowerCase()}!${key}`)
    return local ?? this.#global.get(key)
  }
}

/** Expressions that shift with the cell that reads them, lambdas, and those too large to be kept beside the cells. */
function mustBeInline(node: ExcelNode): boolean {
  return node.type === 'call' && node.name === 'LAMBDA'
    ? true
    : isAny(node, isMoving) || isLarge(node)
}

function isMoving(node: ExcelNode): boolean {
  if (node.type !== 'reference') return node.type === 'table' && node.part.includes('@')
  const corners = [node.column, node.row, node.last?.column, node.last?.row]
  return corners.some((axis) => axis !== undefined && !axis.fixed)
}

function isLarge(node: ExcelNode): boolean {
  if (node.type !== 'reference' || node.last === undefined) return false
  const area = areaAt(node, { column: 1, row: 1 })
  if (area === undefined) return true
  const { column, row, lastColumn, lastRow } = area
  return (lastColumn - column + 1) * (lastRow - row + 1) > NAMED_AREA_MAX_CELLS
}

export function isAny(node: ExcelNode, test: (node: ExcelNode) => boolean): boolean {
  return test(node) || partsOf(node).some((part) => isAny(part, test))
}

export function partsOf(node: ExcelNode): readonly ExcelNode[] {
  switch (node.type) {
    case 'call':
      return node.args.filter((arg) => arg !== undefined)
    case 'apply':
      return [node.fn, ...node.args.filter((arg) => arg !== undefined)]
    case 'binary':
      return [node.left, node.right]
    case 'union':
      return node.parts
    case 'prefix':
    case 'percent':
    case 'spill':
      return [node.operand]
    case 'paren':
      return [node.value]
    case 'array':
      return node.rows.flat()
    default:
      return []
  }
}

const reserved = new Set(
  `IF AND OR NOT IS AS DEFAULT THEN ELSE END DO WITH TRY CASE WHEN EVERY AT SELECT TRUE FALSE BLANK ROW_INDEX COL_INDEX
IS_FIRST IS_LAST CELL_COUNT ABOVE BELOW LEFT RIGHT NEIGHBORS SCHEDULED_AT MODEL DESCRIPTION RUNTIME VERSION AUTHOR
TAGS TIMEZONE`.split(/\s+/),
)

/** A name as the language takes it: without dots, and no word of the language. */
export function plainName(name: string): string {
  const plain = name.replace(/[^\p{L}\p{N}_]/gu, '_')
  const isTaken = reserved.has(plain.toUpperCase()) || /^[A-Za-z]{1,3}\d{1,7}$|^_+$/.test(plain)
  return isTaken ? `${plain}_name` : plain
}

/** A spelling that no other name has; one of a sheet may carry its sheet. */
export function freeName(name: string, taken: ReadonlySet<string>, sheet?: string): string {
  const plain = plainName(name)
  if (!taken.has(plain.toLowerCase())) return plain
  const stem = sheet === undefined ? plain : plainName(`${sheet}_${name}`.replace(/^(?=\d)/, '_'))
  let free = stem
  for (let n = 2; taken.has(free.toLowerCase()); n++) free = `${stem}_${n}`
  return free
}
