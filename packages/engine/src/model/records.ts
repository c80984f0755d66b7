// Records of a model in the store. A model is a space; each given value is a document named by its symbol;
// everything else has a name that no symbol can have. Values of formulas are not kept: they follow from the
// source and the given values.

import type { IrRuntime } from '@cellwake/language'
import type { Value } from '@cellwake/runtime'
import type { Address, Store, Write } from '@cellwake/store'
import { EngineError } from '../errors.ts'
import type { Answer, RequestRecord } from '../external/answer.ts'
import { MODEL_ID_CHARS } from '../limits.ts'
import type { RuleState } from '../rules/rule-state.ts'

export interface ModelRecord {
  readonly id: string
  /** The version that runs; they count from 1. */
  readonly version: number
  readonly createdAt: number
  readonly deployedAt: number
  /** Runtime that the running version was deployed for; left out where the header of its source says it. */
  readonly runtime?: IrRuntime
  /** Kept versions, oldest first. */
  readonly versions: readonly {
    readonly version: number
    readonly at: number
    readonly by?: string
  }[]
  /** Left out by hosts that did not know it yet. */
  readonly about?: AboutVersion
}

/** Facts of the running version for a list of models, so that it need not be opened for that. */
export interface AboutVersion {
  readonly title: string
  readonly description: string
  readonly runtime: IrRuntime
  /** Left out by versions before it was kept. */
  readonly timezone?: string
  readonly rules: number
  /** Cells and names that held something when it was deployed. */
  readonly cells: number
}

/** The result of a lazy formula, and the newest commit that it can follow from. */
export interface LazyRecord {
  readonly value: Value
  readonly basis: number
}

const SPACE_PREFIX = 'model:'
const MODEL_DOC = '#model'
const LEFT_DOC = '#left'
const VERSION_PREFIX = '#v:'
const GOOD_PREFIX = '?'
const LAZY_PREFIX = '~'
const RULE_PREFIX = '!'
const ANSWER_PREFIX = '@'
const REQUEST_PREFIX = '&'
const SHOWN_PREFIX = '^'

export type RecordKind = 'given' | 'good' | 'lazy' | 'rule' | 'request' | 'other'

const KINDS: Readonly<Record<string, RecordKind>> = {
  [GOOD_PREFIX]: 'good',
  [LAZY_PREFIX]: 'lazy',
  [RULE_PREFIX]: 'rule',
  [REQUEST_PREFIX]: 'request',
  [ANSWER_PREFIX]: 'other',
  [SHOWN_PREFIX]: 'other',
  '#': 'other',
}

export function spaceOf(id: string): string {
  if (!/^[\w][\w.-]*$/.test(id) || id.length > MODEL_ID_CHARS) {
    throw new EngineError('bad-model-id', `"${id.slice(0, 64)}" is no id for a model.`)
  }
  return `${SPACE_PREFIX}${id}`
}

export function idOf(space: string): string | undefined {
  return space.startsWith(SPACE_PREFIX) ? space.slice(SPACE_PREFIX.length) : undefined
}

