// Causes as callers see them: the author of a commit, and of several rules the one that is meant.

import type { CommitRow, Store } from '@cellwake/store'
import { RuleTexts } from '../rules/rule-texts.ts'
import { isoOf } from '../views/iso.ts'
import { type CauseDetail, detailOf, makerOf, type RuleCause, type RunCause } from './causes.ts'
import type { Past } from './past.ts'

export interface CauseView {
  readonly kind: 'set' | 'rule' | 'deploy' | 'event' | 'job' | 'resolve' | 'unknown'
  readonly by: string
  readonly rev: number
  readonly at: string
  readonly rule: {
    readonly id: string
    readonly title: string
    readonly line: number
    /** The occurrence, for a schedule. */
    readonly due: string | null
    readonly wave: number
  } | null
  /** The run of a workflow that gave values. */
  readonly run: RunCause | null
  /** The model whose rule it was, if that is another one. */
  readonly model?: string
}

const KINDS = {
  set: 'set',
  answer: 'set',
  deploy: 'deploy',
  rollback: 'deploy',
  delete: 'deploy',
  file: 'deploy',
  rules: 'rule',
  resolve: 'resolve',
  ask: 'resolve',
  refresh: 'resolve',
  landing: 'job',
  expiry: 'job',
  retry: 'job',
  cancel: 'job',
  answered: 'job',
  failed: 'job',
  postponed: 'job',
  renewal: 'job',
} as const satisfies Record<CauseDetail['act'], CauseView['kind']>

/** Commits of workflows and publishers have words of their own: they bring events. */
function kindOf(detail: CauseDetail | undefined): CauseView['kind'] {
  if (detail === undefined) return 'unknown'
  return Object.hasOwn(KINDS, detail.act) ? KINDS[detail.act] : 'event'
}

export class CauseViews {
  readonly #store: Store
  readonly #past: Past
  readonly #commits = new Map<number, CommitRow | undefined>()

  constructor(store: Store, past: Past) {
    this.#store = store
    this.#past = past
  }

  /** The cause of a commit; `wrote` asks which symbols are meant, should several rules have fired. */
  async of(
    rev: number,
    wrote: () => readonly string[] | Promise<readonly string[]>,
  ): Promise<CauseView> {
    const commit = await this.#commit(rev)
    const detail = detailOf(commit)
    const rule = await this.ruleOf(rev, wrote)
    const isOther = detail?.act === 'rules' && detail.model !== this.#past.model
    return {
      kind: kindOf(detail),
      by: makerOf(commit),
      rev,
      at: isoOf(commit?.at ?? 0),
      rule:
        rule === undefined || detail?.act !== 'rules'
          ? null
          : {
              id: rule.id,
              title: isOther ? rule.id : await this.#title(rev, rule),
              line: rule.line,
              due: rule.due === null ? null : isoOf(rule.due),
              wave: detail.wave,
            },
      run: detail?.act === 'set' ? (detail.run ?? null) : null,
      ...(isOther && { model: detail.model }),
    }
  }

  /** The rule that wrote a symbol, among those that fired with a commit: the last one won. */
  async ruleOf(
    rev: number,
    wrote: () => readonly string[] | Promise<readonly string[]>,
  ): Promise<RuleCause | undefined> {
    const detail = detailOf(await this.#commit(rev))
    if (detail?.act !== 'rules' || detail.rules.length < 2) {
      return detail?.act === 'rules' ? detail.rules[0] : undefined
    }
    const symbols = new Set(await wrote())
    const meant = detail.rules.findLast(({ writes }) => writes.some((name) => symbols.has(name)))
    // An event has the id of its rule in its own.
    const sender = detail.rules.find(({ id }) =>
      [...symbols].some((name) => name.includes(`/${id}/`)),
    )
    return meant ?? sender ?? detail.rules[0]
  }

  async instant(rev: number): Promise<string> {
    return isoOf((await this.#commit(rev))?.at ?? 0)
  }

  async #commit(rev: number): Promise<CommitRow | undefined> {
    if (!this.#commits.has(rev)) this.#commits.set(rev, await this.#store.commitInfo(rev))
    return this.#commits.get(rev)
  }

  /** As the source that ran then calls it. */
  async #title(rev: number, { id }: RuleCause): Promise<string> {
    const found = await this.#past.readIfThere(rev, ({ ir, source }) => {
      const order = ir.rules.findIndex((rule) => rule.id === id)
      return new RuleTexts(source, ir.rules).of(order)?.title
    })
    return found ?? id
  }
}
