// The tree of a model. Every node knows where it stands: `start` and `end` are offsets into the text, in
// UTF-16 units, `end` exclusive. The tree keeps what the author wrote, parentheses and spellings
// included, so that it can be printed again; what it means is decided by the checker.

import type { Duration } from '../time/index.ts'

/** A stretch of the text. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** A word that the author chose, with its place. */
export interface Word extends Span {
  readonly text: string
}

/** A number; `raw` is as written: `10`, `1_000`, `5pct`, `25bps`. */
export interface NumberLiteral extends Span {
  readonly type: 'number'
  readonly value: number
  readonly raw: string
}

/** A length of time; `raw` is as written: `5min`, `duration"PT15M"`. */
export interface DurationLiteral extends Span {
  readonly type: 'duration'
  readonly value: Duration
  readonly raw: string
}

/** `dt"2026-12-31T23:59:00Z"`; `value` in milliseconds since 1970, `text` between the quotes. */
export interface DatetimeLiteral extends Span {
  readonly type: 'datetime'
  readonly value: number
  readonly text: string
}

/** `cron"0 9 * * 1-5"`; `text` between the quotes. */
export interface CronLiteral extends Span {
  readonly type: 'cron'
  readonly text: string
}

export interface StringLiteral extends Span {
  readonly type: 'string'
  readonly value: string
}

/** `` `a {x} b` ``: texts and expressions in turn, a text first and last; texts may be empty. */
export interface Template extends Span {
  readonly type: 'template'
  readonly texts: readonly string[]
  readonly values: readonly Expr[]
}

export interface BooleanLiteral extends Span {
  readonly type: 'boolean'
  readonly value: boolean
}

export interface BlankLiteral extends Span {
  readonly type: 'blank'
}

/** The errors that can be written. */
export type ErrorCode =
  | 'N/A'
  | 'DIV/0!'
  | 'VALUE!'
  | 'REF!'
  | 'NAME?'
  | 'NULL!'
  | 'NUM!'
  | 'CALC!'
  | 'SPILL!'

export interface ErrorLiteral extends Span {
  readonly type: 'error'
  readonly code: ErrorCode
}

/** `[1, 2; 3, 4]`. All rows are equally long; `[]` has one row without elements. */
export interface ArrayLiteral extends Span {
  readonly type: 'array'
  readonly rows: readonly (readonly Expr[])[]
}

export interface ObjectEntry {
  readonly key: Word
  readonly value: Expr
}

/** `{ a: 1, "b c": 2 }` */
export interface ObjectLiteral extends Span {
  readonly type: 'object'
  readonly entries: readonly ObjectEntry[]
}

/** `(x, y) => e`, or `LAMBDA(x, y, e)` when `called` is true. */
export interface Lambda extends Span {
  readonly type: 'lambda'
  readonly params: readonly Word[]
  readonly body: Expr
  readonly called: boolean
}

/** `A1`, `$A$1`, `Data!A1`. Column and row count from 1. */
export interface CellRef extends Span {
  readonly type: 'cell'
  /** Undefined means the sheet was not written. */
  readonly sheet: Word | undefined
  readonly column: number
  readonly row: number
  readonly fixedColumn: boolean
  readonly fixedRow: boolean
}

/** `A1:B9`, `A:C`, `1:3`. Corners are in order: the first is the top left. */
export interface RangeRef extends Span {
  readonly type: 'range'
  readonly sheet: Word | undefined
  /** `columns` for `A:C`, `rows` for `1:3`: then the other axis runs from 1 to its last. */
  readonly whole: 'no' | 'columns' | 'rows'
  readonly column: number
  readonly row: number
  readonly lastColumn: number
  readonly lastRow: number
  /** The `$` signs, as bits: first column 1, first row 2, last column 4, last row 8. */
  readonly fixed: number
}

/** A name of the model, a binding, a parameter: which one the checker decides. */
export interface NameRef extends Span {
  readonly type: 'name'
  readonly name: string
}

/** `_` in a pipe or in a branch of MATCH. */
export interface Hole extends Span {
  readonly type: 'hole'
}

/** `ROW_INDEX`, `ABOVE`, `LEFT(2)` and their kind; `SCHEDULED_AT` too. */
export interface Position extends Span {
  readonly type: 'position'
  readonly word: PositionWord
  /** The count in `ABOVE(3)`. */
  readonly count: Expr | undefined
}

