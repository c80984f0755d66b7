// Rules: their triggers, gates and policies, and what may stand behind an assignment instead.

import { Level, Token } from '../lexer/tokens.ts'
import type { Gate, Modifier, Policy, Rule, Statement, StringLiteral } from './ast.ts'
import { ExpressionParser } from './expressions.ts'

interface Clauses {
  gates: Gate[]
  zone: StringLiteral | undefined
  policy: Policy | undefined
}

export abstract class RuleParser extends ExpressionParser {
  /** Statements that stand behind a rule without END, taken out of its body again. */
  protected freed: Statement[] = []

  /** Reads a statement of a body. */
  abstract bodyStatement(): Statement | undefined

  /** Skips what separates statements. */
  abstract separators(): void

  abstract atEndModel(): boolean

  /** Reads WHEN, EVERY or AT to its END. */
  rule(): Rule | undefined {
    const { start, end: wordEnd, kind: token } = this
    const kind = token === Token.When ? 'when' : token === Token.Every ? 'every' : 'at'
    if (!this.enter()) return undefined
    this.advance()
    const from = this.start
    let trigger = this.expression(Level.Default)
    let clauses = this.clauses(kind)
    const isHeadBroken = this.halted
    if (this.kind !== Token.Then && this.missingThen(from)) {
      trigger = this.broken(from)
      clauses = { gates: [], zone: undefined, policy: undefined }
    }
    this.take(Token.Then)
    const headEnd = this.prevEnd
    const body: Statement[] = []
    const closed = this.body(body)
    let end = this.prevEnd
    if (!closed && (!isHeadBroken || body.length > 0))
      end = this.missingEnd(start, wordEnd, headEnd, body)
    this.leave()
    return { type: 'rule', start, end, kind, trigger, ...clauses, body }
  }

  /** Reports a head without THEN; true if what was read of the head has to be forgotten. */
  private missingThen(from: number): boolean {
    if (!this.halted && (this.atLineEnd() || this.newline) && this.mistake === undefined) {
      const at = { start: this.prevEnd, end: this.prevEnd }
      const fix = { title: 'Add THEN', edits: [{ ...at, text: ' THEN' }] }
      this.syntax(at, 'THEN is missing before the body of this rule.', fix)
      return false
    }
    this.unexpected('THEN before the body')
    return this.skipToThen(from)
  }

  /** Reads statements up to END and takes it; false if there is none. */
  private body(body: Statement[]): boolean {
    this.blocks++
    let closed = false
    for (;;) {
      this.separators()
      if (this.kind === Token.Eof || this.atEndModel()) break
      if (this.kind === Token.End) {
        closed = true
        break
      }
      const statement = this.bodyStatement()
      if (statement !== undefined) body.push(statement)
      if (this.freed.length > 0) body.push(...this.freed.splice(0))
    }
    this.blocks--
    if (closed) this.advance()
    return closed
  }

  /** Reports a rule without END, and frees what seems to stand behind it. Gives the rule's end. */
  private missingEnd(start: number, wordEnd: number, headEnd: number, body: Statement[]): number {
    const indent = this.indent(start)
    const first = body[0]
    const isIndented = first !== undefined && this.indent(first.start) > indent
    const next = body.findIndex(
      (statement) =>
        (isIndented || statement.type === 'rule') &&
        indent >= 0 &&
        this.indent(statement.start) >= 0 &&
        this.indent(statement.start) <= indent,
    )
    if (next >= 0) this.freed = body.splice(next)
    const end = body.at(-1)?.end ?? headEnd
    const text = `\n${' '.repeat(Math.max(indent, 0))}END`
    const word = this.source.slice(start, wordEnd).toUpperCase()
    this.syntax(
      { start, end: wordEnd },
      `This ${word} has no END. Put END on a line behind its last action.`,
      { title: 'Add END', edits: [{ start: end, end, text }] },
    )
    return end
  }

  /** Reads gates, zone and policy, in any order. */
  private clauses(kind: Rule['kind']): Clauses {
    const clauses: Clauses = { gates: [], zone: undefined, policy: undefined }
    while (!this.atLineEnd()) {
      const { start, end } = this
      if (this.isWord('DEBOUNCE') || this.isWord('THROTTLE')) clauses.gates.push(this.gate())
      else if (this.isWord('IN')) {
        const again = clauses.zone !== undefined
        clauses.zone = this.zone()
        if (kind !== 'every') this.fail({ start, end }, 'IN belongs to EVERY. Remove it.')
        else if (again) this.fail({ start, end }, 'This rule has two zones. Remove one.')
      } else if (this.isWord('SKIP') || this.isWord('BACKFILL')) {
        const again = clauses.policy !== undefined
        clauses.policy = this.policy()
        if (kind === 'when')
          this.fail({ start, end }, 'A WHEN misses nothing, so it has no policy. Remove it.')
        else if (again) this.fail({ start, end }, 'This rule has two policies. Remove one.')
      } else break
    }
    return clauses
  }

  private gate(): Gate {
    const { start } = this
    const kind = this.upper === 'DEBOUNCE' ? 'debounce' : 'throttle'
    this.advance()
    const length = this.expression(Level.Default)
    const max =
      kind === 'debounce' && this.takeWord('MAX') ? this.expression(Level.Default) : undefined
    return { start, end: this.prevEnd, kind, length, max }
  }

  private zone(): StringLiteral | undefined {
    this.advance()
    const { start, end, text: value } = this
    if (this.kind === Token.String) {
      this.advance()
      return { type: 'string', start, end, value }
    }
    this.unexpected('a zone in double quotes', ' Zones are written like "Europe/Berlin".')
    return undefined
  }

  private policy(): Policy {
    const { start } = this
    const kind = this.upper === 'SKIP' ? 'skip' : 'backfill'
    this.advance()
    let max: Policy['max']
    if (kind === 'skip') {
      if (!this.takeWord('MISSED')) this.unexpected('MISSED behind SKIP')
    } else if (!this.atLineEnd() && this.takeWord('MAX')) max = this.expression(Level.Default)
    return { start, end: this.prevEnd, kind, max }
  }

  /** Reads the trailing `EVERY s policy` or `AT t [policy]` of an assignment. */
  modifier(): Modifier {
    const { start } = this
    const kind = this.kind === Token.Every ? 'every' : 'at'
    this.advance()
    const trigger = this.expression(Level.Default)
    const zone =
      kind === 'every' && !this.atLineEnd() && this.isWord('IN') ? this.zone() : undefined
    const isPolicy = this.isWord('SKIP') || this.isWord('BACKFILL')
    const policy = !this.atLineEnd() && isPolicy ? this.policy() : undefined
    return { start, end: this.prevEnd, kind, trigger, zone, policy }
  }
}
