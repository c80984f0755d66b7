// Reads sources and simulates with helpers: processes with a heap and a time of their own, so that neither a hostile text
// nor a hostile model can hold up or end this one. Few run at once, and callers take turns. Small sources are
// read here: handing them over would take longer.

import { catalogue as builtIn, type Catalogue, compile } from '@cellwake/language'
import { type AlarmHandle, type Clock, FairQueue, nextTurn } from '@cellwake/scheduler'
import { EngineError } from '../errors.ts'
import {
  COMPILE_DEADLINE_MS,
  HELPER_CALLER_JOBS,
  HELPER_CALLER_WAITING_JOBS,
  HELPER_IDLE_MS,
  HELPERS,
  PART_GIVEN_VALUES,
  SIMULATE_DEADLINE_MS,
  SMALL_SOURCE_CHARS,
} from '../limits.ts'
import type { Simulated, SimulateOptions } from '../simulate/simulated.ts'
import type { ReadSource, SourceReader } from '../source-reader.ts'
import { Helper, type Job } from './helper.ts'
import type { Given } from './messages.ts'
import { SourceJoin, type SourcePart } from './source-parts.ts'

export interface HelpersOptions {
  readonly clock: Clock
  /** The functions that models may call; left out, the language's own. */
  readonly catalogue?: Catalogue
}

export class Helpers implements SourceReader {
  readonly #clock: Clock
  readonly #catalogue: Catalogue
  readonly #queue = new FairQueue<Job>()
  readonly #helpers = new Set<Helper>()
  /** Helpers that know functions which are no more: they end after their job. */
  readonly #outdated = new Set<Helper>()
  /** Number of running jobs of each caller. */
  readonly #running = new Map<string, number>()
  /** Small sources are read one a turn. */
  #small: Promise<unknown> = Promise.resolve()
  #idle: AlarmHandle | undefined
  #closed = false

  constructor({ clock, catalogue = builtIn }: HelpersOptions) {
    this.#clock = clock
    this.#catalogue = catalogue
  }

  read(source: string, by: string): Promise<ReadSource> {
    if (source.length <= SMALL_SOURCE_CHARS) return this.#readHere(source)
    const join = new SourceJoin()
    const take = (part: unknown) => join.take(part as SourcePart)
    const task = { kind: 'compile', source } as const
    return this.#do(
      { task, given: [], deadlineMs: COMPILE_DEADLINE_MS, take },
      by,
      () => join.whole,
    )
  }

  async simulate(source: string, options: SimulateOptions, by: string): Promise<Simulated> {
    const { given = [], onProgress: _, catalogue: __, ...rest } = options
    let text = ''
    const take = (part: unknown) => {
      text = part as string
    }
    const job = {
      task: { kind: 'simulate', source, options: rest } as const,
      given: inParts([...given]),
      deadlineMs: SIMULATE_DEADLINE_MS,
      take,
    }
    return this.#do(job, by, () => JSON.parse(text) as Simulated)
  }

  /** The catalogue holds other functions now: jobs from now on know them. */
  functionsChanged(): void {
    for (const helper of this.#helpers) this.#outdated.add(helper)
    this.#endOutdated()
  }

  /** Ends all helpers. Their jobs are refused. */
  close(): void {
    this.#closed = true
    const reason = new EngineError('closed', 'It is closed.')
    for (const job of this.#queue.all()) job.failed(reason)
    for (const helper of [...this.#helpers]) helper.end(reason)
    if (this.#idle !== undefined) this.#clock.cancel(this.#idle)
  }

  #readHere(source: string): Promise<ReadSource> {
    const before = this.#small
    const read = before.then(nextTurn).then(() => {
      return compile(source, { catalogue: this.#catalogue })
    })
    this.#small = read.catch(() => undefined)
    return read
  }

  #do<T>(job: Omit<Job, 'done' | 'failed'>, by: string, result: () => T): Promise<T> {
    if (this.#closed) throw new EngineError('closed', 'It is closed.')
    if (this.#queue.count(by) >= HELPER_CALLER_WAITING_JOBS) {
      const most = `${HELPER_CALLER_WAITING_JOBS} sources and simulations of one caller wait already.`
      return Promise.reject(new EngineError('busy', most))
    }
    return new Promise((resolve, reject) => {
      const over = (act: () => void) => {
        this.#left(by)
        act()
        this.#next()
      }
      this.#queue.add(by, {
        ...job,
        done: () => over(() => resolve(result())),
        failed: (error) => over(() => reject(error)),
      })
      this.#next()
    })
  }

  #next(): void {
    if (this.#closed) return
    this.#endOutdated()
    const mayRun = (by: string) => (this.#running.get(by) ?? 0) < HELPER_CALLER_JOBS
    for (;;) {
      const free = [...this.#helpers].find(({ isFree }) => isFree)
      if (free === undefined && this.#helpers.size >= HELPERS) return
      const next = this.#queue.take(mayRun)
      if (next === undefined) break
      this.#running.set(next.who, (this.#running.get(next.who) ?? 0) + 1)
      const helper = free ?? this.#start()
      helper.run(next.what)
    }
    this.#restLater()
  }

  #left(by: string): void {
    const running = (this.#running.get(by) ?? 1) - 1
    if (running > 0) this.#running.set(by, running)
    else this.#running.delete(by)
  }

  #start(): Helper {
    const { names } = this.#catalogue
    const own = names.filter((name) => builtIn.get(name) === undefined)
    const signatures = own.map((name) => this.#catalogue.get(name)!)
    const helper: Helper = new Helper(this.#clock, { type: 'functions', signatures }, () => {
      this.#helpers.delete(helper)
      this.#outdated.delete(helper)
      this.#next()
    })
    this.#helpers.add(helper)
    return helper
  }

  #endOutdated(): void {
    const reason = new EngineError('closed', 'The helper knew functions that are no more.')
    for (const helper of [...this.#outdated]) if (helper.isFree) helper.end(reason)
  }

  /** Idle helpers give their memory back. */
  #restLater(): void {
    if (this.#idle !== undefined) this.#clock.cancel(this.#idle)
    this.#idle = this.#clock.wake(this.#clock.now() + HELPER_IDLE_MS, () => {
      this.#idle = undefined
      const idle = new EngineError('closed', 'The helper was not needed.')
      for (const helper of [...this.#helpers]) if (helper.isFree) helper.end(idle)
    })
  }
}

function inParts(given: Given): Given[] {
  const parts: Given[] = []
  for (let from = 0; from < given.length; from += PART_GIVEN_VALUES) {
    parts.push(given.slice(from, from + PART_GIVEN_VALUES))
  }
  return parts
}
