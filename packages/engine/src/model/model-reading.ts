// A model as its readers see it: cells now and in the past, explanations, rules and their firings. Reading
// changes nothing; `live-model.ts` does the rest.

import type { Catalogue } from '@cellwake/language'
import { BLANK, type Value, type ZoneTable } from '@cellwake/runtime'
import type { Clock } from '@cellwake/scheduler'
import type { Store } from '@cellwake/store'
import { EngineError } from '../errors.ts'
import type { ModelJobs } from '../external/model-jobs.ts'
import { FormulaTexts } from '../formulas/formula-texts.ts'
import { ASSIGNED, type CellNode, GIVEN } from '../graph/cell-node.ts'
import type { Memory } from '../graph/memory.ts'
import { ModelGraph } from '../graph/model-graph.ts'
import { cellsOf, rectangleFrom } from '../graph/rectangle.ts'
import { Revisions } from '../graph/revisions.ts'
import { wantedBy } from '../graph/wanted-by.ts'
import type { RemoteEvaluator } from '../home/model-home.ts'
import { RemoteGraph } from '../home/remote-graph.ts'
import { RULES_NAMED } from '../limits.ts'
import type { ModelRules } from '../rules/model-rules.ts'
import { type FiringPage, type PageOptions, RuleHistory } from '../rules/rule-history.ts'
import { type Timeline, timelineOf } from '../rules/timeline.ts'
import type { ReadSource, SourceReader } from '../source-reader.ts'
import type { AnswerRoom } from '../views/answer-room.ts'
import { cellView, valueIn } from '../views/cell-facts.ts'
import { type CellView, viewOf } from '../views/cell-view.ts'
import { type DependencyOptions, dependenciesIn, type GraphView } from '../views/dependencies.ts'
import { type ModelFacts, modelFacts } from '../views/model-facts.ts'
import { type Coming, type RuleName, type RuleView, RuleViews } from '../views/rule-views.ts'
import { type SheetAnswer, sheetView } from '../views/sheet-view.ts'
import { CauseViews } from '../why/cause-views.ts'
import { cellHistory, type HistoryPage } from '../why/cell-history.ts'
import { type Explanation, explain, seeCell } from '../why/explain.ts'
import { headOf, type ModelHead, type Moment } from '../why/moment.ts'
import { Past } from '../why/past.ts'
import type { GivenValues } from './given-value.ts'
import { Inputs } from './inputs.ts'
import type { ModelWork } from './model-work.ts'
import type { ModelRecord, ModelRecords } from './records.ts'
import { atOnce, type Slices, type Work } from './slices.ts'
import type { WatchedArea } from './watchers.ts'

const BLANK_VIEW = viewOf(BLANK, undefined, 'ready', 0)

export interface ModelReadingParts {
  readonly store: Store
  readonly clock: Clock
  readonly random: () => number
  readonly catalogue: Catalogue
  readonly zone: ZoneTable
  readonly countRuns: boolean
  readonly records: ModelRecords
  readonly given: GivenValues
  readonly reader: SourceReader
  readonly record: ModelRecord
  readonly source: string
  /** When it was last changed. */
  readonly changedAt: number
  readonly slices: Slices
  /** Counts the memory of models. */
  readonly memory: Memory
  /** A commit was made. */
  counted(): void
  /** Computes it; left out, it is computed here. */
  readonly evaluator?: RemoteEvaluator | undefined
}

/** The nodes of a source; nothing has run yet. */
export interface BuiltModel {
  readonly ir: ModelHead
  readonly graph: ModelGraph
  readonly texts: FormulaTexts
}

