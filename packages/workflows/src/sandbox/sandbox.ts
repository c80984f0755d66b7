// Runs the scripts of strangers. Each phase has an interpreter of its own in a child process that runs one phase at a
// time. There are few children; workflows take turns; a child that dies, hangs or is torn down is replaced, and no
// other script notices.

import {
  type AlarmHandle,
  type Clock,
  elapsedMs,
  FairQueue,
  systemClock,
} from '@cellwake/scheduler'
import { Abandoned, WorkflowError } from '../errors.ts'
import type { Home, ScriptHome } from '../home.ts'
import type { Limits } from '../limits.ts'
import { Child, type Job } from './child.ts'
import { ScriptError } from './errors.ts'
import { type Launch, launch } from './launch.ts'
import {
  BYTES_PER_CHAR,
  CHILD_IDLE_MS,
  CHILDREN,
  callsPerPhase,
  DESCRIBE_MS,
  FRAME_SLACK_BYTES,
  messageChars,
  SCRIPT_CHARS,
} from './limits.ts'
import type { ScriptPhase, TaskLimits } from './messages.ts'
import { type PhaseContext, toolNames } from './operations.ts'
import { PhaseJob } from './phase-job.ts'

export interface SandboxOptions {
  /** Child processes at once. */
  readonly children?: number
  /** For deadlines of processes, which live in real time. Left out: one that never jumps. */
  readonly clock?: Clock
  /** How a child is started. @internal */
  readonly launch?: Launch
}

/** A caller of the queue that no workflow can be named like. */
const DESCRIBES = ' describe'

export class Sandbox implements ScriptHome, AsyncDisposable {
  readonly #most: number
  readonly #clock: Clock
  readonly #ownsClock: boolean
  readonly #launch: Launch
  readonly #queue = new FairQueue<Job>()
  readonly #children = new Set<Child>()
  #homes = 0
  #idle: AlarmHandle | undefined
  #closed = false

  constructor({ children = CHILDREN, clock, launch: start = launch }: SandboxOptions = {}) {
    this.#most = children
    this.#ownsClock = clock === undefined
    this.#launch = start
    this.#clock = clock ?? systemClock({ unref: true, now: elapsedMs })
  }

  /** The structure of a script: its default export, with `true` for each function. */
  async describe(script: string, limits: Limits): Promise<unknown> {
    if (script.length > SCRIPT_CHARS) {
      const message = `it has ${script.length} characters; ${SCRIPT_CHARS} are allowed`
      throw new ScriptError({ code: 'value', message })
    }
    if (this.#closed) throw new WorkflowError('closed', 'The sandbox is closed.')
    const taskLimits = { ...limitsOf(limits), deadlineMs: Math.min(DESCRIBE_MS, limits.phaseMs) }
    return new Promise((resolve, reject) => {
      const job: Job = {
        task: { kind: 'describe', script, limits: taskLimits },
        maxBytes: taskLimits.messageChars * BYTES_PER_CHAR + FRAME_SLACK_BYTES,
        maxMessages: 1,
        waitsFor: () => undefined,
        call: () => {},
        log: () => {},
        done: (text) => resolve(JSON.parse(text ?? 'null')),
        ended: (end) => reject(end.by === 'host' ? end.error : new ScriptError(end.failure)),
        closed: () => reject(new WorkflowError('closed', 'The sandbox was closed.')),
      }
      this.#add(DESCRIBES, job)
    })
  }

  open(script: string, limits: Limits): Home {
    // A script that is opened twice has two turns.
    const who = `${++this.#homes}`
    const run = (
      phase: ScriptPhase,
      handler: string,
      ctx: PhaseContext,
      args: readonly unknown[],
      signal: AbortSignal,
    ) => this.#phase(who, { script, limits, phase, handler, ctx, args, signal })
    return {
      runProducer: (name, ctx, state, { signal }) => run('producer', name, ctx, [state], signal),
      prepare: (name, ctx, state, { signal }) => run('prepare', name, ctx, [state], signal),
      mutate: (name, ctx, prepared, { signal }) => run('mutate', name, ctx, [prepared], signal),
      next: (name, ctx, prepared, mutation, { signal }) =>
        run('next', name, ctx, [prepared, mutation], signal),
    }
  }

  /** Ends all children. Phases that run are abandoned: they are neither done nor failed. */
  async close(): Promise<void> {
    if (this.#closed) return
    this.#closed = true
    if (this.#idle !== undefined) this.#clock.cancel(this.#idle)
    const jobs = [...this.#queue.all()]
    for (const child of [...this.#children]) {
      const job = child.end()
      if (job !== undefined) jobs.push(job)
    }
    for (const job of jobs) job.closed()
    if (this.#ownsClock) this.#clock.close()
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }

  #phase(
    who: string,
    given: {
      readonly script: string
      readonly limits: Limits
      readonly phase: ScriptPhase
      readonly handler: string
      readonly ctx: PhaseContext
      readonly args: readonly unknown[]
      readonly signal: AbortSignal
    },
  ): Promise<unknown> {
    const { script, limits, phase, handler, ctx, args, signal } = given
    if (this.#closed) return Promise.reject(new Abandoned('the sandbox is closed', 'closed'))
    if (signal.aborted) return Promise.reject(signal.reason)
    const stop = () => job.fail(signal.reason)
    const job: PhaseJob = new PhaseJob({
      task: {
        kind: 'phase',
        script,
        limits: limitsOf(limits),
        phase,
        handler,
        args: args.map((arg) => (arg === undefined ? null : JSON.stringify(arg))),
        now: ctx.now,
        tools: toolNames(ctx),
      },
      ctx,
      decided: () => {
        signal.removeEventListener('abort', stop)
        this.#queue.remove(who, job)
      },
    })
    signal.addEventListener('abort', stop, { once: true })
    this.#add(who, job)
    return job.result
  }

  #add(who: string, job: Job): void {
    this.#queue.add(who, job)
    this.#next()
  }

  #next(): void {
    while (!this.#closed) {
      const free = [...this.#children].find(({ isFree }) => isFree)
      if (free === undefined && this.#children.size >= this.#most) break
      const next = this.#queue.take(() => true)
      if (next === undefined) break
      const child = free ?? this.#start()
      child.run(next.what)
    }
    this.#restLater()
  }

  #start(): Child {
    const child: Child = new Child({
      clock: this.#clock,
      launch: this.#launch,
      changed: () => {
        if (child.isOver) this.#children.delete(child)
        this.#next()
      },
    })
    this.#children.add(child)
    return child
  }

  /** Ends idle children, to free their memory. */
  #restLater(): void {
    if (this.#idle !== undefined) this.#clock.cancel(this.#idle)
    this.#idle = undefined
    if (this.#closed || this.#children.size === 0) return
    this.#idle = this.#clock.wake(this.#clock.now() + CHILD_IDLE_MS, () => {
      this.#idle = undefined
      for (const child of [...this.#children]) if (child.isFree) child.end()
    })
  }
}

function limitsOf(limits: Limits): TaskLimits {
  return {
    memoryBytes: limits.sandboxBytes,
    deadlineMs: limits.phaseMs,
    wallMs: limits.phaseMs,
    messageChars: messageChars(limits),
    calls: callsPerPhase(limits),
  }
}