export type PositionWord =
  | 'ROW_INDEX'
  | 'COL_INDEX'
  | 'IS_FIRST'
  | 'IS_LAST'
  | 'CELL_COUNT'
  | 'ABOVE'
  | 'BELOW'
  | 'LEFT'
  | 'RIGHT'
  | 'NEIGHBORS'
  | 'SCHEDULED_AT'

/** `A1#` */
export interface Spill extends Span {
  readonly type: 'spill'
  readonly anchor: CellRef
}

export interface Argument extends Span {
  /** The name in `name := value`. */
  readonly name: Word | undefined
  /** Undefined for an argument left out: `IF(a, , c)`. */
  readonly value: Expr | undefined
}

/** `SUM(A1:A9)`; `fn` in capitals. `LEFT(2)` is a call here: the checker knows where it is a position. */
export interface Call extends Span {
  readonly type: 'call'
  readonly fn: string
  /** Where the name stands. */
  readonly fnEnd: number
  readonly args: readonly Argument[]
}

/** An expression that yields a lambda, called: `LAMBDA(x, x + 1)(2)`. */
export interface Apply extends Span {
  readonly type: 'apply'
  readonly fn: Expr
  readonly args: readonly Argument[]
}

/** `MATCH(s, p => r, _ => r)` */
export interface Match extends Span {
  readonly type: 'match'
  readonly subject: Expr
  readonly branches: readonly { readonly pattern: Expr; readonly result: Expr }[]
}

/** `x.field` */
export interface Field extends Span {
  readonly type: 'field'
  readonly object: Expr
  readonly field: Word
}

/** `x["k"]`, `x[2]`, `x[(i)]` */
export interface Index extends Span {
  readonly type: 'index'
  readonly object: Expr
  readonly index: Expr
}

/** `table[Column]`, the column by its bare word. */
export interface Column extends Span {
  readonly type: 'column'
  readonly object: Expr
  readonly column: Word
}

export interface Unary extends Span {
  readonly type: 'unary'
  readonly op: '-' | '+' | 'NOT'
  readonly operand: Expr
}

/** `5%` */
export interface Percent extends Span {
  readonly type: 'percent'
  readonly operand: Expr
}

/** Two operands. A space between references is `intersect`; `!=` is kept as `<>`, `??` as `DEFAULT`. */
export interface Binary extends Span {
  readonly type: 'binary'
  readonly op: BinaryOp
  readonly left: Expr
  readonly right: Expr
}

export type BinaryOp =
  | 'intersect'
  | '^'
  | '*'
  | '/'
  | '+'
  | '-'
  | '&'
  | '='
  | '<>'
  | '<'
  | '<='
  | '>'
  | '>='
  | 'AND'
  | 'OR'
  | 'DEFAULT'
  | '>>'

export type IsWhat = 'ERROR' | 'BLANK' | 'PENDING' | 'NUMBER' | 'TEXT' | 'LOGICAL' | 'DATE'

/** `x IS NOT BLANK` */
export interface Is extends Span {
  readonly type: 'is'
  readonly operand: Expr
  readonly not: boolean
  readonly what: IsWhat
}

/** `c THEN a ELSE b`; `c ? a : b` reads the same. */
export interface Choice extends Span {
  readonly type: 'choice'
  readonly condition: Expr
  readonly then: Expr
  readonly else: Expr
}

/** `e as tag`, also `e::tag`. */
export interface Tagged extends Span {
  readonly type: 'tagged'
  readonly value: Expr
  readonly tag: Word
}

export interface Paren extends Span {
  readonly type: 'paren'
  readonly value: Expr
}

export interface Binding extends Span {
  readonly name: Word
  readonly value: Expr
}

/** `DO … END` */
export interface Do extends Span {
  readonly type: 'do'
  readonly bindings: readonly Binding[]
  readonly value: Expr
}

/** `LET(n, v, …, e)` */
export interface Let extends Span {
  readonly type: 'let'
  readonly bindings: readonly Binding[]
  readonly value: Expr
}

/** `WITH a = e1, b = e2 THEN x ELSE y` */
export interface With extends Span {
  readonly type: 'with'
  readonly bindings: readonly Binding[]
  readonly then: Expr
  readonly else: Expr
}

/** `TRY e ELSE f` */
export interface Try extends Span {
  readonly type: 'try'
  readonly value: Expr
  readonly else: Expr
}