export function* buildModel(
  {
    catalogue,
    zone,
    random,
    countRuns,
    source,
    slices,
    memory,
    record,
    evaluator,
  }: ModelReadingParts,
  { ir }: ReadSource,
): Work<BuiltModel> {
  const graph: ModelGraph = new ModelGraph(ir!.sheets, {
    catalogue,
    zone,
    random,
    countRuns,
    formulaText: (symbol) => texts.of(symbol),
    pause: slices.pause,
    memory: memory.model(record.versions.at(-1)?.by),
    remote: evaluator && new RemoteGraph(evaluator, random, ir!.sheets.length),
  })
  const texts = new FormulaTexts(source, graph.cells.sheets)
  try {
    if (texts.mayBeRead) yield* texts.read(slices.pause)
    yield* graph.build(ir!)
  } catch (error) {
    graph.memory.release()
    throw error
  }
  return { ir: headOf(ir!, record.runtime), graph, texts }
}

/** The model that the reading belongs to. */
export interface ReadingHost {
  readonly work: ModelWork
  rules(): ModelRules
  /** The jobs of its external calls, now and before. */
  jobs(): ModelJobs
  /** Number of watchers that want a cell. */
  watchersOf(node: CellNode): number
}

export class ModelReading implements Moment {
  readonly id: string
  readonly source: string
  readonly ir: ModelHead
  readonly graph: ModelGraph
  record: ModelRecord
  protected readonly inputs: Inputs
  protected readonly revisions: Revisions
  readonly #parts: ModelReadingParts
  readonly #host: ReadingHost
  readonly #texts: FormulaTexts
  readonly #past: Past
  readonly #ruleHistory: RuleHistory
  #views: RuleViews | undefined
  #changedAt: number

