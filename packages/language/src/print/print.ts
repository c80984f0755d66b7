// The printer: tree to text, in one canonical way. Parsing the output gives the same tree (round
// trip), and printing that the same text. The model must have been read without syntax errors.

import { quoteText } from '../lexer/texts.ts'
import type { Assignment, Expr, Gate, Model, Policy, Ref, Rule, Statement } from '../parser/ast.ts'
import { Layout } from './layout.ts'
import { argumentPiece, type Piece } from './pieces.ts'
import { cellText, rangeText, sheetName } from './text.ts'

/** Prints a model. */
export function print(model: Model): string {
  const layout = new Layout(model.source, model.comments)
  layout.lines(
    model.statements.map((statement) => lineOf(layout, statement, 0)),
    0,
    model.source.length + 1,
  )
  return layout.finished()
}

/** Prints an expression on as few lines as it needs. */
export function printExpression(expr: Expr): string {
  const layout = new Layout('', [])
  layout.expr(expr, 0)
  return layout.written()
}

function lineOf(layout: Layout, statement: Statement, indent: number) {
  const { start, end } = statement
  return { start, end, write: () => writeStatement(layout, statement, indent) }
}

function writeStatement(layout: Layout, statement: Statement, indent: number): void {
  switch (statement.type) {
    case 'assignment':
      layout.pieces(assignmentPieces(statement), indent)
      break
    case 'publish': {
      const args = statement.args.flatMap((argument, index): Piece[] => [
        index > 0 ? ', ' : '',
        ...argumentPiece(argument),
      ])
      const head = `${sheetName(statement.topic.text)}!${statement.event.text}(`
      layout.pieces([head, ...args, ')'], indent)
      break
    }
    case 'rule':
      writeRule(layout, statement, indent)
      break
    case 'header':
      layout.put(
        `${statement.word} ${statement.values.map(({ value }) => quoteText(value)).join(', ')}`,
      )
      break
    case 'end-model':
      layout.put('END MODEL')
      break
  }
}

function assignmentPieces(statement: Assignment): Piece[] {
  const { target, tag, op, value, modifier } = statement
  const head = `${targetText(target)}${tag === undefined ? '' : ` as ${tag.text}`} ${op} `
  if (modifier === undefined) return [head, value]
  const parts: Piece[] = [head, value, ` ${modifier.kind.toUpperCase()} `, modifier.trigger]
  if (modifier.zone !== undefined) parts.push(` IN ${quoteText(modifier.zone.value)}`)
  return [...parts, ...policyPieces(modifier.policy)]
}

function targetText(target: Ref): string {
  if (target.type === 'cell') return cellText(target)
  return target.type === 'range' ? rangeText(target) : target.name
}

function writeRule(layout: Layout, rule: Rule, indent: number): void {
  const parts: Piece[] = [`${rule.kind.toUpperCase()} `, rule.trigger]
  for (const gate of rule.gates) parts.push(...gatePieces(gate))
  if (rule.zone !== undefined) parts.push(` IN ${quoteText(rule.zone.value)}`)
  parts.push(...policyPieces(rule.policy), ' THEN')
  layout.pieces(parts, indent)
  const headEnd = Math.max(
    rule.trigger.end,
    rule.gates.at(-1)?.end ?? 0,
    rule.zone?.end ?? 0,
    rule.policy?.end ?? 0,
  )
  layout.liftComments(headEnd)
  layout.trailingComments(headEnd, rule.body[0]?.start ?? rule.end)
  const body = rule.body.map((statement) => lineOf(layout, statement, indent + 2))
  layout.lines(body, indent + 2, rule.end)
  layout.newLine(indent)
  layout.put('END')
}

function gatePieces(gate: Gate): Piece[] {
  const parts: Piece[] = [` ${gate.kind.toUpperCase()} `, gate.length]
  return gate.max === undefined ? parts : [...parts, ' MAX ', gate.max]
}

function policyPieces(policy: Policy | undefined): Piece[] {
  if (policy === undefined) return []
  if (policy.kind === 'skip') return [' SKIP MISSED']
  return policy.max === undefined ? [' BACKFILL'] : [' BACKFILL MAX ', policy.max]
}
