// Dependency graph as a picture of bounded size: cells, ranges, rules and topics, and edges from cells
// to their readers, from rules to the cells and topics that they write and publish to. A range is one node.

import { parseSymbol, rangeSymbol } from '@cellwake/language'
import type { Json } from '@cellwake/runtime'
import { type Node, readerAt, readerCount } from '@cellwake/scheduler'
import { EngineError } from '../errors.ts'
import type { Call } from '../external/call.ts'
import { templateOf } from '../formulas/template.ts'
import { type CellNode, isCell } from '../graph/cell-node.ts'
import { columnKey } from '../graph/grid.ts'
import type { ModelGraph } from '../graph/model-graph.ts'
import { branchesOf, depsOf } from '../graph/node-deps.ts'
import { isAnswer, isHidden } from '../graph/reads.ts'
import {
  DEPENDENCY_GROUPS,
  DEPENDENCY_NODES,
  DEPENDENCY_SAMPLE_CELLS,
  LEAF_ROWS,
} from '../limits.ts'
import type { Work } from '../model/slices.ts'
import { isRegion, type Region } from '../ranges/region.ts'
import { staticReads } from '../rules/rule-reads.ts'
import { RuleTexts } from '../rules/rule-texts.ts'
import type { Moment } from '../why/moment.ts'
import type { CellRole } from './cell-facts.ts'
import type { CellStatus } from './cell-view.ts'
import { type CellGroup, DependencyGroups, groupFacts } from './dependency-groups.ts'
import { isWanted } from './sheet-view.ts'

export interface GraphNode {
  /** A symbol, a range, `rule:<id>` or `topic:<name>`. */
  readonly id: string
  readonly kind:
    | 'input'
    | 'formula'
    | 'conditional'
    | 'lazy'
    | 'external'
    | 'owned'
    | 'range'
    | 'rule'
    | 'topic'
  readonly label: string
  readonly wanted: boolean
  readonly status: CellStatus
  /** Cells that the node stands for. */
  readonly cells: number
  readonly value?: Json
}

export interface GraphView {
  readonly rev: number
  readonly nodes: readonly GraphNode[]
  readonly edges: readonly { readonly from: string; readonly to: string }[]
  /** Nodes that did not fit; of a large model, cells. */
  readonly leftOut: number
}

export interface DependencyOptions {
  /** A symbol or `rule:<id>`: the part around it, nearest first. */
  readonly focus?: string
  readonly limit?: number
}

type RectangleTuple = readonly [
  sheet: number,
  column: number,
  row: number,
  lastColumn: number,
  lastRow: number,
]

/** Groups and rules between two looks at the time: a group may have many formulas. */
const LOOK_GROUPS = 16

const KINDS = {
  input: 'input',
  formula: 'formula',
  conditional: 'conditional',
  lazy: 'lazy',
  external: 'external',
  rule: 'owned',
  spill: 'formula',
  blank: 'input',
} as const satisfies Record<CellRole, GraphNode['kind']>

export function* dependenciesIn(
  moment: Moment,
  { focus, limit = DEPENDENCY_NODES }: DependencyOptions,
  pause: () => boolean,
): Work<GraphView> {
  const picture = new Picture(moment)
  yield* picture.draw(focus, pause)
  return picture.view(focus, limit)
}

class Picture {
  readonly #moment: Moment
  #groups: DependencyGroups
  readonly #nodes = new Map<string, () => GraphNode>()
  /** Edges, from each node to its readers. */
  readonly #readers = new Map<string, Set<string>>()
  readonly #sources = new Map<string, Set<string>>()

  constructor(moment: Moment) {
    this.#moment = moment
    this.#groups = new DependencyGroups(moment.graph)
  }

