// Tree of the reads behind a value: the cells that its formula read, with their values, and the reads of
// those, level by level until there is no more room. It shows one moment; changes are looked up for all its
// cells afterwards.

import { arrayOf, BLANK, type Json } from '@cellwake/runtime'
import { type CallFacts, callFacts } from '../external/call-facts.ts'
import { templateOf } from '../formulas/template.ts'
import type { CellNode } from '../graph/cell-node.ts'
import { columnKey } from '../graph/grid.ts'
import type { ModelGraph } from '../graph/model-graph.ts'
import { type Read, readsOf, spelled } from '../graph/reads.ts'
import { WHY_CELLS, WHY_RANGE_CELLS, WHY_RANGE_VALUES, WHY_READS } from '../limits.ts'
import { isRegion, type Region } from '../ranges/region.ts'
import type { AnswerRoom } from '../views/answer-room.ts'
import { type CellRole, cellView, roleOf, valueIn } from '../views/cell-facts.ts'
import { type CellStatus, viewOf } from '../views/cell-view.ts'
import type { Moment } from './moment.ts'

/** A node of the tree, before the cause of its last change is known. */
export interface WhyDraft {
  readonly symbol: string
  readonly role: CellRole
  readonly kind: string
  readonly value: Json
  readonly typeTag: string
  readonly status: CellStatus
  readonly formula: string | null
  readonly isRange: boolean
  /** Facts of an external call: its request, and the job that answered it or is in flight. */
  readonly call: CallFacts | null
  reads: WhyDraft[]
  notTaken: readonly string[]
  more: number
  cut: boolean
}

export function whyTree(
  moment: Moment,
  root: CellNode,
  levels: number,
  room: AnswerRoom,
): WhyDraft {
  return new Tree(moment, levels, room).grow(root)
}

/** One cell or range, without its reads. */
export function whyLeaf(moment: Moment, read: Read, room: AnswerRoom): WhyDraft {
  return { ...draftOf(moment, read, room), cut: true }
}

class Tree {
  readonly #moment: Moment
  readonly #levels: number
  readonly #seen = new Set<Read>()
  readonly #answer: AnswerRoom
  #room = WHY_CELLS

  constructor(moment: Moment, levels: number, answer: AnswerRoom) {
    this.#answer = answer
    this.#moment = moment
    this.#levels = levels
  }

  grow(root: CellNode): WhyDraft {
    const top = draftOf(this.#moment, root, this.#answer)
    this.#seen.add(root)
    let level: [WhyDraft, Read][] = [[top, root]]
    for (let left = this.#levels; level.length > 0; left--) {
      const next: [WhyDraft, Read][] = []
      for (const [draft, read] of level) this.#spread(draft, read, left > 0, next)
      level = next
    }
    return top
  }

  #spread(draft: WhyDraft, read: Read, hasRoom: boolean, next: [WhyDraft, Read][]): void {
    const { graph } = this.#moment
    const { reads, notTaken } = isRegion(read) ? cellsIn(graph, read) : readsOf(graph, read)
    draft.notTaken = notTaken.slice(0, WHY_READS).map((branch) => spelled(graph, branch))
    if (!hasRoom) {
      draft.cut = reads.length > 0
      return
    }
    const shown = reads.slice(0, Math.min(WHY_READS, Math.max(0, this.#room)))
    this.#room -= shown.length
    draft.more = reads.length - shown.length
    if (isRegion(read)) draft.more = sizeOf(read) - shown.length
    for (const child of shown) {
      const below = draftOf(this.#moment, child, this.#answer)
      draft.reads.push(below)
      if (this.#seen.has(child)) below.cut = hasReads(graph, child)
      else next.push([below, child])
      this.#seen.add(child)
    }
  }
}

function hasReads(graph: ModelGraph, read: Read): boolean {
  return isRegion(read) || readsOf(graph, read).reads.length > 0
}

function draftOf(moment: Moment, read: Read, room: AnswerRoom): WhyDraft {
  const { graph } = moment
  const symbol = spelled(graph, read)
  const common = { symbol, reads: [], notTaken: [], more: 0, cut: false }
  if (isRegion(read)) {
    const values = room.take(valuesIn(graph, read))
    const { kind, value, typeTag } = viewOf(values, undefined, 'ready', 0)
    return { ...common, role: 'formula', kind, value, typeTag, ...PLAIN, isRange: true, call: null }
  }
  room.take(valueIn(graph, read))
  const { kind, value, typeTag, status } = cellView(graph, read, 0)
  const role = roleOf(read)
  const isFormula = templateOf(read) !== null && role !== 'external'
  const formula = isFormula ? (room.write(moment.formulaText(symbol)) ?? null) : null
  const call = graph.calls.of(read)
  const facts = call === undefined ? null : callFacts(call)
  return { ...common, role, kind, value, typeTag, status, formula, isRange: false, call: facts }
}

const PLAIN = { status: 'ready', formula: null } as const

function sizeOf({ own: { row, lastRow, column, lastColumn } }: Region): number {
  return (lastRow - row + 1) * (lastColumn - column + 1)
}

/** The values of a range, if they are few. */
function valuesIn(graph: ModelGraph, region: Region) {
  if (sizeOf(region) > WHY_RANGE_VALUES) return BLANK
  const { sheet, row, lastRow, column, lastColumn } = region.own
  const items = []
  for (let r = row; r <= lastRow; r++) {
    for (let c = column; c <= lastColumn; c++) {
      const cell = graph.cells.grid.find(columnKey(sheet, c), r)
      items.push(cell === undefined ? BLANK : valueIn(graph, cell))
    }
  }
  return arrayOf(lastRow - row + 1, lastColumn - column + 1, items)
}

/** The cells of a small range that are there. */
function cellsIn(graph: ModelGraph, region: Region): { reads: Read[]; notTaken: Read[] } {
  const reads: CellNode[] = []
  if (sizeOf(region) > WHY_RANGE_CELLS) return { reads, notTaken: [] }
  const { sheet, row, lastRow, column, lastColumn } = region.own
  for (let c = column; c <= lastColumn; c++) {
    for (let r = row; r <= lastRow; r++) {
      const cell = graph.cells.grid.find(columnKey(sheet, c), r)
      if (cell !== undefined) reads.push(cell)
    }
  }
  return { reads, notTaken: [] }
}
