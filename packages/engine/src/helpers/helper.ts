// One helper of the host: a process of its own, started when it is first needed, with a heap that has a limit. A job
// that exceeds its memory or its time ends with the helper, and with nothing else; the next job gets a new one. A
// thread would not do: one whose heap is full may take the whole process with it.

import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { type AlarmHandle, type Clock, nextTurn } from '@cellwake/scheduler'
import { DiagnosticsError, EngineError } from '../errors.ts'
import { HELPER_HEAP_MB } from '../limits.ts'
import type { Failure, FromHelper, Given, Task, ToHelper } from './messages.ts'
import { giveWay } from './priority.ts'

export interface Job {
  readonly task: Task
  readonly given: readonly Given[]
  /** From when the helper has it. */
  readonly deadlineMs: number
  take(part: unknown): void
  done(): void
  failed(error: unknown): void
}

export class Helper {
  readonly #clock: Clock
  readonly #child: ChildProcess
  readonly #ended: () => void
  #job: Job | undefined
  #alarm: AlarmHandle | undefined
  #isReady = false
  isOver = false

  /** `ended` is told when it can do no more. */
  constructor(clock: Clock, first: ToHelper, ended: () => void) {
    this.#clock = clock
    this.#ended = ended
    this.#child = fork(program, [], {
      // Settings of the host are not inherited: its secrets, an inspector's port, a loader.
      env: {},
      execArgv: [`--max-old-space-size=${HELPER_HEAP_MB}`],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    giveWay(this.#child)
    this.#child.on('message', (message) => void this.#heard(message as FromHelper))
    this.#child.on('error', (error) => this.#end(error))
    this.#child.on('exit', (code, signal) => this.#end(reasonOf(code, signal)))
    this.#send(first)
    this.#holdProcess(false)
  }

  get isFree(): boolean {
    return this.#job === undefined && !this.isOver
  }

  run(job: Job): void {
    this.#job = job
    this.#holdProcess(true)
    if (this.#isReady) void this.#begin(job)
  }

  /** Ends it with its job, for a reason. */
  end(reason: unknown): void {
    this.#end(reason)
  }

  async #begin(job: Job): Promise<void> {
    const over = () => {
      const seconds = Math.round(job.deadlineMs / 1_000)
      this.#end(new EngineError('too-much-work', `It was not done after ${seconds} seconds.`))
    }
    this.#alarm = this.#clock.wake(this.#clock.now() + job.deadlineMs, over)
    for (const given of job.given) {
      if (this.#job !== job) return
      this.#send({ type: 'given', given })
      await nextTurn()
    }
    if (this.#job === job) this.#send({ type: 'task', task: job.task })
  }

  async #heard(message: FromHelper): Promise<void> {
    const job = this.#job
    if (message.type === 'ready') {
      this.#isReady = true
      if (job !== undefined) await this.#begin(job)
    } else if (message.type === 'part') {
      job?.take(message.part)
      await nextTurn()
      if (this.#job === job) this.#send({ type: 'next' })
    } else if (message.type === 'done') this.#over()?.done()
    else this.#over()?.failed(errorOf(message.failure))
  }

  #send(message: ToHelper): void {
    // One that has gone says so itself.
    if (!this.isOver && this.#child.connected) this.#child.send(message, () => {})
  }

  #over(): Job | undefined {
    const job = this.#job
    this.#job = undefined
    this.#holdProcess(false)
    if (this.#alarm !== undefined) this.#clock.cancel(this.#alarm)
    this.#alarm = undefined
    return job
  }

  /** A process with a job is kept alive by its helper; one without a job is not. */
  #holdProcess(isHeld: boolean): void {
    const how = isHeld ? 'ref' : 'unref'
    this.#child[how]()
    this.#child.channel?.[how]()
  }

  #end(reason: unknown): void {
    if (this.isOver) return
    this.isOver = true
    this.#child.kill('SIGKILL')
    this.#over()?.failed(reason)
    this.#ended()
  }
}

/** From source in a clone of the project, and from the build in a published package. */
const isSource = import.meta.url.endsWith('.ts')
const program = fileURLToPath(
  new URL(isSource ? './from-source.mjs' : './program.js', import.meta.url),
)

/** A heap that is full ends its process by SIGABRT, a machine that is full by SIGKILL. */
function reasonOf(code: number | null, signal: NodeJS.Signals | null): Error {
  if (signal === 'SIGABRT' || signal === 'SIGKILL' || code === 134) {
    return new EngineError('too-much-memory', `It took more than ${HELPER_HEAP_MB} MiB.`)
  }
  return new Error(`a helper ended by itself, with ${signal ?? code}`)
}

function errorOf({ code, what, diagnostics }: Failure): Error {
  if (diagnostics !== undefined) return new DiagnosticsError(diagnostics)
  return code === undefined ? new Error(what) : new EngineError(code, what)
}
