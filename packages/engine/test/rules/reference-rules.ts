// Rules as the language describes them, in the plainest code there is: a list of cells, formulas as functions
// that are computed whenever they are read, and one loop over time that looks at everything at every step.
// It is what the engine is compared with, and shares nothing with it.

/** Blank is undefined; an error is NaN. */
export type Cell = number | undefined
export type Read = (symbol: string) => Cell

export interface Expr {
  readonly text: string
  readonly reads: readonly string[]
  of(read: Read): Cell
}

export interface ReferenceRule {
  readonly kind: 'when' | 'every' | 'at'
  /** A condition is true if it is neither 0 nor an error; an interval is ms, a time epoch ms. */
  readonly trigger: Expr
  /** In seconds. */
  readonly gate?: { readonly kind: 'debounce' | 'throttle'; readonly length: Expr; max?: number }
  readonly backfill: boolean
  readonly max?: number
  readonly writes: readonly { readonly target: string; readonly value: Expr }[]
  /** Payload of its one event, besides its number and the times. */
  readonly says: Expr
}

export interface ReferenceModel {
  readonly inputs: ReadonlyMap<string, number>
  readonly formulas: ReadonlyMap<string, Expr>
  readonly rules: readonly ReferenceRule[]
}

export interface Published {
  readonly rule: number
  readonly at: number
  readonly due: number | undefined
  readonly says: Cell
}

/** The visible state of a rule. */
export interface RuleView {
  fired: number
  skipped: number
  last?: { outcome: string; at: number; due?: number; wave: number }
}

interface State extends RuleView {
  edge: boolean
  /** The end of a DEBOUNCE, and the first rise of its streak; the end of a THROTTLE's window. */
  waitEnd: number | undefined
  firstRise: number | undefined
  fellAt: number | undefined
  windowEnd: number | undefined
  interval: Cell
  phase: number
  /** The newest time that is dealt with. */
  cursor: number | undefined
  done: boolean
}

interface Firing {
  readonly rule: number
  readonly due?: number
  /** Its next state if it fires, and if its wave is aborted. */
  fires(): void
  aborted(): void
}

const MAX_WAVES = 32
const GAP_MS = 60_000

export class ReferenceHost {
  readonly #model: ReferenceModel
  readonly #cells = new Map<string, Cell>()
  readonly #states: State[]
  readonly #start: number
  #now: number
  #aliveSince: number
  published: Published[] = []

