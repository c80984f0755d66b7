// What depends on what, as a picture of bounded size: cells, ranges, rules and topics, and arrows from what
// is read to who reads it, from rules to what they write and say. A range is one node.

import { parseSymbol, rangeSymbol } from '@cellwake/language'
import type { Json } from '@cellwake/runtime'
import type { CellRole } from './cell-facts.ts'
import { type CellNode, isCell } from './cell-node.ts'
import type { CellStatus } from './cell-view.ts'
import { type CellGroup, DependencyGroups, groupFacts } from './dependency-groups.ts'
import { EngineError } from './errors.ts'
import { DEPENDENCY_NODES, DEPENDENCY_SAMPLE_CELLS } from './limits.ts'
import type { Moment } from './moment.ts'
import { branchesOf, depsOf } from './node-deps.ts'
import { isRegion, type Region } from './region.ts'
import { staticReads } from './rule-reads.ts'
import { ruleTexts } from './rule-texts.ts'
import { templateOf } from './template.ts'

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
  /** Nodes that did not fit. */
  readonly leftOut: number
}

export interface DependencyOptions {
  /** A symbol or `rule:<id>`: the part around it, nearest first. */
  readonly focus?: string
  readonly limit?: number
}

type Place = readonly [
  sheet: number,
  column: number,
  row: number,
  lastColumn: number,
  lastRow: number,
]

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

export function dependenciesIn(moment: Moment, options: DependencyOptions): GraphView {
  return new Picture(moment).view(options.focus, options.limit ?? DEPENDENCY_NODES)
}

class Picture {
  readonly #moment: Moment
  readonly #groups: DependencyGroups
  readonly #nodes = new Map<string, () => GraphNode>()
  /** From what is read to who reads it. */
  readonly #readers = new Map<string, Set<string>>()
  readonly #sources = new Map<string, Set<string>>()

  constructor(moment: Moment) {
    this.#moment = moment
    this.#groups = new DependencyGroups(moment.graph)
    for (const group of this.#groups.all) this.#addGroup(group)
    for (const group of this.#groups.all) this.#linkGroup(group)
    this.#addRules()
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
    return { rev: this.#moment.rev, nodes, edges, leftOut: this.#nodes.size - nodes.length }
  }

  /** What is connected with a node, the nearest first. */
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
    const isSymbol = parseSymbol(focus, this.#moment.graph.cells.sheets) !== undefined
    const node = isSymbol ? this.#moment.find(focus) : undefined
    const group = node === undefined ? undefined : this.#groups.of(node)
    if (group !== undefined) return group.id
    throw new EngineError('bad-symbol', `"${focus.slice(0, 64)}" is not part of the model.`)
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
    /** For each place of the form, the rectangle over what its formulas read there. */
    const places: Place[] = []
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
    const { externals } = this.#moment.graph.cells
    const group = this.#groups.of(cell)
    if (group !== undefined) this.#link(group.id, to)
    for (const [symbol, node] of cell.row === 0 ? externals : []) {
      if (node !== cell) continue
      this.#nodes.set(symbol, () => plainNode(symbol, 'external', symbol, 1))
      this.#link(symbol, to)
    }
  }

  #linkRange(place: Place, to: string): void {
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

  #addRules(): void {
    const { ir, graph, source } = this.#moment
    const texts = ir.rules.length === 0 ? [] : ruleTexts(source)
    ir.rules.forEach((rule, i) => {
      const id = `rule:${rule.id}`
      this.#nodes.set(id, () => plainNode(id, 'rule', texts[i]?.title ?? rule.id, 0))
      for (const { always, maybe, regions } of staticReads(rule)) {
        for (const symbol of [...always, ...maybe]) {
          const node = graph.cells.externals.get(symbol) ?? this.#moment.find(symbol)
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
          for (const node of action.targets) {
            const group = this.#groups.of(node)
            if (group !== undefined) this.#link(id, group.id)
          }
        }
      }
    })
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
    if (isCell(dep) && dep.row < 0) yield* readIn(dep)
    else if (isCell(dep) || isRegion(dep)) yield dep
  }
}

function placeOf({ own: { sheet, column, row, lastColumn, lastRow } }: Region): Place {
  return [sheet, column, row, lastColumn, lastRow]
}

function around(a: Place | undefined, b: Place): Place {
  if (a === undefined || a[0] !== b[0]) return b
  return [
    a[0],
    Math.min(a[1], b[1]),
    Math.min(a[2], b[2]),
    Math.max(a[3], b[3]),
    Math.max(a[4], b[4]),
  ]
}
