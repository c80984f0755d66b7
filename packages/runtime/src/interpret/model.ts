// The interface between the evaluator and the host of a model. The functions themselves are in `library.ts`, in Lua
// `cellwake('interpret/library')`, under the names at the end of this file.
//
// A host keeps a `Model` between calls, by id, version and revision, and loads it anew from its documents where it has
// none, or one of another revision, or one that was `broken` (`model.state.broken`: a call ended half way). A call
// never writes anything durable. It changes the model in memory and returns the changes to keep; the host commits
// that, or calls `takeBack`. All symbols are canonical (`canonicalSymbol` in `language` makes them so); values are
// values of `values.ts`. `json.ts` has their text: the same bytes in both languages.
//
// Lists are lists in both languages; absent fields are left out (`undefined`, in Lua `nil`). In JSON that a host
// decodes with cjson, `null` never occurs.

import type { ErrorValue, Value } from '../values.ts'
import type { ModelState } from './state.ts'

// Arguments

/** The instant of a call, and chance: with the same seed the same numbers come. */
export interface Moment {
  readonly nowMs: number
  /** A whole number from 0 to 2^31. */
  readonly seed: number
}

/** The durable state of a model: everything else follows from it and the program. */
export interface Documents {
  /** Sheets created by sets, beyond those of the program, in the order of creation. */
  readonly sheets: readonly { readonly name: string; readonly prefix: string }[]
  /** Inputs that were set and values that rules own. `seq` is the commit that wrote it. */
  readonly given: readonly Kept[]
  /** Last good values of `?=`. */
  readonly good: readonly Kept[]
  /** Results of lazy formulas; `seq` is the newest commit that each can follow from. */
  readonly lazy: readonly Kept[]
  /** The values of external calls. */
  readonly calls: readonly Kept[]
}

export interface Kept {
  readonly symbol: string
  readonly value: Value
  readonly seq: number
}

/** Writes that become one commit. They are checked first: with one refusal nothing of the batch happens. */
export interface Batch extends Moment {
  /** Sheets that its symbols name and the model does not have yet. */
  readonly sheets: readonly { readonly name: string; readonly prefix: string }[]
  /** `set`: checked against ownership and tags. */
  readonly inputs: readonly Write[]
  /** Writes of fired rules, from `act`; not checked, later ones win. */
  readonly rules: readonly Write[]
  /** New values of external calls. */
  readonly calls: readonly Shown[]
}

export interface Write {
  readonly symbol: string
  /** Left out: reset to the value of the source. */
  readonly value?: Value
}

// Results

export interface Applied {
  /** Why it did not happen, first of all; then everything else is empty. */
  readonly refused: readonly Refusal[]
  /** Every cell and name with another value, those written included, with the value; in no certain order. */
  readonly changed: readonly Changed[]
  /** Last good values to keep with the commit. */
  readonly good: readonly Shown[]
  /** External calls that ran for the first time, or with other arguments. */
  readonly calls: readonly CallNews[]
  /** The reads of formulas that ran: of lazy ones, and in a model with external calls, of all. */
  readonly reads: readonly ReadNews[]
  /** How often formulas ran, in a program that tells it. */
  readonly runs: readonly RunNews[]
  /** Triggers, gate lengths and their kind that have another value, or ran though nothing fired. */
  readonly triggers: readonly TriggerNews[]
  /** Steps that it took. */
  readonly steps: number
}

export interface Refusal {
  readonly code: 'bad-symbol' | 'not-an-input' | 'bad-value' | 'too-many-cells'
  readonly symbol: string
  readonly message: string
}

export interface Shown {
  readonly symbol: string
  readonly value: Value
}

export interface Changed extends Shown {
  /** The array itself, where a cell holds one. */
  readonly whole?: Value
}

/** An external call. Its value is decided outside: the host gets the arguments, and sets the value. */
export interface CallNews {
  readonly symbol: string
  readonly args: readonly Value[]
  /** The value that it shows now. */
  readonly value: Value
}

export interface RunNews {
  readonly symbol: string
  readonly count: number
}