  *draw(focus: string | undefined, pause: () => boolean): Work<void> {
    const { graph, ir } = this.#moment
    yield* this.#groups.find(pause)
    const center = focus === undefined ? undefined : this.#cellAt(focus)
    if (this.#groups.leftOut > 0 && center !== undefined) {
      const near = yield* this.#near(center, pause)
      this.#groups = new DependencyGroups(graph)
      yield* this.#groups.find(pause, (node) => near.has(node))
      this.#groups.leftOut = graph.assigned - near.size
    }
    for (const group of this.#groups.all) this.#addGroup(group)
    let looked = 0
    for (const group of this.#groups.all) {
      this.#linkGroup(group)
      if (++looked % LOOK_GROUPS === 0 && pause()) yield
    }
    const titles = new RuleTexts(this.#moment.source, ir.rules)
    for (let i = 0; i < ir.rules.length; i++) {
      this.#addRule(i, titles)
      if (++looked % LOOK_GROUPS === 0 && pause()) yield
    }
  }

  /** Cells that a cell reads, that read it, and so on, the nearest first, as many as are looked at. */
  *#near(center: CellNode, pause: () => boolean): Work<ReadonlySet<Node>> {
    const { graph } = this.#moment
    const near = new Set<Node>([center])
    let looked = 0
    for (const node of near) {
      if (near.size > DEPENDENCY_GROUPS) break
      if (isCell(node)) {
        for (const read of readIn(node)) {
          if (isCell(read)) near.add(read)
          else for (const cell of cellsIn(graph, placeOf(read))) near.add(cell)
          if (near.size > DEPENDENCY_GROUPS) break
        }
      }
      for (let i = 0, n = Math.min(readerCount(node), DEPENDENCY_GROUPS); i < n; i++) {
        near.add(readerAt(node, i))
      }
      if (++looked % LOOK_GROUPS === 0 && pause()) yield
    }
    return near
  }

  view(focus: string | undefined, limit: number): GraphView {
    const chosen = new Set<string>()
    const ids = focus === undefined ? this.#nodes.keys() : this.#around(this.#idOf(focus))
    for (const id of ids) {
      if (chosen.size === limit) break
      chosen.add(id)
    }
    const edges: { from: string; to: string }[] = []
    for (const from of chosen) {
      for (const to of this.#readers.get(from) ?? []) if (chosen.has(to)) edges.push({ from, to })
    }
    const nodes = [...chosen].map((id) => this.#nodes.get(id)!())
    const leftOut = this.#nodes.size - nodes.length + this.#groups.leftOut
    return { rev: this.#moment.rev, nodes, edges, leftOut }
  }

  /** Nodes connected with a node, breadth first. */
  *#around(id: string): Iterable<string> {
    const seen = new Set([id])
    for (const next of seen) {
      yield next
      for (const other of this.#sources.get(next) ?? []) seen.add(other)
      for (const other of this.#readers.get(next) ?? []) seen.add(other)
    }
  }

  #idOf(focus: string): string {
    if (this.#nodes.has(focus)) return focus
    const node = this.#cellAt(focus)
    const group = node === undefined ? undefined : this.#groups.of(node)
    if (group !== undefined) return group.id
    throw new EngineError('bad-symbol', `"${focus.slice(0, 64)}" is not part of the model.`)
  }

  #cellAt(focus: string): CellNode | undefined {
    const isSymbol = parseSymbol(focus, this.#moment.graph.cells.sheets) !== undefined
    return isSymbol ? this.#moment.find(focus) : undefined
  }

  #addGroup(group: CellGroup): void {
    const { id, role, cells } = group
    this.#nodes.set(id, () => {
      const common = { id, kind: KINDS[role], label: id, cells: cells.length }
      return { ...common, ...groupFacts(this.#moment.graph, group) }
    })
  }

  #linkGroup(group: CellGroup): void {
    const { cells, id } = group
    const step = Math.max(1, Math.floor(cells.length / DEPENDENCY_SAMPLE_CELLS))
    /** For each reference of the form, the rectangle over the reads of its formulas there. */
    const places: RectangleTuple[] = []
    const look = (cell: CellNode) => {
      let ranges = 0
      for (const dep of readIn(cell)) {
        if (isCell(dep)) this.#linkCell(dep, id)
        else places[ranges] = around(places[ranges], placeOf(dep))
        if (isRegion(dep)) ranges++
      }
    }
    for (let i = 0; i < cells.length; i += step) look(cells[i]!)
    look(cells.at(-1)!)
    for (const place of places) this.#linkRange(place, id)
  }

  #linkCell(cell: CellNode, to: string): void {
    const group = this.#groups.of(cell)
    if (group !== undefined) this.#link(group.id, to)
    const call = this.#moment.graph.calls.of(cell)
    if (call !== undefined) this.#linkCall(call, to)
  }

  #linkCall({ symbol, node, status }: Call, to: string): void {
    this.#link(symbol, to)
    if (this.#nodes.has(symbol)) return
    this.#nodes.set(symbol, () => {
      return { ...plainNode(symbol, 'external', symbol, 1), wanted: isWanted(node), status }
    })
    for (const dep of readIn(node)) {
      if (isCell(dep)) this.#linkCell(dep, symbol)
      else this.#linkRange(placeOf(dep), symbol)
    }
  }

