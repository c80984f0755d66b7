// Rules as their author wrote them: the text of each, its title, and its policy in words. Of a long source only
// the part of the rule that is asked for is read.

import { type Comment, type Expr, type Policy, parse, printExpression } from '@cellwake/language'
import { RULE_PART_CHARS, RULE_TITLE_CHARS, RULES_WHOLE_CHARS } from '../limits.ts'

export interface RuleText {
  readonly source: string
  /** The comment above the rule, else its trigger. */
  readonly title: string
  /** Null for WHEN. */
  readonly policy: string | null
}

const WORDS = { when: 'When', every: 'Every', at: 'At' } as const

export class RuleTexts {
  readonly #source: string
  readonly #rules: readonly { readonly line: number }[]
  #whole: readonly RuleText[] | undefined
  /** Offset of the line of each rule. */
  #starts: readonly number[] | undefined

  /** The rules of the source, in its order, with their lines from 1. */
  constructor(source: string, rules: readonly { readonly line: number }[]) {
    this.#source = source
    this.#rules = rules
  }

  of(order: number): RuleText | undefined {
    if (this.#source.length > RULES_WHOLE_CHARS) return this.#part(order)
    this.#whole ??= textsIn(this.#source)
    return this.#whole[order]
  }

  #part(order: number): RuleText | undefined {
    const source = this.#source
    const rules = this.#rules
    const rule = rules[order]
    if (rule === undefined) return undefined
    this.#starts ??= lineStarts(source, rules)
    const starts = this.#starts
    let first = order
    while (rules[first - 1]?.line === rule.line) first--
    let next = order + 1
    while (rules[next]?.line === rule.line) next++
    const from = aboveOf(source, starts[order]!)
    const most = starts[next] ?? source.length
    for (let chars = RULE_PART_CHARS; ; chars *= 4) {
      const to = Math.min(most, starts[order]! + chars)
      const texts = textsIn(source.slice(from, to))
      const found = texts[order - first]
      // The last of a part may go on behind it.
      if (to === most || found?.isLast === false) return found
    }
  }
}

interface PlacedText extends RuleText {
  /** Nothing follows it. */
  readonly isLast: boolean
}

/** Offsets of the lines of rules. */
function lineStarts(source: string, rules: readonly { readonly line: number }[]): number[] {
  const starts: number[] = []
  let [line, start] = [1, 0]
  for (const rule of rules) {
    for (; line < rule.line; line++) start = source.indexOf('\n', start) + 1
    starts.push(start)
  }
  return starts
}

/** Offset of the comments right above a line. */
function aboveOf(source: string, line: number): number {
  let from = line
  while (from > 0) {
    const before = source.lastIndexOf('\n', from - 2) + 1
    const text = source.slice(before, from).trim()
    if (text.startsWith('#')) from = before
    else if (text.endsWith('*/')) {
      const opened = source.lastIndexOf('/*', from)
      if (opened < 0) return from
      from = source.lastIndexOf('\n', opened) + 1
    } else return from
  }
  return from
}

/** In the order of the source, as the rules of a model are. */
function textsIn(source: string): PlacedText[] {
  const { statements, comments } = parse(source).model
  const above = new CommentsAbove(source, comments)
  const texts: PlacedText[] = []
  for (const statement of statements) {
    const rule = statement.type === 'assignment' ? statement.modifier : statement
    if (rule === undefined || !('trigger' in rule)) continue
    const { kind, trigger, policy } = rule
    texts.push({
      source: source.slice(statement.start, statement.end),
      title: titled(above.of(statement.start) ?? `${WORDS[kind]} ${inWords(trigger)}`),
      policy: kind === 'when' ? null : policyText(policy),
      isLast: statement === statements.at(-1),
    })
  }
  return texts
}

function titled(text: string): string {
  return text.length <= RULE_TITLE_CHARS ? text : `${text.slice(0, RULE_TITLE_CHARS - 1)}…`
}

function inWords(trigger: Expr): string {
  if (trigger.type === 'datetime') return trigger.text
  return printExpression(trigger).replace(/\s+/g, ' ')
}

/** The short form of AT has a policy even if none is written. */
function policyText(policy: Policy | undefined): string {
  if (policy === undefined || policy.kind === 'skip') return 'SKIP MISSED'
  return policy.max === undefined ? 'BACKFILL' : `BACKFILL MAX ${printExpression(policy.max)}`
}

/** Comments that stand on lines of their own, directly above something. */
class CommentsAbove {
  readonly #source: string
  readonly #comments: readonly Comment[]
  #passed = 0

  constructor(source: string, comments: readonly Comment[]) {
    this.#source = source
    this.#comments = comments
  }

  /** Asked from the top of the source to its end. */
  of(start: number): string | undefined {
    while ((this.#comments[this.#passed]?.start ?? start) < start) this.#passed++
    const lines: string[] = []
    let below = start
    for (let i = this.#passed - 1; i >= 0; i--) {
      const comment = this.#comments[i]!
      const between = this.#source.slice(comment.end, below)
      if (!/^[^\S\n]*\n?[^\S\n]*$/.test(between) || !this.#opensLine(comment.start)) break
      lines.unshift(plain(comment.text))
      below = comment.start
    }
    const text = lines.join(' ').trim()
    return text === '' ? undefined : text
  }

  #opensLine(start: number): boolean {
    const before = this.#source.lastIndexOf('\n', start - 1) + 1
    return /^\s*$/.test(this.#source.slice(before, start))
  }
}

/** Without its marks. */
function plain(comment: string): string {
  const text = comment.startsWith('#')
    ? comment.replace(/^#+/, '')
    : comment.replace(/^\/\*+|\*+\/$/g, '').replace(/^\s*\*\s?/gm, '')
  return text.replace(/\s+/g, ' ').trim()
}
