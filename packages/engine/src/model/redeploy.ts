// Carry-over from one version of a source to the next: given values of remaining inputs, last good values of
// remaining conditional formulas, results of lazy formulas that are the same, answers to external calls and
// states of rules that are the same. A constant that changed in the source wins over a given value.

import { sameValue } from '@cellwake/runtime'
import type { JobOp, Write } from '@cellwake/store'
import { EngineError } from '../errors.ts'
import type { Request } from '../external/call.ts'
import { jobIdOf } from '../external/jobs.ts'
import { templateOf } from '../formulas/template.ts'
import { ASSIGNED, type CellNode, LAZY, RULE_OWNED } from '../graph/cell-node.ts'
import { DEPLOY_DROPS, LOOK_CELLS } from '../limits.ts'
import type { RuleName } from '../views/rule-views.ts'
import type { LiveModel } from './live-model.ts'
import type { ModelRecords } from './records.ts'
import type { Work } from './slices.ts'

/** An external call that changes something outside. */
export interface Mutation {
  readonly symbol: string
  readonly function: string
  readonly line: number
}

/** Fate of the rules of a source, by their ids, and of its symbols, in this order. */
export interface DeployReport {
  /** Rules that go on where they were, formulas and inputs that are as before. */
  readonly kept: readonly string[]
  readonly dropped: readonly string[]
  /** New ones, and changed formulas and inputs. */
  readonly added: readonly string[]
  /** The first of `added`, which may be a million. */
  firstAdded(most: number): readonly string[]
  /** Titles of the rules that it names. */
  readonly rules: readonly RuleName[]
  /** External calls that change something outside, and that the version before did not have. */
  readonly mutations: readonly Mutation[]
}

export interface Carried {
  readonly report: DeployReport
  /** Documents that the new version must not see. */
  readonly dropped: ReadonlySet<string>
  readonly writes: readonly Write[]
  /** Jobs that are obsolete. */
  readonly jobs: readonly JobOp[]
}

export function* carryOver(
  before: LiveModel | undefined,
  after: LiveModel,
  records: ModelRecords,
  pause: () => boolean,
): Work<Carried> {
  if (before !== undefined) return yield* compared(before, after, records, pause)
  return { report: new FirstReport(after), dropped: new Set(), writes: [], jobs: [] }
}

function* compared(
  before: LiveModel,
  after: LiveModel,
  records: ModelRecords,
  pause: () => boolean,
): Work<Carried> {
  const gone = new Set<string>()
  const writes: Write[] = []
  const rules = new Set(after.graph.rules.map(({ id }) => id))
  const known = new Set(before.graph.rules.map(({ id }) => id))
  const kept = [...rules].filter((id) => known.has(id))
  const added = [...rules].filter((id) => !known.has(id))
  const dropped = [...known].filter((id) => !rules.has(id))
  const goners = dropped.length === 0 ? [] : before.ruleNames((id) => !rules.has(id))
  const drop = (id: string, write: Write) => {
    gone.add(id)
    writes.push(write)
  }
  for (const node of assignedIn(after)) {
    const symbol = after.graph.symbolOf(node)
    const old = before.find(symbol)
    if (old !== undefined && sameCell(before, old, after, node)) kept.push(symbol)
    else added.push(symbol)
    if ((kept.length + added.length) % LOOK_CELLS === 0 && pause()) yield
  }
  let looked = 0
  for (const node of assignedIn(before)) {
    if (++looked % LOOK_CELLS === 0 && pause()) yield
    const symbol = before.graph.symbolOf(node)
    const now = after.find(symbol)
    if (now === undefined || (now.flags & ASSIGNED) === 0) dropped.push(symbol)
  }
  const isKept = new Set(kept)
  const jobs: JobOp[] = []
  const owned = ASSIGNED | RULE_OWNED
  // One walk over all documents, which may be a million.
  for (const { kind, name } of records.all()) {
    if (++looked % LOOK_CELLS === 0 && pause()) yield
    if (kind === 'given') {
      const old = before.find(name)
      const now = after.find(name)
      const isFormula = now !== undefined && templateOf(now) !== null
      const changed =
        now !== undefined &&
        old !== undefined &&
        (now.flags & ASSIGNED) !== 0 &&
        !sameValue(before.constantIn(old), after.constantIn(now))
      const wasOwned = old !== undefined && (old.flags & owned) !== 0
      const lost = wasOwned && (now === undefined || (now.flags & owned) === 0)
      if (isFormula || changed || lost) drop(name, records.dropGiven(name))
    } else if (kind === 'rule') {
      if (!rules.has(name)) drop(`!${name}`, records.dropRule(name))
    } else if (kind === 'good') {
      if (templateOf(after.find(name))?.mode !== 'conditional') {
        drop(`?${name}`, records.dropGood(name))
      }
    } else if (kind === 'request') {
      if (after.graph.calls.find(name) !== undefined) continue
      writes.push(...records.dropExternal(name))
      const request = before.graph.calls.find(name)?.request
      if (request === undefined || !request.mayBeCalledOff || isShared(request, after)) continue
      jobs.push({ op: 'cancel', id: jobIdOf(after.id, request.key, request.rev) })
    } else if (kind === 'lazy') {
      const now = after.find(name)
      const lazy = now !== undefined && (now.flags & LAZY) !== 0
      if (!lazy || !followsFrom(after, now, isKept)) drop(`~${name}`, records.dropLazy(name))
    }
    if (writes.length > DEPLOY_DROPS) throw tooManyDropped()
  }
  const report: DeployReport = {
    kept,
    dropped,
    added,
    firstAdded: (most) => added.slice(0, most),
    // A getter, since titles are read from the source, and few look.
    get rules() {
      return [...after.ruleNames(), ...goners]
    },
    mutations: mutationsIn(after, before),
  }
  return { report, dropped: gone, writes, jobs }
}