  #linkRange(place: RectangleTuple, to: string): void {
    const [sheet, column, row, lastColumn, lastRow] = place
    const { sheets } = this.#moment.graph.cells
    const id = rangeSymbol(sheets[sheet]!, column, row, lastColumn, lastRow)
    if (!this.#nodes.has(id)) {
      const cells = (lastColumn - column + 1) * (lastRow - row + 1)
      this.#nodes.set(id, () => plainNode(id, 'range', id, cells))
      for (const group of this.#groups.within(...place)) this.#link(group.id, id)
    }
    this.#link(id, to)
  }

  #addRule(i: number, texts: RuleTexts): void {
    const { ir, graph } = this.#moment
    const rule = ir.rules[i]!
    const id = `rule:${rule.id}`
    this.#nodes.set(id, () => plainNode(id, 'rule', texts.of(i)?.title ?? rule.id, 0))
    for (const { always, maybe, regions } of staticReads(rule)) {
      for (const symbol of [...always, ...maybe]) {
        const node = this.#moment.find(symbol)
        if (node !== undefined) this.#linkCell(node, id)
      }
      for (const [sheet, column, row, lastColumn, lastRow] of regions) {
        this.#linkRange([sheet, column, row, lastColumn, lastRow], id)
      }
    }
    for (const action of graph.rules[i]!.actions) {
      if (action.kind === 'publish') {
        const topic = `topic:${action.topic}`
        this.#nodes.set(topic, () => plainNode(topic, 'topic', action.topic, 0))
        this.#link(id, topic)
      } else {
        // The first cells of a rectangle are a sample: the rest is of the same group, or as good as.
        for (const node of action.targets.slice(0, DEPENDENCY_SAMPLE_CELLS)) {
          const group = this.#groups.of(node)
          if (group !== undefined) this.#link(id, group.id)
        }
      }
    }
  }

  #link(from: string, to: string): void {
    if (from === to) return
    add(this.#readers, from, to)
    add(this.#sources, to, from)
  }
}

function add(map: Map<string, Set<string>>, key: string, value: string): void {
  const known = map.get(key)
  if (known === undefined) map.set(key, new Set([value]))
  else known.add(value)
}

function plainNode(id: string, kind: GraphNode['kind'], label: string, cells: number): GraphNode {
  return { id, kind, label, wanted: true, status: 'ready', cells }
}

/** The cells and ranges that a formula refers to, in the order of its text; those of INDIRECT too. */
function* readIn(cell: CellNode): Iterable<CellNode | Region> {
  const template = templateOf(cell)
  if (template === null) return
  const deps = template.tracked && !template.dynamic ? branchesOf(cell) : depsOf(cell)
  for (const dep of deps) {
    if (isCell(dep) && isHidden(dep)) yield* readIn(dep)
    else if (!isAnswer(dep) && (isCell(dep) || isRegion(dep))) yield dep
  }
}

function placeOf({ own: { sheet, column, row, lastColumn, lastRow } }: Region): RectangleTuple {
  return [sheet, column, row, lastColumn, lastRow]
}

function around(a: RectangleTuple | undefined, b: RectangleTuple): RectangleTuple {
  if (a === undefined || a[0] !== b[0]) return b
  return [
    a[0],
    Math.min(a[1], b[1]),
    Math.min(a[2], b[2]),
    Math.max(a[3], b[3]),
    Math.max(a[4], b[4]),
  ]
}

/** The cells in a rectangle, column by column. */
function* cellsIn(graph: ModelGraph, [sheet, column, row, lastColumn, lastRow]: RectangleTuple) {
  for (let c = column; c <= lastColumn; c++) {
    const own = graph.cells.grid.column(columnKey(sheet, c))
    if (own === undefined) continue
    for (const [at, leaf] of own.leaves) {
      if ((at + 1) * LEAF_ROWS < row || at * LEAF_ROWS >= lastRow) continue
      for (const node of leaf) {
        if (node !== undefined && node.row >= row && node.row <= lastRow) yield node
      }
    }
  }
}
