// Words of the language and the kinds of nodes they make. Reserved words are the lexer's; the others
// are keywords only where the grammar expects them, and names elsewhere.

import { isWords, reserved, Token } from '../lexer/tokens.ts'
import * as terms from './grid-terms.ts'

const terminals: Readonly<Record<number, number>> = {
  [Token.And]: terms.kwAnd,
  [Token.Or]: terms.kwOr,
  [Token.Not]: terms.kwNot,
  [Token.Is]: terms.kwIs,
  [Token.As]: terms.kwAs,
  [Token.Default]: terms.kwDefault,
  [Token.Then]: terms.kwThen,
  [Token.Else]: terms.kwElse,
  [Token.End]: terms.kwEnd,
  [Token.Do]: terms.kwDo,
  [Token.With]: terms.kwWith,
  [Token.Try]: terms.kwTry,
  [Token.Case]: terms.kwCase,
  [Token.When]: terms.kwWhen,
  [Token.Every]: terms.kwEvery,
  [Token.At]: terms.kwAt,
  [Token.Select]: terms.kwSelect,
  [Token.True]: terms.BooleanLiteral,
  [Token.False]: terms.BooleanLiteral,
  [Token.Blank]: terms.BlankLiteral,
  [Token.Position]: terms.PositionWord,
}

/** Words that are never names, in capitals. */
export const reservedTerms: ReadonlyMap<string, number> = new Map(
  [...reserved].map(([word, token]) => [word, terminals[token]!]),
)

/** Words that are keywords where the grammar expects them. */
export const contextualTerms: ReadonlyMap<string, number> = new Map([
  ['MODEL', terms.kwModel],
  ['FROM', terms.kwFrom],
  ['WHERE', terms.kwWhere],
  ['ORDER', terms.kwOrder],
  ['BY', terms.kwBy],
  ['ASC', terms.kwAsc],
  ['DESC', terms.kwDesc],
  ['LIMIT', terms.kwAmount],
  ['DEBOUNCE', terms.kwDebounce],
  ['THROTTLE', terms.kwThrottle],
  ['MAX', terms.kwMost],
  ['IN', terms.kwIn],
  ['SKIP', terms.kwSkip],
  ['MISSED', terms.kwMissed],
  ['BACKFILL', terms.kwBackfill],
  ...[...isWords].map((word): [string, number] => [word, terms.IsWord]),
])

/** Literals that are a word and a text: `dt"…"`. */
export const typedTerms: ReadonlyMap<string, number> = new Map([
  ['DT', terms.DatetimeLiteral],
  ['DURATION', terms.DurationLiteral],
  ['CRON', terms.CronLiteral],
])

/** Calls with a grammar of their own. */
export const callTerms: ReadonlyMap<string, number> = new Map([
  ['LET', terms.LetWord],
  ['LAMBDA', terms.LambdaWord],
  ['MATCH', terms.MatchWord],
])

/** Reserved words that are functions right before a bracket, as in Excel: `NOT(a)`. */
export const alsoFunctions: ReadonlySet<number> = new Set([
  terms.kwAnd,
  terms.kwOr,
  terms.kwNot,
  terms.BooleanLiteral,
  terms.BlankLiteral,
  terms.PositionWord,
])
