// The rules of a model as callers see them: kind and state of each, its reads and writes, and its next
// occurrence. Asking changes nothing.

import { rangeSymbol } from '@cellwake/language'
import { Alarms, type Clock } from '@cellwake/scheduler'
import type { ModelGraph } from '../graph/model-graph.ts'
import type { LiveRule } from '../rules/live-rule.ts'
import type { ModelRules } from '../rules/model-rules.ts'
import { gateDue } from '../rules/rule-gates.ts'
import type { RuleState } from '../rules/rule-state.ts'
import { type RuleText, RuleTexts } from '../rules/rule-texts.ts'
import { isoOf } from './iso.ts'

/** idle: its condition is false. true: it fired, and the condition still holds. */
export type RuleStanding =
  | 'idle'
  | 'true'
  | 'armed'
  | 'throttled'
  | 'scheduled'
  | 'completed'
  | 'invalid'

export interface RuleView {
  readonly id: string
  readonly kind: 'when' | 'every' | 'at'
  /** The comment above the rule, else its trigger. */
  readonly title: string
  readonly line: number
  readonly source: string
  readonly state: RuleStanding
  /** When the gate fires or opens. */
  readonly gateAt: string | null
  /** The next occurrence. */
  readonly next: string | null
  readonly policy: string | null
  readonly fired: number
  readonly skipped: number
  readonly lastFiredAt: string | null
  readonly startedAt: string
  readonly problem: string | null
  /** References of its trigger. */
  readonly reads: readonly string[]
  readonly writes: readonly string[]
  readonly topics: readonly string[]
}

export type RuleName = Pick<RuleView, 'id' | 'title'>

/** Something that a model will do by itself. */
export interface Coming {
  readonly rule: string
  readonly title: string
  readonly at: string
}

export interface RuleViewsParts {
  readonly rules: ModelRules
  readonly graph: ModelGraph
  readonly clock: Clock
  readonly source: string
}

export class RuleViews {
  readonly #parts: RuleViewsParts
  readonly #texts: RuleTexts

  constructor(parts: RuleViewsParts) {
    this.#parts = parts
    this.#texts = new RuleTexts(parts.source, parts.graph.rules)
  }

  /** All rules, in the order of the source. */
  *all(): Iterable<RuleView> {
    const { rules } = this.#parts
    const problems = new Map(rules.problems.map(({ rule, problem }) => [rule, problem]))
    for (const [rule, state] of rules.states()) {
      yield this.#view(rule, state, problems.get(rule.id))
    }
  }

  titleOf(rule: LiveRule): string {
    return this.#textOf(rule).title
  }

  /** Coming occurrences up to an instant, the soonest first, so many at most. */
  coming(until: number, limit: number): Coming[] {
    const { rules, clock } = this.#parts
    const now = clock.now()
    const ahead = new Alarms<LiveRule>()
    const add = (rule: LiveRule, after: number) => {
      const [at] = rules.coming(rule, after, until, 1)
      if (at !== undefined) ahead.add(at, rule)
    }
    for (const [rule] of rules.states()) add(rule, now)
    const found: Coming[] = []
    while (ahead.size > 0 && found.length < limit) {
      const at = ahead.nextAt
      const rule = ahead.pop()!
      found.push({ rule: rule.id, title: this.titleOf(rule), at: isoOf(at) })
      add(rule, at)
    }
    return found
  }

  #view(rule: LiveRule, state: RuleState, problem: string | undefined): RuleView {
    const { rules, clock } = this.#parts
    const now = clock.now()
    const { source, title, policy } = this.#textOf(rule)
    const [next] = rule.kind === 'when' ? [] : rules.coming(rule, now, Number.MAX_SAFE_INTEGER, 1)
    return {
      id: rule.id,
      kind: rule.kind,
      title,
      line: rule.line,
      source,
      state: this.#standing(rule, state, next, now),
      gateAt: isoOrNull(gateAt(rule, state, now)),
      next: isoOrNull(next),
      policy,
      fired: state.fired,
      skipped: state.skipped,
      lastFiredAt: isoOrNull(state.firedAt),
      startedAt: isoOf(state.startedAt),
      problem: problem ?? null,
      reads: this.#reads(rule),
      writes: namesOf(rule, (action) => (action.kind === 'write' ? action.symbol : undefined)),
      topics: namesOf(rule, (action) => (action.kind === 'publish' ? action.topic : undefined)),
    }
  }

  #standing(rule: LiveRule, state: RuleState, next: number | undefined, now: number): RuleStanding {
    if (this.#parts.rules.isInvalid(rule)) return 'invalid'
    if (rule.kind === 'when') {
      if (gateDue(state) !== undefined) return 'armed'
      if (gateAt(rule, state, now) !== undefined) return 'throttled'
      return state.edge ? 'true' : 'idle'
    }
    // An AT that was skipped is over too; a trigger that is blank waits for a time.
    const isOver = rule.kind === 'at' && state.cursor !== null && next === undefined
    if (state.completedAt !== null || isOver) return 'completed'
    return next === undefined ? 'idle' : 'scheduled'
  }

  /** The symbols that the author wrote in the trigger; a call that runs elsewhere has no name of its own. */
  #reads({ reads }: LiveRule): string[] {
    const { sheets } = this.#parts.graph.cells
    const regions = reads.regions.map(([sheet, column, row, lastColumn, lastRow]) => {
      return rangeSymbol(sheets[sheet]!, column, row, lastColumn, lastRow)
    })
    const named = [...reads.always, ...reads.maybe].filter(
      (symbol) => !symbol.startsWith('__ext__'),
    )
    return [...new Set([...named, ...regions])]
  }

  #textOf({ order }: LiveRule): RuleText {
    return this.#texts.of(order)!
  }
}

function namesOf(
  { actions }: LiveRule,
  nameOf: (action: LiveRule['actions'][number]) => string | undefined,
): string[] {
  return [...new Set(actions.map(nameOf).filter((name) => name !== undefined))]
}

/** When a DEBOUNCE fires or a THROTTLE opens; undefined while neither holds. */
function gateAt({ gate }: LiveRule, state: RuleState, now: number): number | undefined {
  const armed = gateDue(state)
  if (armed !== undefined) return armed
  if (gate?.kind !== 'throttle' || state.gate === null || state.gate.dueAt <= now) return undefined
  return state.gate.dueAt
}

function isoOrNull(at: number | null | undefined): string | null {
  return at === null || at === undefined ? null : isoOf(at)
}
