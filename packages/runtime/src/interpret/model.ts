// The interface of the evaluator to whoever hosts a model: what is put in, what comes out, and when. The functions
// themselves are in `library.ts`, in Lua `cellwake('interpret/library')`, under the names at the end of this file.
//
// A host keeps a `Model` between calls, by id, version and revision, and loads it anew from its documents where it
// has none, or one of another revision, or one that was `broken` (`model.state.broken`: a call ended half way). A call
// never writes anything durable. It changes the model in memory and tells what must be kept; the host commits that, or
// calls `takeBack`. All symbols are canonical (`canonicalSymbol` in `language` makes them so); values are values of
// `values.ts`. `json.ts` has their text: the same bytes in both languages.
//
// Lists are lists in both languages; what may be absent is left out (`undefined`, in Lua `nil`). In JSON that a host
// decodes with cjson, `null` never occurs.

import type { ErrorValue, Value } from '../values.ts'
import type { ModelState } from './state.ts'

// What is put in

/** The instant of a call, and chance: with the same seed the same numbers come. */
export interface Moment {
  readonly nowMs: number
  /** A whole number from 0 to 2^31. */
  readonly seed: number
}

/** What is durable of a model: everything else follows from it and the program. */
export interface Documents {
  /** Sheets that came with what was set, beyond those of the program, in the order in which they came. */
  readonly sheets: readonly { readonly name: string; readonly prefix: string }[]
  /** Inputs that were set and values that rules own. `seq` is the commit that wrote it. */
  readonly given: readonly Kept[]
  /** Last good values of `?=`. */
  readonly good: readonly Kept[]
  /** Results of lazy formulas; `seq` is the newest commit that each can follow from. */
  readonly lazy: readonly Kept[]
  /** What external calls show. */
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
  /** What fired rules write, from `act`; not checked, later ones win. */
  readonly rules: readonly Write[]
  /** What external calls show from now on. */
  readonly calls: readonly Shown[]
}

export interface Write {
  readonly symbol: string
  /** Left out: it gets back what the source says. */
  readonly value?: Value
}

// What comes out

export interface Applied {
  /** Why it did not happen, first of all; then everything else is empty. */
  readonly refused: readonly Refusal[]
  /** Every cell and name with another value, those written included, with the value; in no certain order. */
  readonly changed: readonly Shown[]
  /** Last good values to keep with the commit. */
  readonly good: readonly Shown[]
  /** External calls that ran for the first time, or with other arguments. */
  readonly calls: readonly CallNews[]
  /** What formulas read that ran: lazy ones, and in a model with external calls, all. */
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

/** An external call. What it shows is decided outside: the host is told what it is called with, and gives it a value. */
export interface CallNews {
  readonly symbol: string
  readonly args: readonly Value[]
  /** What it shows now. */
  readonly value: Value
}

export interface RunNews {
  readonly symbol: string
  readonly count: number
}

export interface ReadNews {
  /** Who read it; empty for a part of a rule. */
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
  /** What it shows: of an array that spills from it, the first element. */
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

/** What a rule that fires does, by the values as they are. Nothing of it has happened. */
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

/** What `library.ts` exports. */
export interface Interpreter {
  /**
   * Makes a model and brings it to rest at an instant. `codes` are those of `lua_generated`, one for each form;
   * without them the forms are interpreted. `applied` tells what the start found out: last good values and calls.
   */
  load(
    program: unknown,
    documents: Documents,
    moment: Moment,
    codes?: unknown,
  ): { readonly model: Model; readonly applied: Applied }
  /** Applies writes, and brings everything wanted up to date. Without writes, it does what time does: volatile formulas. */
  apply(model: Model, batch: Batch): Applied
  /** Undoes the last `apply` or `resolve`, whose commit was refused: as if it had not happened. */
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
  /** Triggers and lengths of rules at an instant. Read-only: nothing that is asked here is told as changed later. */
  triggers(model: Model, rules: readonly number[], moment: Moment): readonly TriggerNews[]
  /** What rules do that fire together, on the values as they are. Read-only. */
  act(model: Model, fires: readonly Fire[], moment: Moment): readonly Acts[]
  /** Whether a rule writes what its own trigger follows from. */
  feedsItself(model: Model, rule: number): boolean
  /** The first error of a kind in the model, for health. */
  errors(model: Model, most: number): readonly { symbol: string; error: ErrorValue }[]
}