  constructor(parts: ModelReadingParts, { ir, graph, texts }: BuiltModel, host: ReadingHost) {
    const { record, source, store, catalogue, records, given, slices, reader, memory } = parts
    this.#parts = parts
    this.#host = host
    this.id = record.id
    this.source = source
    this.ir = ir
    this.record = record
    this.revisions = new Revisions(records.revision())
    this.graph = graph
    this.#texts = texts
    this.inputs = new Inputs(this.graph, records, given)
    this.#past = new Past({
      id: this.id,
      store,
      catalogue,
      records,
      given,
      slices,
      reader,
      memory,
    })
    this.#ruleHistory = new RuleHistory(store, records)
    this.#changedAt = parts.changedAt
  }

  get rev(): number {
    return this.revisions.newest
  }

  get version(): number {
    return this.record.version
  }

  // Cells

  get(symbol: string): CellView {
    this.#host.work.mustBeOpen()
    const node = this.inputs.find(symbol)
    return node === undefined ? BLANK_VIEW : this.view(node)
  }

  /** Cells by symbol; every assigned one if none are named. A rectangle is its cells that hold something. */
  cells(symbols?: readonly string[], room?: AnswerRoom): Record<string, CellView> {
    this.#host.work.mustBeOpen()
    const found = new Map<string, CellView>()
    const add = (symbol: string, node: CellNode | undefined) => {
      room?.look()
      if (found.has(symbol)) return
      if (node !== undefined) room?.take(valueIn(this.graph, node))
      found.set(symbol, node === undefined ? BLANK_VIEW : this.view(node))
    }
    for (const symbol of symbols === undefined ? this.assigned() : new Set(symbols)) {
      const area = this.area(symbol)
      if (area === undefined) add(this.inputs.spell(symbol), this.inputs.find(symbol))
      else for (const node of area.cells()) add(this.graph.symbolOf(node), node)
    }
    // This makes own properties of all names, `__proto__` too.
    return Object.fromEntries(found)
  }

  /** The symbols that the source assigns, in the order of the grid. */
  *assigned(): Iterable<string> {
    for (const node of this.graph.cells.grid.nodes()) {
      if ((node.flags & (ASSIGNED | GIVEN)) !== 0) yield this.graph.symbolOf(node)
    }
  }

  /** Number of cells and names that the source assigns, or that were set. */
  get cellCount(): number {
    return this.graph.assigned + this.inputs.added
  }

  /** Values of inputs that were set, and of cells that rules wrote, for a copy of the model. */
  given(): Iterable<readonly [symbol: string, value: Value]> {
    return this.#parts.records.given()
  }

  /** The value an input has in the source. */
  constantIn(node: CellNode): Value {
    return this.inputs.constantIn(node)
  }

  find(symbol: string): CellNode | undefined {
    return this.inputs.find(symbol)
  }

  formulaText(symbol: string): string | undefined {
    return this.#texts.of(symbol)
  }

  /** Number of runs of each formula since this was last called, while runs are counted. */
  takeRuns(): Map<string, number> {
    const { evaluation } = this.graph
    const { runs } = evaluation
    if (runs === undefined) return new Map()
    evaluation.runs = new Map()
    return new Map([...runs].map(([node, count]) => [this.graph.symbolOf(node), count]))
  }

  // Why, and the past

  /** Why a cell has its value; at a revision, why it had it then. */
  async explain(
    symbol: string,
    { depth, at }: { readonly depth?: number; readonly at?: number } = {},
  ): Promise<Explanation> {
    this.#host.work.mustBeOpen()
    const parts = { store: this.#parts.store, past: this.#past, jobs: this.#host.jobs() }
    if (at === undefined || at >= this.rev) {
      await this.#readTexts()
      this.#host.work.mustBeOpen()
      const node = this.inputs.node(symbol)
      const revOf = ({ changedAt }: CellNode) => this.revisions.exactly(changedAt)
      const seen = seeCell(this, node, depth, revOf)
      const wanted = wantedBy(this.graph, node, this.#host.watchersOf(node))
      return { ...(await explain(parts, seen)), wantedBy: wanted }
    }
    const seen = await this.#past.read(
      at,
      (moment) => seeCell(moment, moment.node(symbol), depth, () => undefined),
      (moment) => moment.readTexts(),
    )
    return explain(parts, seen)
  }

  /** The values that a cell has had, newest first. */
  async history(
    symbol: string,
    page: { readonly before?: number; readonly limit?: number } = {},
  ): Promise<HistoryPage> {
    this.#host.work.mustBeOpen()
    const { store } = this.#parts
    const causes = new CauseViews(store, this.#past)
    const spelled = this.inputs.spell(symbol)
    return cellHistory({ store, past: this.#past, causes }, spelled, this.rev, page)
  }

  /** Cells as they were at a revision; every assigned one if none are named. */
  async cellsAt(
    symbols: readonly string[] | undefined,
    rev: number,
    room?: AnswerRoom,
  ): Promise<{ readonly rev: number; readonly cells: Record<string, CellView> }> {
    this.#host.work.mustBeOpen()
    const at = Math.min(rev, this.rev)
    const cells = await this.#past.read(
      at,
      (moment) => moment.cells(symbols, room),
      (moment) => moment.touching(symbols ?? this.assigned()),
    )
    return { rev: at, cells }
  }

  /** A part of a sheet: the cells in it that hold something. */
  sheet(range: string): SheetAnswer {
    this.#host.work.mustBeOpen()
    const view = (node: CellNode) => this.view(node)
    return atOnce(sheetView(this, range, () => false, view, undefined))
  }

  /** A part of a sheet, read in slices, within the budget of an answer. */
  async sheetWithin(range: string, room: AnswerRoom): Promise<SheetAnswer> {
    this.#host.work.mustBeOpen()
    const { pause } = this.#parts.slices
    const view = (node: CellNode) => this.view(node)
    const look = () => sheetView(this, range, pause, view, room)
    await this.#readTexts()
    return this.#host.work.looking(look)
  }

  /** Builds the index of formula texts in slices; a second call costs nothing. */
  async #readTexts(): Promise<void> {
    await this.#parts.slices.run(this.#texts.read(this.#parts.slices.pause)).done
  }

  async dependencies(options: DependencyOptions = {}): Promise<GraphView> {
    this.#host.work.mustBeOpen()
    return this.#host.work.looking(() => dependenciesIn(this, options, this.#parts.slices.pause))
  }

  /** The model in short. */
  describe(): ModelFacts {
    this.#host.work.mustBeOpen()
    const [next] = this.coming(Number.MAX_SAFE_INTEGER, 1)
    const { record } = this
    const rules = this.#host.rules()
    const changedAt = this.#changedAt
    return modelFacts({ moment: this, record, changedAt, problems: rules.problems, next })
  }

  // Rules

  /** Title of a rule; undefined if there is none. */
  ruleTitle(id: string): string | undefined {
    const rule = this.graph.rules.find((known) => known.id === id)
    return rule === undefined ? undefined : this.#ruleViews().titleOf(rule)
  }

  /** Titles of rules, all or some, in the order of the source; of very many, the rest by their ids alone. */
  ruleNames(isAsked: (id: string) => boolean = () => true): RuleName[] {
    const views = this.#ruleViews()
    const rules = this.graph.rules.filter(({ id }) => isAsked(id))
    return rules.map((rule, i) => {
      return { id: rule.id, title: i < RULES_NAMED ? views.titleOf(rule) : rule.id }
    })
  }

  ruleViews(): RuleView[] {
    this.#host.work.mustBeOpen()
    return [...this.#ruleViews().all()]
  }

  /** All rules in the order of the source, read in slices: there may be many thousands. */
  async ruleList(): Promise<RuleView[]> {
    this.#host.work.mustBeOpen()
    const giveWay = this.#parts.slices.breath()
    const views: RuleView[] = []
    for (const view of this.#ruleViews().all()) {
      views.push(view)
      await giveWay()
    }
    return views
  }

  /** Records of a rule, fired or not, newest first. */
  async firings(rule: string, page: PageOptions = {}): Promise<FiringPage> {
    this.#host.work.mustBeOpen()
    const found = await this.#ruleHistory.page(rule, page)
    const isKnown = found.firings.length > 0 || this.graph.rules.some(({ id }) => id === rule)
    if (!isKnown) throw new EngineError('unknown-rule', `${this.id} has no rule ${rule}.`)
    return found
  }

  /** Records and coming occurrences between two instants, rule by rule. */
  async timeline(from: number, until: number): Promise<Timeline> {
    this.#host.work.mustBeOpen()
    const { store, clock, slices } = this.#parts
    const views = this.#ruleViews()
    const [rules, history, giveWay] = [this.#host.rules(), this.#ruleHistory, slices.breath()]
    return timelineOf({ store, clock, rules, views, history, giveWay }, from, until)
  }

  /** Coming occurrences of its rules up to an instant, the soonest first. */
  coming(until: number, limit: number): Coming[] {
    this.#host.work.mustBeOpen()
    return this.#ruleViews().coming(until, limit)
  }

  #ruleViews(): RuleViews {
    const { graph, source } = this
    const rules = this.#host.rules()
    this.#views ??= new RuleViews({ rules, graph, source, clock: this.#parts.clock })
    return this.#views
  }

  // Parts

  /** Releases its memory, and that of its past. */
  release(): void {
    this.graph.memory.release()
    this.#past.forget()
  }

  /** Changes up to this tick of the graph are durable with this commit. */
  protected reached(tick: number, rev: number): void {
    if (rev > this.rev) {
      this.#changedAt = this.#parts.clock.now()
      this.#parts.counted()
    }
    this.revisions.at(tick, rev)
  }

  protected view(node: CellNode): CellView {
    return cellView(this.graph, node, this.revisions.of(node.changedAt))
  }

  /** The rectangle that a text stands for; undefined if it is a symbol. */
  protected area(text: string): WatchedArea | undefined {
    const { cells } = this.graph
    const rectangle = rectangleFrom(text, cells.sheets)
    if (rectangle === undefined) return undefined
    return {
      cells: () => cellsOf(cells, rectangle),
      place: () => ({ ...rectangle, sheet: cells.findSheet(rectangle.sheet) }),
    }
  }
}
