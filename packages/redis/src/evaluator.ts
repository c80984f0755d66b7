// Evaluates a version of a model in Redis. A question must see the last write, so it waits for the commits in
// flight. The commit that follows carries the moment of the answer: the same instant and the same chance, on the
// same documents, so it computes the same answer.

import { createHash } from 'node:crypto'
import type {
  RemoteActs,
  RemoteCall,
  RemoteChanges,
  RemoteDocument,
  RemoteEvaluator,
  RemoteFire,
  RemoteMoment,
  RemoteReads,
  RemoteRuns,
  RemoteSheet,
  RemoteTrigger,
  RemoteValue,
} from '@cellwake/engine'
import { type Store, StoreError } from '@cellwake/store'
import type { VersionRow } from '@cellwake/store/driver'
import type { Reply } from './connection.ts'
import type { Reckoning } from './group.ts'
import type { Calls } from './library.ts'
import { STAMP_ATTEMPTS } from './limits.ts'
import type { ModelDriver } from './model-driver.ts'
import { DELETED } from './records.ts'

export interface EvaluatorParts {
  readonly id: string
  readonly version: number
  /** As JSON text. */
  readonly program: string
  readonly rules: number
  /** Of the library that computes it. */
  readonly calls: Calls
  readonly driver: ModelDriver
  readonly store: Store
  /** Whether this version is the one that runs already. */
  isRunning(): boolean
}

interface Applied {
  readonly refused: readonly { readonly symbol: string; readonly message: string }[]
  readonly changed: readonly Held[]
  readonly triggers: readonly RemoteTrigger[]
  readonly calls: readonly RemoteCall[]
  readonly reads: readonly RemoteReads[]
  readonly runs: readonly RemoteRuns[]
}

/** An array is held whole where it spills from. */
interface Held extends RemoteValue {
  readonly whole?: RemoteValue['value']
}

interface Cell extends Held {
  readonly status: string
}

interface Resolved {
  readonly view: Cell
  readonly lazy: readonly RemoteValue[]
  readonly applied: Applied
}

export class Evaluator implements RemoteEvaluator, Reckoning {
  readonly #parts: EvaluatorParts
  readonly digest: string
  readonly calls: Calls
  #moment: RemoteMoment = { nowMs: 0, seed: 0 }
  #sheets: readonly RemoteSheet[] = []
  /** Whether the next commit is to tell what follows from it, and what it has told. */
  isWanted = false
  #told: string | undefined

  constructor(parts: EvaluatorParts) {
    this.#parts = parts
    this.calls = parts.calls
    this.digest = createHash('sha256').update(parts.program).digest('hex')
  }

  // Questions

  async start(
    moment: RemoteMoment,
    sheets: readonly RemoteSheet[],
    except: readonly string[],
    shown: readonly RemoteDocument[],
  ): Promise<RemoteChanges> {
    const { rules, program } = this.#parts
    this.#moment = moment
    this.#sheets = sheets
    const rest = [
      this.#momentText(moment),
      JSON.stringify(sheets),
      String(except.length),
      ...except,
      String(rules),
      String(shown.length),
      ...shown.flatMap(sentDocument),
    ]
    await this.#parts.store.pendingCommitsSettled()
    // A version that runs is there already.
    const known = await this.#read('start', [this.digest, '', ...rest])
    const [, applied, cells, triggers] =
      known[0] === 'ok' ? known : await this.#read('start', [this.digest, program, ...rest])
    // Another release has made the program that is there; its forms are not those of the code here.
    if (known[0] !== 'ok' && this.#parts.isRunning()) {
      await this.#parts.driver.adopt(this.calls, this.digest, program)
    }
    const { changed, calls, reads, runs } = this.#applied(applied!)
    const values = new Map<string, RemoteValue>()
    for (const change of changed) values.set(change.symbol, held(change))
    for (const cell of parsed<Cell[]>(cells!)) {
      // One that has yet to run holds nothing.
      if (cell.status !== 'dirty') values.set(cell.symbol, held(cell))
    }
    return {
      values: [...values.values()],
      triggers: parsed<RemoteTrigger[]>(triggers!),
      calls,
      reads,
      runs,
    }
  }

