// The nodes of a model that is computed elsewhere. A formula shows what the evaluator said it holds. What is written to
// inputs waits here until that is known, so that nobody sees one without the other.

import { sheetPrefix } from '@cellwake/language'
import type { Value } from '@cellwake/runtime'
import { ElsewhereError } from '../errors.ts'
import { type CellNode, LAZY } from '../graph/cell-node.ts'
import type { Cells } from '../graph/cells.ts'
import type { Work } from '../model/slices.ts'
import type { LiveRule } from '../rules/live-rule.ts'
import type {
  RemoteActs,
  RemoteChanges,
  RemoteDocument,
  RemoteEvaluator,
  RemoteFire,
  RemoteMoment,
  RemoteSheet,
  RemoteTrigger,
} from './model-home.ts'

/** Beyond what a seed can be. */
const SEEDS = 2 ** 31

export interface RemoteGraphHost {
  readonly cells: Cells
  rules(): readonly LiveRule[]
  symbolOf(node: CellNode): string
  /** The node of a symbol, which comes into being if it must; undefined if it can be none. */
  nodeOf(symbol: string): CellNode | undefined
  /** Writes to an input, now that what follows from it is known. */
  write(node: CellNode, value: Value): void
  /** A formula has another value. */
  touch(node: CellNode): void
  /** The value of a formula that nobody wants is known: it ran elsewhere, for one that is wanted. */
  ran(node: CellNode): void
}

export class RemoteGraph {
  readonly #evaluator: RemoteEvaluator
  readonly #random: () => number
  /** Sheets of the source; those beyond came with what was set. */
  readonly #sheets: number
  readonly #values = new Map<CellNode, Value>()
  /** Written, and not computed yet, in the order in which they were. */
  readonly #waiting = new Map<CellNode, Value>()
  #host: RemoteGraphHost | undefined
  /** Documents that a new version must not see. */
  except: ReadonlySet<string> = new Set()

  constructor(evaluator: RemoteEvaluator, random: () => number, sheets: number) {
    this.#evaluator = evaluator
    this.#random = random
    this.#sheets = sheets
  }

  attach(host: RemoteGraphHost): void {
    this.#host = host
  }

  /** What a formula runs. */
  readonly shown = (node: CellNode): Value => this.#values.get(node) ?? node.value

  /** Whether something was written that is not computed. */
  get isWaiting(): boolean {
    return this.#waiting.size > 0
  }

  /** False from when a change has been made, or time has passed, until what follows was asked for. */
  isAsked = true

  /** The value that a cell has or will have. */
  waiting(node: CellNode): Value | undefined {
    return this.#waiting.get(node)
  }

  /** True if it is another value than what the cell holds. */
  write(node: CellNode, value: Value): boolean {
    this.#waiting.set(node, value)
    return node.value !== value
  }

  /** All that a version holds, before its nodes run. */
  *starting(now: number): Work<void> {
    const changes = yield* this.#answer(
      this.#evaluator.start(this.#moment(now), this.#newSheets(), [...this.except]),
    )
    this.#take(changes)
  }

  /** What follows from what was written, and from time. */
  *asking(now: number): Work<void> {
    this.isAsked = true
    const documents: RemoteDocument[] = []
    const { symbolOf } = this.#host!
    for (const [node, value] of this.#waiting) documents.push({ id: symbolOf(node), value })
    const changes = yield* this.#answer(
      this.#evaluator.evaluate(this.#moment(now), this.#newSheets(), documents),
    )
    const written = [...this.#waiting]
    this.#waiting.clear()
    for (const [node, value] of written) this.#host!.write(node, value)
    this.#take(changes)
  }

  *resolving(nodes: readonly CellNode[], now: number): Work<void> {
    const symbols = nodes.map((node) => this.#host!.symbolOf(node))
    this.#take(yield* this.#answer(this.#evaluator.resolve(this.#moment(now), symbols)))
  }

  *acts(fires: readonly RemoteFire[], now: number): Work<ReadonlyMap<number, RemoteActs>> {
    const acts = yield* this.#answer(this.#evaluator.act(this.#moment(now), fires))
    return new Map(acts.map((act) => [act.rule, act]))
  }

  #take({ values, triggers }: RemoteChanges): void {
    const host = this.#host!
    for (const { symbol, value } of values) {
      const node = host.nodeOf(symbol)
      // Inputs have theirs, and elements of an array follow from it.
      if (node === undefined || node.fn === null) continue
      this.#values.set(node, value)
      host.touch(node)
      if ((node.flags & LAZY) !== 0 && node.live === 0) host.ran(node)
    }
    const rules = triggers.length === 0 ? [] : host.rules()
    for (const trigger of triggers) {
      const node = hiddenOf(rules[trigger.rule], trigger)
      if (node === undefined) continue
      this.#values.set(node, trigger.value)
      host.touch(node)
    }
  }

  #moment(nowMs: number): RemoteMoment {
    return { nowMs, seed: Math.floor(this.#random() * SEEDS) }
  }

  #newSheets(): RemoteSheet[] {
    const { sheets } = this.#host!.cells
    return sheets.slice(this.#sheets).map((name) => ({ name, prefix: sheetPrefix(name) }))
  }

  /** Waits for an answer. What comes instead of it is thrown where it was asked for. */
  *#answer<T>(asked: Promise<T>): Work<T> {
    let outcome: { readonly value: T } | { readonly error: unknown } = { error: undefined }
    yield asked.then(
      (value) => {
        outcome = { value }
      },
      (error: unknown) => {
        outcome = { error }
      },
    )
    if ('value' in outcome) return outcome.value as T
    throw new ElsewhereError(outcome.error)
  }
}

function hiddenOf(rule: LiveRule | undefined, { part }: RemoteTrigger): CellNode | undefined {
  switch (part) {
    case 'trigger':
      return rule?.trigger
    case 'length':
      return rule?.gate?.length
    case 'lengthMax':
      return rule?.gate?.max
    case 'policyMax':
      return rule?.policy?.max
  }
}