function tooManyDropped(): EngineError {
  const what = `It would drop more than ${DEPLOY_DROPS} values that were given or kept.`
  return new EngineError(
    'too-much-work',
    `${what} Change fewer cells at a time, or use another id.`,
  )
}

/** Whether an external call that stays asks for the same. */
function isShared({ calls }: Request, after: LiveModel): boolean {
  return [...calls].some(({ symbol }) => after.graph.calls.find(symbol) !== undefined)
}

/** At a first deploy everything is new. Symbols are built on demand only: there may be a million. */
class FirstReport implements DeployReport {
  readonly kept: readonly string[] = []
  readonly dropped: readonly string[] = []
  readonly #model: LiveModel
  #added: readonly string[] | undefined

  constructor(model: LiveModel) {
    this.#model = model
  }

  get added(): readonly string[] {
    const { graph } = this.#model
    this.#added ??= [
      ...graph.rules.map(({ id }) => id),
      ...[...assignedIn(this.#model)].map((node) => graph.symbolOf(node)),
    ]
    return this.#added
  }

  firstAdded(most: number): readonly string[] {
    if (this.#added !== undefined) return this.#added.slice(0, most)
    const { graph } = this.#model
    const found = graph.rules.slice(0, most).map(({ id }) => id)
    for (const node of assignedIn(this.#model)) {
      if (found.length >= most) break
      found.push(graph.symbolOf(node))
    }
    return found
  }

  get rules(): readonly RuleName[] {
    return this.#model.ruleNames()
  }

  get mutations(): readonly Mutation[] {
    return mutationsIn(this.#model, undefined)
  }
}

function mutationsIn({ graph }: LiveModel, before: LiveModel | undefined): Mutation[] {
  const found: Mutation[] = []
  for (const { symbol, signature, policy, line } of graph.calls.all) {
    const isNew = before?.graph.calls.find(symbol) === undefined
    if (policy.mutates === true && isNew) found.push({ symbol, function: signature.name, line })
  }
  return found
}

/** Whether a formula and everything it follows from is as it was. */
function followsFrom(model: LiveModel, node: CellNode, kept: ReadonlySet<string>): boolean {
  for (const cell of model.graph.below(node)) {
    if (isAssigned(cell) && !kept.has(model.graph.symbolOf(cell))) return false
  }
  return true
}

function* assignedIn(model: LiveModel): Iterable<CellNode> {
  for (const node of model.graph.cells.grid.nodes()) if (isAssigned(node)) yield node
}

function isAssigned(node: CellNode | undefined): boolean {
  return node !== undefined && (node.flags & ASSIGNED) !== 0
}

/** The same formula or the same constant in both versions. */
function sameCell(before: LiveModel, old: CellNode, after: LiveModel, now: CellNode): boolean {
  if (!isAssigned(old) || (templateOf(old) === null) !== (templateOf(now) === null)) return false
  if (templateOf(old) === null || templateOf(now) === null) {
    return sameValue(before.constantIn(old), after.constantIn(now))
  }
  return before.graph.identityOf(old) === after.graph.identityOf(now)
}
