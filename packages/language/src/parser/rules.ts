// Rules: their triggers, gates and policies, and what may stand behind an assignment instead.

import { Level, Token } from '../lexer/tokens.ts'
import type { Gate, Modifier, Policy, Rule, Statement, StringLiteral } from './ast.ts'
import type { Parser } from './parser.ts'
import { indentOf, skipToThen } from './recovery.ts'
import { atEndModel, skipSeparators } from './statement-ends.ts'

interface Clauses {
  gates: Gate[]
  zone: StringLiteral | undefined
  policy: Policy | undefined
}

/** Reads WHEN, EVERY or AT to its END. */
export function readRule(p: Parser): Rule | undefined {
  const { start, end: wordEnd, kind: token } = p
  const kind = token === Token.When ? 'when' : token === Token.Every ? 'every' : 'at'
  if (!p.enter()) return undefined
  p.advance()
  const from = p.start
  let trigger = p.expression(Level.Default)
  let clauses = readClauses(p, kind)
  const isHeadBroken = p.halted
  if (p.kind !== Token.Then && missingThen(p, from)) {
    trigger = p.broken(from)
    clauses = { gates: [], zone: undefined, policy: undefined }
  }
  p.take(Token.Then)
  const headEnd = p.prevEnd
  const body: Statement[] = []
  const closed = readBody(p, body)
  let end = p.prevEnd
  if (!closed && (!isHeadBroken || body.length > 0))
    end = missingEnd(p, start, wordEnd, headEnd, body)
  p.leave()
  return { type: 'rule', start, end, kind, trigger, ...clauses, body }
}

/** Reports a head without THEN; true if what was read of the head has to be forgotten. */
function missingThen(p: Parser, from: number): boolean {
  if (!p.halted && (p.atLineEnd() || p.newline) && p.mistake === undefined) {
    const at = { start: p.prevEnd, end: p.prevEnd }
    const fix = { title: 'Add THEN', edits: [{ ...at, text: ' THEN' }] }
    p.syntax(at, 'THEN is missing before the body of this rule.', fix)
    return false
  }
  p.unexpected('THEN before the body')
  return skipToThen(p, from)
}

/** Reads statements up to END and takes it; false if there is none. */
function readBody(p: Parser, body: Statement[]): boolean {
  p.blocks++
  let closed = false
  for (;;) {
    skipSeparators(p)
    if (p.kind === Token.Eof || atEndModel(p)) break
    if (p.kind === Token.End) {
      closed = true
      break
    }
    const statement = p.bodyStatement()
    if (statement !== undefined) body.push(statement)
    if (p.freed.length > 0) body.push(...p.freed.splice(0))
  }
  p.blocks--
  if (closed) p.advance()
  return closed
}

/** Reports a rule without END, and frees what seems to stand behind it. Gives the rule's end. */
function missingEnd(
  p: Parser,
  start: number,
  wordEnd: number,
  headEnd: number,
  body: Statement[],
): number {
  const indent = indentOf(p, start)
  const first = body[0]
  const isIndented = first !== undefined && indentOf(p, first.start) > indent
  const next = body.findIndex(
    (statement) =>
      (isIndented || statement.type === 'rule') &&
      indent >= 0 &&
      indentOf(p, statement.start) >= 0 &&
      indentOf(p, statement.start) <= indent,
  )
  if (next >= 0) p.freed = body.splice(next)
  const end = body.at(-1)?.end ?? headEnd
  const text = `\n${' '.repeat(Math.max(indent, 0))}END`
  const word = p.source.slice(start, wordEnd).toUpperCase()
  p.syntax(
    { start, end: wordEnd },
    `This ${word} has no END. Put END on a line behind its last action.`,
    { title: 'Add END', edits: [{ start: end, end, text }] },
  )
  return end
}

/** Reads gates, zone and policy, in any order. */
function readClauses(p: Parser, kind: Rule['kind']): Clauses {
  const clauses: Clauses = { gates: [], zone: undefined, policy: undefined }
  while (!p.atLineEnd()) {
    const { start, end } = p
    if (p.isWord('DEBOUNCE') || p.isWord('THROTTLE')) clauses.gates.push(readGate(p))
    else if (p.isWord('IN')) {
      const again = clauses.zone !== undefined
      clauses.zone = readZone(p)
      if (kind !== 'every') p.fail({ start, end }, 'IN belongs to EVERY. Remove it.')
      else if (again) p.fail({ start, end }, 'This rule has two zones. Remove one.')
    } else if (p.isWord('SKIP') || p.isWord('BACKFILL')) {
      const again = clauses.policy !== undefined
      clauses.policy = readPolicy(p)
      if (kind === 'when')
        p.fail({ start, end }, 'A WHEN misses nothing, so it has no policy. Remove it.')
      else if (again) p.fail({ start, end }, 'This rule has two policies. Remove one.')
    } else break
  }
  return clauses
}

function readGate(p: Parser): Gate {
  const { start } = p
  const kind = p.upper === 'DEBOUNCE' ? 'debounce' : 'throttle'
  p.advance()
  const length = p.expression(Level.Default)
  const max = kind === 'debounce' && p.takeWord('MAX') ? p.expression(Level.Default) : undefined
  return { start, end: p.prevEnd, kind, length, max }
}

function readZone(p: Parser): StringLiteral | undefined {
  p.advance()
  const { start, end, text: value } = p
  if (p.kind === Token.String) {
    p.advance()
    return { type: 'string', start, end, value }
  }
  p.unexpected('a zone in double quotes', ' Zones are written like "Europe/Berlin".')
  return undefined
}

function readPolicy(p: Parser): Policy {
  const { start } = p
  const kind = p.upper === 'SKIP' ? 'skip' : 'backfill'
  p.advance()
  let max: Policy['max']
  if (kind === 'skip') {
    if (!p.takeWord('MISSED')) p.unexpected('MISSED behind SKIP')
  } else if (!p.atLineEnd() && p.takeWord('MAX')) max = p.expression(Level.Default)
  return { start, end: p.prevEnd, kind, max }
}

/** Reads the trailing `EVERY s policy` or `AT t [policy]` of an assignment. */
export function readModifier(p: Parser): Modifier {
  const { start } = p
  const kind = p.kind === Token.Every ? 'every' : 'at'
  p.advance()
  const trigger = p.expression(Level.Default)
  const zone = kind === 'every' && !p.atLineEnd() && p.isWord('IN') ? readZone(p) : undefined
  const isPolicy = p.isWord('SKIP') || p.isWord('BACKFILL')
  const policy = !p.atLineEnd() && isPolicy ? readPolicy(p) : undefined
  return { start, end: p.prevEnd, kind, trigger, zone, policy }
}