  constructor(model: ReferenceModel, now: number) {
    this.#model = model
    this.#now = now
    this.#start = now
    this.#aliveSince = now
    for (const [symbol, value] of model.inputs) this.#cells.set(symbol, value)
    this.#states = model.rules.map((rule) => ({
      fired: 0,
      skipped: 0,
      edge: false,
      waitEnd: undefined,
      firstRise: undefined,
      fellAt: undefined,
      windowEnd: undefined,
      interval: rule.trigger.of(this.read),
      phase: now,
      cursor: undefined,
      done: false,
    }))
    this.redeploy()
  }

  readonly read: Read = (symbol) => {
    const formula = this.#model.formulas.get(symbol)
    return formula === undefined ? this.#cells.get(symbol) : formula.of(this.read)
  }

  view(rule: number): RuleView {
    const { fired, skipped, last } = this.#states[rule]!
    if (last === undefined) return { fired, skipped }
    const { outcome, at, due, wave } = last
    const record = due === undefined ? { outcome, at, wave } : { outcome, at, wave, due }
    return { fired, skipped, last: record }
  }

  // Its life

  set(values: Readonly<Record<string, number>>): void {
    this.#waves(this.#commit(Object.entries(values)))
    this.#tick()
  }

  advance(ms: number): void {
    const end = this.#now + ms
    for (let next = this.#next(); next <= end; next = this.#next()) {
      this.#now = Math.max(this.#now, next)
      this.#tick()
    }
    this.#now = end
  }

  /** Nobody looks for so long. */
  sleep(ms: number): void {
    this.#now += ms
    if (ms > GAP_MS) this.#aliveSince = this.#now
    this.#tick()
  }

  down(ms: number): void {
    this.#now += ms
    this.#aliveSince = this.#now
    this.redeploy()
  }

  /** The same source again: nothing but a look at everything. */
  redeploy(): void {
    this.#waves(this.#rises(this.#model.rules.map((_, i) => i)))
    this.#tick()
  }

  // Changes and waves

  /** Writes, and gives what rose by it. */
  #commit(writes: Iterable<readonly [string, Cell]>): Firing[] {
    const { rules } = this.#model
    const seen = () => rules.map(({ trigger }) => trigger.reads.map(this.read))
    const before = seen()
    for (const [symbol, value] of writes) this.#cells.set(symbol, value)
    const after = seen()
    const touched = rules
      .map((_, i) => i)
      .filter((i) => after[i]!.some((value, k) => !Object.is(value, before[i]![k])))
    for (const i of touched) this.#lookAtInterval(i)
    this.#lookAtGates()
    return this.#rises(touched)
  }

  #lookAtInterval(i: number): void {
    const state = this.#states[i]!
    const { kind, trigger } = this.#model.rules[i]!
    const interval = trigger.of(this.read)
    if (kind === 'when' || Object.is(interval, state.interval)) return
    const left = kind === 'at' ? this.#overdue(i) : this.#allDue(i)
    if (left.length > 0) {
      state.skipped += left.length
      state.last = { outcome: 'skipped', at: this.#now, due: left.at(-1)!, wave: 0 }
    }
    state.interval = interval
    if (kind === 'every') Object.assign(state, { phase: this.#now, cursor: undefined })
  }

  #rises(touched: readonly number[]): Firing[] {
    return touched.flatMap((i) => {
      const rule = this.#model.rules[i]!
      const state = this.#states[i]!
      if (rule.kind !== 'when') return []
      const isTrue = Boolean(rule.trigger.of(this.read))
      if (!isTrue) {
        if (state.edge) state.fellAt = this.#now
        state.edge = false
        state.waitEnd = undefined
        if (rule.gate?.max === undefined) state.firstRise = undefined
      }
      return isTrue && !state.edge ? this.#rise(i) : []
    })
  }

  #rise(i: number): Firing[] {
    const { gate } = this.#model.rules[i]!
    const state = this.#states[i]!
    const now = this.#now
    const firing = (fires: () => void): Firing => ({ rule: i, fires, aborted: () => {} })
    if (gate === undefined) return [firing(() => Object.assign(state, { edge: true }))]
    const length = this.#length(i)
    if (length === undefined) {
      state.edge = true
      this.#misconfigured(i)
      return []
    }
    if (gate.kind === 'throttle') {
      if (state.windowEnd !== undefined && now < state.windowEnd) {
        state.edge = true
        state.last = { outcome: 'gated', at: now, wave: 0 }
        return []
      }
      return [firing(() => Object.assign(state, { edge: true, windowEnd: now + length * 1000 }))]
    }
    const isOver = state.fellAt === undefined || now - state.fellAt >= length * 1000
    const firstRise = isOver ? now : (state.firstRise ?? now)
    const latest = gate.max === undefined ? Number.POSITIVE_INFINITY : firstRise + gate.max * 1000
    if (latest <= now) {
      return [firing(() => Object.assign(state, { edge: true, firstRise: undefined }))]
    }
    const waitEnd = Math.min(now + length * 1000, latest)
    Object.assign(state, { edge: true, firstRise, waitEnd })
    return []
  }

  /** Of a gate; undefined if it is none. */
  #length(i: number): number | undefined {
    const length = this.#model.rules[i]!.gate?.length.of(this.read)
    return length !== undefined && length > 0 ? length : undefined
  }

  /** A length that turned wrong ends what waits by it. */
  #lookAtGates(): void {
    this.#states.forEach(({ waitEnd, firstRise, windowEnd }, i) => {
      const waits = waitEnd ?? firstRise ?? windowEnd
      if (waits !== undefined && this.#length(i) === undefined) this.#misconfigured(i)
    })
  }

  #misconfigured(i: number): void {
    const cleared = { waitEnd: undefined, firstRise: undefined, windowEnd: undefined }
    const last = { outcome: 'invalid', at: this.#now, wave: 0 }
    Object.assign(this.#states[i]!, cleared, { last })
  }

  #waves(first: readonly Firing[]): void {
    let firings = first
    for (let wave = 1; firings.length > 0; wave++) {
      const at = this.#now
      const ends = wave > MAX_WAVES
      const failing = firings.filter(({ rule }) => ends || this.#feedsItself(rule))
      for (const { rule, due, aborted } of failing) {
        const outcome = ends ? 'capped' : 'aborted'
        if (ends) this.#states[rule]!.edge = true
        else aborted()
        this.#states[rule]!.last = { outcome, at, wave, ...(due === undefined ? {} : { due }) }
      }
      if (ends) return
      const writes = new Map<string, Cell>()
      for (const { rule, due, fires } of firings.filter((firing) => !failing.includes(firing))) {
        const state = this.#states[rule]!
        fires()
        state.fired++
        state.last = { outcome: 'fired', at, wave, ...(due === undefined ? {} : { due }) }
        const { says } = this.#model.rules[rule]!
        this.published.push({ rule, at, due, says: says.of(this.read) })
        for (const { target, value } of this.#model.rules[rule]!.writes) {
          writes.set(target, value.of(this.read))
        }
      }
      firings = this.#commit(writes)
    }
  }

  #feedsItself(i: number): boolean {
    const { trigger, writes } = this.#model.rules[i]!
    const below = new Set(trigger.reads)
    for (const symbol of below) {
      for (const deeper of this.#model.formulas.get(symbol)?.reads ?? []) below.add(deeper)
    }
    return writes.some(({ target }) => below.has(target))
  }

  // Time

  /** When something is due next, past times included. */
  #next(): number {
    const times = this.#model.rules.map(({ kind }, i) => {
      if (kind === 'when') return this.#states[i]!.waitEnd
      if (kind === 'at') return this.#time(i)
      return this.#occurrence(i, this.#states[i]!.cursor)
    })
    return Math.min(...times.map((time) => time ?? Number.POSITIVE_INFINITY))
  }

  /** The time of an AT that is not dealt with. */
  #time(i: number): number | undefined {
    const { done, cursor } = this.#states[i]!
    const time = this.#model.rules[i]!.trigger.of(this.read)
    return done || time === undefined || Number.isNaN(time) || time === cursor ? undefined : time
  }

  /** Occurrences that are due and not dealt with, by the interval that was last seen. */
  #allDue(i: number): number[] {
    const due: number[] = []
    let at = this.#occurrence(i, this.#states[i]!.cursor)
    for (; at !== undefined && at <= this.#now; at = this.#occurrence(i, at)) due.push(at)
    return due
  }

  /** The same of an AT, whose time is what was last seen. */
  #overdue(i: number): number[] {
    const { done, cursor, interval: time } = this.#states[i]!
    if (done || time === undefined || !(time <= this.#now) || time === cursor) return []
    return [time]
  }

  /** The first one after, counted out from the phase. */
  #occurrence(i: number, after: number | undefined): number | undefined {
    const { interval, phase } = this.#states[i]!
    if (interval === undefined || !(interval > 0)) return undefined
    let at = phase + interval
    while (after !== undefined && at <= after) at += interval
    return at
  }

  #tick(): void {
    while (this.#next() <= this.#now) {
      const runs = this.#model.rules.map(({ kind }, i) =>
        kind === 'when' ? this.#states[i]!.waitEnd : this.#mayRun(i),
      )
      const time = Math.min(...runs.map((due) => due ?? Number.POSITIVE_INFINITY))
      // Everything that was due is skipped.
      if (time > this.#now) continue
      this.#waves(runs.flatMap((due, i) => (due === time ? this.#dueNow(i, time) : [])))
    }
  }

  #dueNow(i: number, due: number): Firing[] {
    const { kind } = this.#model.rules[i]!
    const state = this.#states[i]!
    if (kind !== 'when') {
      const over = (done: boolean) => () => Object.assign(state, { cursor: due, done })
      return [{ rule: i, due, fires: over(kind === 'at'), aborted: over(false) }]
    }
    const ended = { waitEnd: undefined, firstRise: undefined }
    const fires = () => Object.assign(state, ended)
    return [{ rule: i, fires, aborted: () => Object.assign(state, ended, { edge: false }) }]
  }

  /** The first that is due and may run. What may not is over. */
  #mayRun(i: number): number | undefined {
    const { kind, backfill, max } = this.#model.rules[i]!
    const state = this.#states[i]!
    const due: number[] = []
    if (kind === 'at') due.push(this.#time(i) ?? Number.POSITIVE_INFINITY)
    else due.push(...this.#allDue(i))
    if (due.length === 0 || due[0]! > this.#now) return undefined
    const missed = due.filter(
      (at, k) => at < this.#aliveSince || at <= this.#start || k < due.length - 1,
    )
    const replays = backfill ? (max ?? missed.length) : 0
    const skipped = missed.slice(0, Math.max(0, missed.length - replays))
    if (skipped.length > 0) {
      state.skipped += skipped.length
      state.cursor = skipped.at(-1)
      state.last = { outcome: 'skipped', at: this.#now, due: state.cursor!, wave: 0 }
    }
    return due[skipped.length]
  }
}
