// The tokens of the language: their kinds, the words that are reserved, and how tightly operators bind.

import type { BinaryOp, ErrorCode, HeaderWord, IsWhat, PositionWord } from '../parser/ast.ts'

/** Kinds of tokens. Infix operators come first: their kind is an index into `levels`. */
export const Token = {
  Power: 0,
  Times: 1,
  Divide: 2,
  Plus: 3,
  Minus: 4,
  Join: 5,
  Equal: 6,
  Unequal: 7,
  Less: 8,
  LessEqual: 9,
  Greater: 10,
  GreaterEqual: 11,
  Is: 12,
  And: 13,
  Or: 14,
  Default: 15,
  Then: 16,
  Question: 17,
  Pipe: 18,
  As: 19,
  /** `::` */
  Tag: 20,
  /** From here on no infix operators. */
  Word: 21,
  Cell: 22,
  Number: 23,
  String: 24,
  /** A name in single quotes; `text` without them. */
  Quoted: 25,
  /** The opening mark of a template; the parser reads on. */
  Backtick: 26,
  /** `#N/A` and its kind; `text` without `#`. */
  Error: 27,
  /** `#` with no white space before it. */
  Hash: 28,
  Dollar: 29,
  Open: 30,
  Close: 31,
  OpenBracket: 32,
  CloseBracket: 33,
  OpenBrace: 34,
  CloseBrace: 35,
  Comma: 36,
  Semicolon: 37,
  Colon: 38,
  Dot: 39,
  Bang: 40,
  Percent: 41,
  Arrow: 42,
  /** `:=` */
  Named: 43,
  /** `~=` and its kind, but not `=`; `text` tells which. */
  Assign: 44,
  Else: 45,
  End: 46,
  Do: 47,
  With: 48,
  Try: 49,
  Case: 50,
  Not: 51,
  When: 52,
  Every: 53,
  At: 54,
  Select: 55,
  True: 56,
  False: 57,
  Blank: 58,
  /** ROW_INDEX, ABOVE and their kind. */
  Position: 59,
  /** A malformed token; its mistake says why. */
  Bad: 60,
  Eof: 61,
  /** Stands in for every token behind a mistake, until the parser has found a place to go on. */
  Halt: 62,
} as const

/** The level of each infix operator, tight to loose. */
export const levels = new Int8Array([
  4, 5, 5, 6, 6, 7, 8, 8, 8, 8, 8, 8, 8, 10, 11, 12, 13, 13, 14, 15, 15,
])

/** Levels that the parser asks for. */
export const Level = { Unary: 3, Sum: 6, Not: 9, Or: 11, Default: 12, Choice: 13, All: 15 } as const

/** The operator in the tree, for tokens that make a binary node. */
export const binaryOps: readonly (BinaryOp | undefined)[] = [
  '^',
  '*',
  '/',
  '+',
  '-',
  '&',
  '=',
  '<>',
  '<',
  '<=',
  '>',
  '>=',
  undefined,
  'AND',
  'OR',
  'DEFAULT',
  undefined,
  undefined,
  '>>',
]

/** Words that cannot be names, in capitals. */
export const reserved: ReadonlyMap<string, number> = new Map([
  ['AND', Token.And],
  ['OR', Token.Or],
  ['NOT', Token.Not],
  ['IS', Token.Is],
  ['AS', Token.As],
  ['DEFAULT', Token.Default],
  ['THEN', Token.Then],
  ['ELSE', Token.Else],
  ['END', Token.End],
  ['DO', Token.Do],
  ['WITH', Token.With],
  ['TRY', Token.Try],
  ['CASE', Token.Case],
  ['WHEN', Token.When],
  ['EVERY', Token.Every],
  ['AT', Token.At],
  ['SELECT', Token.Select],
  ['TRUE', Token.True],
  ['FALSE', Token.False],
  ['BLANK', Token.Blank],
  ['ROW_INDEX', Token.Position],
  ['COL_INDEX', Token.Position],
  ['IS_FIRST', Token.Position],
  ['IS_LAST', Token.Position],
  ['CELL_COUNT', Token.Position],
  ['ABOVE', Token.Position],
  ['BELOW', Token.Position],
  ['LEFT', Token.Position],
  ['RIGHT', Token.Position],
  ['NEIGHBORS', Token.Position],
  ['SCHEDULED_AT', Token.Position],
])

/** The longest reserved word, so that longer ones need not be looked up. */
export const reservedLength = 'SCHEDULED_AT'.length

/** Words with a count: `ABOVE(2)`. `LEFT(2)` could be the text function, so it stays a call. */
export const countedPositions: ReadonlySet<PositionWord> = new Set(['ABOVE', 'BELOW', 'NEIGHBORS'])

export const headerWords: ReadonlySet<string> = new Set<HeaderWord>([
  'MODEL',
  'DESCRIPTION',
  'RUNTIME',
  'VERSION',
  'AUTHOR',
  'TAGS',
  'TIMEZONE',
])

export const isWords: ReadonlySet<string> = new Set<IsWhat>([
  'ERROR',
  'BLANK',
  'PENDING',
  'NUMBER',
  'TEXT',
  'LOGICAL',
  'DATE',
])

/** The errors that can be written. */
export const errorCodes: ReadonlySet<string> = new Set<ErrorCode>([
  'N/A',
  'DIV/0!',
  'VALUE!',
  'REF!',
  'NAME?',
  'NULL!',
  'NUM!',
  'CALC!',
  'SPILL!',
])

/** Spellings behind `#` that the lexer knows; the last three exist as values only. */
export const errorSpellings: readonly string[] = [...errorCodes, 'TYPE!', 'CIRC!', 'CONNECT!']