/** Whether a document is a value that was given to a symbol. */
export function isGiven(id: string): boolean {
  return !/^[#?~!@&^]/.test(id)
}

/** The documents of an external call. */
export function answerId(symbol: string): string {
  return `${ANSWER_PREFIX}${symbol}`
}

export function requestId(symbol: string): string {
  return `${REQUEST_PREFIX}${symbol}`
}

export function shownId(symbol: string): string {
  return `${SHOWN_PREFIX}${symbol}`
}

export class ModelRecords {
  readonly space: string
  readonly #store: Store

  constructor(store: Store, id: string) {
    this.#store = store
    this.space = spaceOf(id)
  }

  load(): Promise<unknown> {
    return this.#store.load({ space: this.space })
  }

  model(): ModelRecord | undefined {
    return this.#read(MODEL_DOC) as ModelRecord | undefined
  }

  source(version: number): string | undefined {
    return this.#read(`${VERSION_PREFIX}${version}`) as string | undefined
  }

  /** All documents of the model, told apart by their kind. */
  *all(): Iterable<{ readonly kind: RecordKind; readonly name: string }> {
    for (const id of this.#store.documents(this.space)) {
      const kind = KINDS[id.charAt(0)] ?? 'given'
      yield { kind, name: kind === 'given' ? id : id.slice(1) }
    }
  }

  /** Given values of cells and names, by symbol. */
  *given(): Iterable<readonly [symbol: string, value: Value]> {
    for (const id of this.#store.documents(this.space)) {
      if (isGiven(id)) yield [id, this.#read(id) as Value]
    }
  }

  *good(): Iterable<readonly [symbol: string, value: Value]> {
    for (const id of this.#store.documents(this.space)) {
      if (id.startsWith(GOOD_PREFIX)) yield [id.slice(1), this.#read(id) as Value]
    }
  }

  *lazy(): Iterable<readonly [symbol: string, record: LazyRecord]> {
    for (const id of this.#store.documents(this.space)) {
      if (id.startsWith(LAZY_PREFIX)) yield [id.slice(1), this.#read(id) as unknown as LazyRecord]
    }
  }

  rule(id: string): RuleState | undefined {
    return this.#read(`${RULE_PREFIX}${id}`) as RuleState | undefined
  }

  /** Whether it acts by itself: by rules, or by external calls that are to be kept up to date. */
  get actsAlone(): boolean {
    for (const id of this.#store.documents(this.space)) {
      if (id.startsWith(RULE_PREFIX) || id.startsWith(REQUEST_PREFIX)) return true
    }
    return false
  }

  /** The last answer to an external call. */
  answer(symbol: string): Answer | undefined {
    return this.#read(answerId(symbol)) as Answer | undefined
  }

  /** Last request of an external call. */
  request(symbol: string): RequestRecord | undefined {
    return this.#read(requestId(symbol)) as RequestRecord | undefined
  }

  /** The symbols of external calls with records. */
  *externals(): Iterable<string> {
    for (const id of this.#store.documents(this.space)) {
      if (id.startsWith(REQUEST_PREFIX)) yield id.slice(1)
    }
  }

  /** The document of a rule, whose older states are its history. */
  ruleDocument(id: string): string {
    return `${RULE_PREFIX}${id}`
  }

  *rules(): Iterable<string> {
    for (const id of this.#store.documents(this.space)) {
      if (id.startsWith(RULE_PREFIX)) yield id.slice(1)
    }
  }

  /** The newest commit that wrote anything of the model. */
  revision(): number {
    let newest = 0
    for (const id of this.#store.documents(this.space)) {
      newest = Math.max(newest, this.seq(id))
    }
    return newest
  }

  seq(id: string): number {
    return this.#store.version({ space: this.space, id }).seq
  }

  has(id: string): boolean {
    return this.#read(id) !== undefined
  }

  // Writes

  putModel(record: ModelRecord): Write {
    return { at: this.#at(MODEL_DOC), value: record }
  }

  putSource(version: number, source: string): Write {
    return { at: this.#at(`${VERSION_PREFIX}${version}`), value: source }
  }

  dropSource(version: number): Write {
    return { at: this.#at(`${VERSION_PREFIX}${version}`) }
  }

  putGiven(symbol: string, value: Value): Write {
    return { at: this.givenAt(symbol), value }
  }

  givenAt(symbol: string): Address {
    return this.#at(symbol)
  }

  dropGiven(symbol: string): Write {
    return { at: this.#at(symbol) }
  }

  putGood(symbol: string, value: Value): Write {
    return { at: this.#at(`${GOOD_PREFIX}${symbol}`), value }
  }

  dropGood(symbol: string): Write {
    return { at: this.#at(`${GOOD_PREFIX}${symbol}`) }
  }

  putLazy(symbol: string, record: LazyRecord): Write {
    return { at: this.#at(`${LAZY_PREFIX}${symbol}`), value: record }
  }

  dropLazy(symbol: string): Write {
    return { at: this.#at(`${LAZY_PREFIX}${symbol}`) }
  }

  /** Writes the value of an external call, for an evaluator elsewhere. */
  putShown(symbol: string, value: Value): Write {
    return { at: this.#at(shownId(symbol)), value }
  }

  /** Address of the state of a rule. */
  ruleAt(id: string): Address {
    return this.#at(`${RULE_PREFIX}${id}`)
  }

  dropRule(id: string): Write {
    return { at: this.#at(`${RULE_PREFIX}${id}`) }
  }

  putAnswer(symbol: string, answer: Answer): Write {
    return { at: this.#at(answerId(symbol)), value: answer }
  }

  putRequest(symbol: string, record: RequestRecord): Write {
    return { at: this.#at(requestId(symbol)), value: record }
  }

  dropExternal(symbol: string): Write[] {
    return [{ at: this.#at(answerId(symbol)) }, { at: this.#at(requestId(symbol)) }]
  }

  /** Whether a deletion has left something. */
  get isHalfGone(): boolean {
    return this.#read(LEFT_DOC) !== undefined
  }

  /** Says that a deletion leaves something, for whoever uses the id next. */
  putLeft(): Write {
    return { at: this.#at(LEFT_DOC), value: true }
  }

  /** Deletes everything, the record of the model first: without it there is no model. */
  *dropAll(): Iterable<Write> {
    if (this.model() !== undefined) yield { at: this.#at(MODEL_DOC) }
    for (const id of this.#store.documents(this.space)) {
      if (id !== MODEL_DOC && id !== LEFT_DOC) yield { at: this.#at(id) }
    }
    if (this.isHalfGone) yield { at: this.#at(LEFT_DOC) }
  }

  #at(id: string): Address {
    return { space: this.space, id, path: [] }
  }

  #read(id: string): unknown {
    return this.#store.read(this.#at(id))
  }
}