  async evaluate(
    moment: RemoteMoment,
    sheets: readonly RemoteSheet[],
    documents: readonly RemoteDocument[],
    wanted: readonly string[],
  ): Promise<RemoteChanges> {
    this.#moment = moment
    this.#sheets = sheets
    this.isWanted = false
    const sent = documents.flatMap(sentDocument)
    const [applied, ...lazy] = await this.#asked('eval_batch', () => [
      this.#momentText(moment),
      JSON.stringify(sheets),
      String(wanted.length),
      ...wanted,
      String(documents.length),
      ...sent,
    ])
    // Lazy cells first, since they ran first.
    return this.#changes([...lazy, applied!])
  }

  #changes(texts: readonly string[]): RemoteChanges {
    const all = texts.map((text) => this.#applied(text))
    return {
      values: all.flatMap(({ changed }) => changed.map(held)),
      triggers: all.flatMap(({ triggers }) => triggers),
      calls: all.flatMap(({ calls }) => calls),
      reads: all.flatMap(({ reads }) => reads),
      runs: all.flatMap(({ runs }) => runs),
    }
  }

  inCommit(moment: RemoteMoment, sheets: readonly RemoteSheet[]): () => RemoteChanges | undefined {
    this.#moment = moment
    this.#sheets = sheets
    this.isWanted = true
    this.#told = undefined
    return () => {
      this.isWanted = false
      return this.#told === undefined ? undefined : this.#changes([this.#told])
    }
  }

  async act(moment: RemoteMoment, fires: readonly RemoteFire[]): Promise<readonly RemoteActs[]> {
    const sent = fires.flatMap(({ rule, due }) => [String(rule), due === null ? '' : String(due)])
    const [acts] = await this.#asked('eval_rule_action', () => [
      this.#momentText(moment),
      String(fires.length),
      ...sent,
    ])
    return parsed<RemoteActs[]>(acts!)
  }

  async resolve(moment: RemoteMoment, symbols: readonly string[]): Promise<RemoteChanges> {
    const answers = await this.#asked('resolve', () => [
      this.#momentText(moment),
      String(symbols.length),
      ...symbols,
    ])
    const values: RemoteValue[] = []
    const triggers: RemoteTrigger[] = []
    const calls: RemoteCall[] = []
    const reads: RemoteReads[] = []
    const runs: RemoteRuns[] = []
    for (const text of answers) {
      const { view, lazy, applied } = parsed<Resolved>(text)
      values.push(...applied.changed.map(held), ...lazy, held(view))
      triggers.push(...applied.triggers)
      calls.push(...applied.calls)
      reads.push(...applied.reads)
      runs.push(...applied.runs)
    }
    return { values, triggers, calls, reads, runs }
  }

  /** Asks about the state after the last write. */
  async #asked(
    name: 'eval_batch' | 'eval_rule_action' | 'resolve',
    args: () => readonly string[],
  ): Promise<readonly string[]> {
    const { store, driver } = this.#parts
    for (let attempt = 1; ; attempt++) {
      await store.pendingCommitsSettled()
      const [what, ...rest] = await this.#read(name, [driver.stamp, ...args()])
      if (what === 'ok') return rest
      // Another host has written. The next commit finds out; a read only refreshes its replica.
      if (attempt === STAMP_ATTEMPTS) throw new StoreError('replica-behind')
      await driver.refresh()
    }
  }

  async #read(
    name: 'start' | 'eval_batch' | 'eval_rule_action' | 'resolve',
    args: readonly string[],
  ): Promise<readonly string[]> {
    const { calls, id } = this.#parts
    const reply: Reply = await calls.read(name, id, args)
    return reply as readonly string[]
  }

  #applied(text: string): Applied {
    const applied = parsed<Applied>(text)
    const [refused] = applied.refused
    if (refused === undefined) return applied
    throw new Error(`${refused.symbol} was refused: ${refused.message}`)
  }

  // For the commits

  moment(_commit: unknown, docs: readonly VersionRow[]): string | undefined {
    return docs.some(({ id }) => isReckoned(id)) ? this.#momentText(this.#moment) : undefined
  }

  #momentText(moment: RemoteMoment): string {
    return JSON.stringify(moment)
  }

  sheets(): string {
    return JSON.stringify(this.#sheets)
  }

  program(docs: readonly VersionRow[]): { digest: string; text: string } | undefined {
    const model = docs.findLast(({ id }) => id === '#model')?.value as
      | { readonly version?: number }
      | undefined
    if (model?.version !== this.#parts.version) return undefined
    return { digest: this.digest, text: this.#parts.program }
  }

  applied(_seq: number, text: string): void {
    this.#told = text
  }
}

/** Whether the value of a document is derived, and neither set nor from an external call. */
function isReckoned(id: string): boolean {
  return !/^[#?~!@&]/.test(id)
}

function sentDocument({ id, value }: RemoteDocument): string[] {
  return [id, value === undefined ? DELETED : JSON.stringify(value)]
}

function held({ symbol, value, whole }: Held): RemoteValue {
  return { symbol, value: whole ?? value }
}

function parsed<T>(text: string): T {
  return JSON.parse(text) as T
}
