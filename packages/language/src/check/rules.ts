// Rules: WHEN, EVERY and AT blocks, and the assignments that carry a schedule, which mean the same.

import { fingerprint } from '../fingerprint.ts'
import type { Site } from '../lower/context.ts'
import { Lowering } from '../lower/expression.ts'
import { normalText } from '../lower/normal.ts'
import type { Assignment, Expr, Modifier, Rule, Span } from '../parser/ast.ts'
import { checkActions } from './actions.ts'
import { codeOf, externalsOf, nameExternals } from './code.ts'
import type { CheckedRule, Code } from './facts.ts'
import { checkZone } from './header.ts'
import type { Ownership } from './ownership.ts'
import type { RuleDraft } from './rule-draft.ts'
import { checkGates, checkPolicy, checkTriggerLiteral } from './schedule.ts'
import type { Surroundings } from './surroundings.ts'

export class RuleCheck {
  readonly #model: Surroundings
  readonly #ownership: Ownership
  readonly #drafts: { readonly draft: RuleDraft; readonly owned: ReadonlySet<Span> }[] = []
  readonly #equals = new Map<string, number>()

  constructor(model: Surroundings, ownership: Ownership) {
    this.#model = model
    this.#ownership = ownership
  }

  rule(rule: Rule): void {
    this.#add({ ...rule, modifier: false })
  }

  /** `X = e EVERY s policy` is a rule with one action. */
  modified(assignment: Assignment, modifier: Modifier): void {
    const { kind, trigger, zone, policy } = modifier
    const body = [{ ...assignment, modifier: undefined }]
    const { start, end } = assignment
    this.#add({ kind, trigger, gates: [], zone, policy, body, start, end, modifier: true })
  }

  finish(): CheckedRule[] {
    return this.#drafts.map(({ draft, owned }) => this.#check(draft, owned))
  }

  #add(draft: RuleDraft): void {
    const owned = checkActions(this.#model, this.#ownership, draft, this.#drafts.length)
    this.#drafts.push({ draft, owned })
  }

  #check(draft: RuleDraft, owned: ReadonlySet<Span>): CheckedRule {
    const { kind } = draft
    const gates = checkGates(this.#model, draft)
    const hasPolicy = checkPolicy(this.#model, draft)
    const lowering = this.#lowering(draft, kind === 'when' ? 'a condition' : 'a schedule', {
      externals: kind === 'when',
    })
    const expr = lowering.lower(draft.trigger)
    checkTriggerLiteral(this.#model, draft, expr)
    const calls = (hex: string) => fingerprint(lowering.externals.byHex(hex)?.text ?? hex)
    const triggerText = normalText(expr, this.#model.sheets.names, calls)
    const gate = gates && {
      kind: gates.kind,
      length: this.#aside(draft, 'a gate', gates.length),
      max: gates.max === undefined ? null : this.#aside(draft, 'a gate', gates.max),
    }
    const policy = hasPolicy && {
      kind: draft.policy?.kind ?? 'skip',
      max:
        draft.policy?.max === undefined ? null : this.#aside(draft, 'a schedule', draft.policy.max),
    }
    const zone = this.#zone(draft)
    const text = [
      kind,
      triggerText,
      gate ? `${gate.kind} ${this.#text(gate.length)} ${this.#text(gate.max)}` : '',
      policy ? `${policy.kind} ${this.#text(policy.max)}` : '',
      zone ?? '',
    ].join(' | ')
    const id = this.#identity(kind, text)
    nameExternals(lowering, id)
    return {
      id,
      kind,
      trigger: codeOf(lowering, expr),
      gate: gate || undefined,
      policy: policy || undefined,
      zone,
      body: this.#body(draft, owned),
      externals: externalsOf(lowering),
      text,
      span: { start: draft.start, end: draft.end },
      triggerSpan: draft.trigger,
    }
  }

  /** Editing the body, or another rule, changes nothing here; equal rules count on. */
  #identity(kind: string, text: string): string {
    const id = `${kind}:${fingerprint(text).slice(0, 12)}`
    const count = (this.#equals.get(id) ?? 0) + 1
    this.#equals.set(id, count)
    return count === 1 ? id : `${id}:${count}`
  }

  #zone({ kind, zone }: RuleDraft): string | undefined {
    // Elsewhere than behind EVERY the parser has refused it.
    if (zone === undefined || kind !== 'every') return undefined
    return checkZone(this.#model, zone) ? zone.value : undefined
  }

  #body(draft: RuleDraft, owned: ReadonlySet<Span>): CheckedRule['body'] {
    const site = { scheduled: draft.kind !== 'when' }
    return draft.body.flatMap((action): CheckedRule['body'] => {
      if (action.type === 'publish') {
        const lowering = this.#lowering(draft, 'an event', site)
        const args = action.args.map(({ value }) =>
          codeOf(lowering, value === undefined ? ['blank'] : lowering.lower(value)),
        )
        const [topic, event] = [action.topic.text, action.event.text]
        return [{ kind: 'publish', topic, event, args, span: action }]
      }
      if (action.type !== 'assignment') return []
      const lowering = this.#lowering(draft, 'a rule body', { ...site, positions: true })
      const code = codeOf(lowering, lowering.lower(action.value))
      if (action.tag !== undefined) this.#model.checkTag(action.tag)
      if (!owned.has(action)) return []
      return [
        {
          kind: 'write',
          target: this.#ownership.targetOf(action.target),
          tag: action.tag?.text,
          ...code,
          span: action,
          targetSpan: action.target,
        },
      ]
    })
  }

  #aside(draft: RuleDraft, what: string, value: Expr): Code {
    const lowering = this.#lowering(draft, what, {})
    return codeOf(lowering, lowering.lower(value))
  }

  #text(code: Code | null): string {
    return code === null ? '' : normalText(code.expr, this.#model.sheets.names, (key) => key)
  }

  #lowering(statement: Span, what: string, allowed: Partial<Site>): Lowering {
    const site = {
      what,
      positions: false,
      scheduled: false,
      externals: false,
      fill: false,
      ...allowed,
    }
    return new Lowering(this.#model, { ...site, statement, target: undefined })
  }
}
