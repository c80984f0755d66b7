// The provider of the rigs of external calls: it stands outside of every process, answers at once, and remembers each
// call. So it finds duplicate requests without a reason.

import { CallError, defineFunction, type FunctionDefinition } from '@cellwake/workers'

interface Seen {
  readonly job: string
  /** Which of the processes asked. */
  readonly life: number
  readonly answered: boolean
}

export class Witness {
  readonly calls: Seen[] = []
  readonly #tried = new Set<string>()
  /** Jobs that were done when a process began. */
  readonly #over = new Set<string>()

  /** The functions of a worker of one process. A process that is dead gets no answer, and gives none. */
  functions(life: { readonly number: number; readonly dead: boolean }): FunctionDefinition[] {
    const args = [{ name: 'x', kind: 'number' }] as const
    const answer = async (job: string, act: () => number): Promise<number> => {
      if (life.dead) return await new Promise<never>(() => {})
      let answered = false
      try {
        const value = act()
        answered = true
        return value
      } finally {
        this.calls.push({ job, life: life.number, answered })
      }
    }
    // A crash costs an attempt, so there are more of them than a run can crash.
    const retry = { attempts: 8 }
    const common = { args, returns: 'number', timeoutMs: 5_000, retry } as const
    const cache = { ttlMs: 60_000, maxStalenessMs: 600_000, refreshMode: 'background' } as const
    return [
      defineFunction({
        ...common,
        name: 'ASK',
        handler: ([x], { job }) => answer(job, () => Number(x) * 10),
      }),
      defineFunction({
        ...common,
        name: 'AGES',
        cache,
        handler: ([x], { job }) => answer(job, () => Number(x) * 10),
      }),
      defineFunction({
        ...common,
        name: 'FLAKY',
        handler: ([x], { job }) =>
          answer(job, () => {
            const isFirst = !this.#tried.has(job)
            this.#tried.add(job)
            if (isFirst) throw new CallError('transient', 'Not this time.')
            return Number(x) * 10
          }),
      }),
      defineFunction({
        ...common,
        name: 'FAILS',
        handler: (_, { job }) =>
          answer(job, () => {
            throw new CallError('rejected', 'Never.')
          }),
      }),
    ]
  }

  /** A process begins, and these jobs are over. */
  begins(over: Iterable<string>): void {
    for (const job of over) this.#over.add(job)
    this.#askedBefore = this.calls.length
  }

  #askedBefore = 0

  /** Requests repeated since the process began although their job was over. */
  askedAfterTheEnd(): string[] {
    const again = this.calls.slice(this.#askedBefore).filter(({ job }) => this.#over.has(job))
    return again.map(({ job }) => `${job} was asked again, and was over before`)
  }

  /** A call that was answered is only repeated by a process that came after a crash: once for each. */
  repeated(): string[] {
    const lives = new Map<string, number>()
    const problems: string[] = []
    for (const { job, life, answered } of this.calls) {
      if (!answered) continue
      if (lives.get(job) === life) problems.push(`${job} was answered twice by process ${life}`)
      lives.set(job, life)
    }
    return problems
  }
}