/** `CASE WHEN c THEN v … ELSE v END`; without ELSE it is `#N/A`. */
export interface Case extends Span {
  readonly type: 'case'
  readonly branches: readonly { readonly condition: Expr; readonly result: Expr }[]
  readonly else: Expr | undefined
}

export interface OrderBy extends Span {
  readonly column: Word
  readonly descending: boolean
}

/** `SELECT cols FROM db.schema.table WHERE … ORDER BY … LIMIT n` */
export interface Select extends Span {
  readonly type: 'select'
  /** Empty for `*`. */
  readonly columns: readonly Word[]
  /** `db.schema.table`, as one word. */
  readonly table: Word
  /** In it a bare name is a column of the table. */
  readonly where: Expr | undefined
  readonly orderBy: readonly OrderBy[]
  readonly limit: Expr | undefined
}

/** A placeholder for an expression that could not be read. Its mistake has been reported. */
export interface Broken extends Span {
  readonly type: 'broken'
}

export type Ref = CellRef | RangeRef | NameRef

export type Expr =
  | NumberLiteral
  | DurationLiteral
  | DatetimeLiteral
  | CronLiteral
  | StringLiteral
  | Template
  | BooleanLiteral
  | BlankLiteral
  | ErrorLiteral
  | ArrayLiteral
  | ObjectLiteral
  | Lambda
  | CellRef
  | RangeRef
  | NameRef
  | Hole
  | Position
  | Spill
  | Call
  | Apply
  | Match
  | Field
  | Index
  | Column
  | Unary
  | Percent
  | Binary
  | Is
  | Choice
  | Tagged
  | Paren
  | Do
  | Let
  | With
  | Try
  | Case
  | Select
  | Broken

export type AssignOp = '=' | '~=' | '?=' | '+=' | '-=' | '*=' | '/='

/** The missed-run policy. `max` is the `n` of `BACKFILL MAX n`. */
export interface Policy extends Span {
  readonly kind: 'skip' | 'backfill'
  readonly max: Expr | undefined
}

/** The trailing `EVERY s policy` or `AT t [policy]` of an assignment. */
export interface Modifier extends Span {
  readonly kind: 'every' | 'at'
  readonly trigger: Expr
  readonly zone: StringLiteral | undefined
  readonly policy: Policy | undefined
}

export interface Assignment extends Span {
  readonly type: 'assignment'
  readonly target: Ref
  readonly tag: Word | undefined
  readonly op: AssignOp
  readonly value: Expr
  readonly modifier: Modifier | undefined
}

/** `topic!event(args…)` */
export interface Publish extends Span {
  readonly type: 'publish'
  readonly topic: Word
  readonly event: Word
  readonly args: readonly Argument[]
}

/** `DEBOUNCE d [MAX m]`, `THROTTLE d`. */
export interface Gate extends Span {
  readonly kind: 'debounce' | 'throttle'
  readonly length: Expr
  readonly max: Expr | undefined
}

export interface Rule extends Span {
  readonly type: 'rule'
  readonly kind: 'when' | 'every' | 'at'
  readonly trigger: Expr
  /** Two gates, or a gate on a schedule, are read here and refused by the checker. */
  readonly gates: readonly Gate[]
  readonly zone: StringLiteral | undefined
  readonly policy: Policy | undefined
  /** Statements that may not stand in a body (another rule, a header word) are read here and refused by the checker. */
  readonly body: readonly Statement[]
}

export type HeaderWord =
  | 'MODEL'
  | 'DESCRIPTION'
  | 'RUNTIME'
  | 'VERSION'
  | 'AUTHOR'
  | 'TAGS'
  | 'TIMEZONE'

/** `RUNTIME "ts"`, `TAGS "a", "b"`. */
export interface HeaderLine extends Span {
  readonly type: 'header'
  readonly word: HeaderWord
  readonly values: readonly StringLiteral[]
}

/** `END MODEL` */
export interface EndModel extends Span {
  readonly type: 'end-model'
}

export type Statement = Assignment | Publish | Rule | HeaderLine | EndModel

/** `# …` to the end of the line, or a block. `text` with its marks. */
export interface Comment extends Span {
  readonly text: string
}

/** A whole file. */
export interface Model {
  readonly source: string
  readonly statements: readonly Statement[]
  /** In the order of the text. */
  readonly comments: readonly Comment[]
}