export interface ReadNews {
  /** The reader; empty for a part of a rule. */
  readonly symbol: string
  /** It is the one evaluation that the cells of a rectangle share; the symbol is that of one of them. */
  readonly isWhole: boolean
  /** The number of the rule; -1 for a formula. */
  readonly rule: number
  readonly part: TriggerPart
  /** Cells, names and external calls. */
  readonly cells: readonly string[]
  /** Sheet, column, row, last column and last row. */
  readonly ranges: readonly (readonly number[])[]
}

export type TriggerPart = 'trigger' | 'length' | 'lengthMax' | 'policyMax'

export interface TriggerNews {
  /** The number of the rule in the program, from 0. */
  readonly rule: number
  readonly part: TriggerPart
  readonly value: Value
  /** It is another value than before; otherwise it only ran. */
  readonly isNew: boolean
}

/** `dirty` is one that must run before its value is known. */
export type CellStatus = 'ready' | 'dirty'

export interface CellView {
  readonly symbol: string
  /** The shown value: of an array that spills from it, the first element. */
  readonly value: Value
  /** The array itself, where it holds one. */
  readonly whole?: Value
  readonly status: CellStatus
  readonly role:
    | 'input'
    | 'formula'
    | 'conditional'
    | 'lazy'
    | 'rule'
    | 'spilled'
    | 'external'
    | 'blank'
  readonly tag: string
}

/** The result of one demand. */
export interface Resolved {
  readonly view: CellView
  /** Lazy formulas that ran for it: their results are worth keeping. */
  readonly lazy: readonly Shown[]
  readonly applied: Applied
}

/** The actions of a rule that fires, by the values as they are. Nothing of it has happened. */
export interface Acts {
  readonly rule: number
  /** Why it cannot be done; empty if it can. */
  readonly refused: string
  readonly writes: readonly ActWrite[]
  readonly events: readonly ActEvent[]
}

export interface ActWrite {
  readonly symbol: string
  readonly before: Value
  readonly value: Value
}

export interface ActEvent {
  readonly topic: string
  readonly event: string
  readonly args: readonly Value[]
}

export interface Fire {
  readonly rule: number
  /** When it was due, for SCHEDULED_AT; left out for WHEN. */
  readonly dueMs?: number
}

// The functions

export interface Model {
  readonly state: ModelState
}

/** The exports of `library.ts`. */
export interface Interpreter {
  /**
   * Makes a model and brings it to rest at an instant. `codes` are those of `lua_generated`, one for each form;
   * without them the forms are interpreted. `applied` has the results of the start: last good values and calls.
   */
  load(
    program: unknown,
    documents: Documents,
    moment: Moment,
    codes?: unknown,
  ): { readonly model: Model; readonly applied: Applied }
  /**
   * Applies writes, and brings everything wanted up to date. Without writes it is a tick of time: volatile formulas run.
   */
  apply(model: Model, batch: Batch): Applied
  /** Rolls back the last `apply` or `resolve`, whose commit was rejected: as if it had not happened. */
  takeBack(model: Model): void
  /** Never runs anything. */
  read(model: Model, symbols: readonly string[]): readonly CellView[]
  /** The cells of a rectangle that hold something, column by column; at most so many. Sheet numbers count from 0. */
  readRectangle(
    model: Model,
    rectangle: {
      readonly sheet: number
      readonly column: number
      readonly row: number
      readonly lastColumn: number
      readonly lastRow: number
    },
    most: number,
  ): readonly CellView[]
  /** Everything that holds something, for a snapshot. */
  readAll(model: Model, most: number): readonly CellView[]
  /** Demand for one settle. */
  resolve(model: Model, symbol: string, moment: Moment): Resolved
  /** Wants a cell from now on, or no longer; a lazy one that is wanted is kept up to date by `apply`. */
  wantCell(model: Model, symbol: string, moment: Moment): Applied
  unwantCell(model: Model, symbol: string): void
  /**
   * Triggers and lengths of rules at an instant. Read-only: values returned here are not reported as changed later.
   */
  triggers(model: Model, rules: readonly number[], moment: Moment): readonly TriggerNews[]
  /** The actions of rules that fire together, on the values as they are. Read-only. */
  act(model: Model, fires: readonly Fire[], moment: Moment): readonly Acts[]
  /** Whether a rule writes a dependency of its own trigger: a feedback loop. */
  feedsItself(model: Model, rule: number): boolean
  /** The first error of a kind in the model, for health. */
  errors(model: Model, most: number): readonly { symbol: string; error: ErrorValue }[]
}
