// Rules as their author wrote them: the text of each, what it is called, and its policy in words.

import { type Comment, type Expr, type Policy, parse, printExpression } from '@cellwake/language'
import { RULE_TITLE_CHARS } from './limits.ts'

export interface RuleText {
  readonly source: string
  /** The comment above the rule, else its trigger. */
  readonly title: string
  /** Null for WHEN. */
  readonly policy: string | null
}

const WORDS = { when: 'When', every: 'Every', at: 'At' } as const

/** In the order of the source, as the rules of a model are. */
export function ruleTexts(source: string): RuleText[] {
  const { statements, comments } = parse(source).model
  const above = new CommentsAbove(source, comments)
  const texts: RuleText[] = []
  for (const statement of statements) {
    const rule = statement.type === 'assignment' ? statement.modifier : statement
    if (rule === undefined || !('trigger' in rule)) continue
    const { kind, trigger, policy } = rule
    texts.push({
      source: source.slice(statement.start, statement.end),
      title: titled(above.of(statement.start) ?? `${WORDS[kind]} ${inWords(trigger)}`),
      policy: kind === 'when' ? null : policyText(policy),
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
