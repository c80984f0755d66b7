// One child, as its host sees it. It has at most one task. A task that outlives its deadline, its memory or its right to
// go on ends with the child, and with nothing else. Real time: a process does not live in virtual time.

import type { AlarmHandle, Clock } from '@cellwake/scheduler'
import { HandlerFailure } from '../errors.ts'
import { FrameReader, frame } from './frames.ts'
import { readFromChild } from './heard.ts'
import type { ChildOnPipes, Launch } from './launch.ts'
import { CHILD_START_MS, INTERRUPT_BEFORE_MS, KILL_AFTER_MS, STDERR_CHARS } from './limits.ts'
import type { FromChild, ScriptFailure, Task, ToChild } from './messages.ts'

/** Why a task ended without a result, other than by the host's own decision. */
export type TaskEnd =
  /** The script's doing. */
  | { readonly by: 'script'; readonly failure: ScriptFailure }
  /** A failure of the host, not of the script. */
  | { readonly by: 'host'; readonly error: Error }

export interface Job {
  readonly task: Task
  /** Longest message of the child, and how many it may send. */
  readonly maxBytes: number
  readonly maxMessages: number
  /** It has a child. */
  begun?(child: Child): void
  /** The awaited operation, if any: named when its time is up. */
  waitsFor(): string | undefined
  call(id: number, op: string, text: string): void
  log(text: string): void
  done(text: string | null): void
  ended(end: TaskEnd): void
  /** The host ends, and so does this. */
  closed(): void
}

export interface ChildOptions {
  readonly clock: Clock
  readonly launch: Launch
  /** Told when it is free again, and when it can do no more. */
  changed(child: Child): void
}

export class Child {
  readonly #options: ChildOptions
  readonly #clock: Clock
  readonly #reader: FrameReader
  #process: ChildOnPipes | undefined
  #tidy: (() => void) | undefined
  #job: Job | undefined
  #alarm: AlarmHandle | undefined
  #messages = 0
  #isReady = false
  #isStopping = false
  #stderr = ''
  isOver = false

  constructor(options: ChildOptions) {
    this.#options = options
    this.#clock = options.clock
    this.#reader = new FrameReader(0, (message) => this.#heard(readFromChild(message)))
    this.#wake(CHILD_START_MS, () => this.#broken('it did not start in time'))
    void this.#start()
  }

  get isFree(): boolean {
    return this.#job === undefined && !this.#isStopping && !this.isOver
  }

  run(job: Job): void {
    this.#job = job
    this.#holdProcess(true)
    job.begun?.(this)
    if (this.#isReady) this.#begin(job)
  }

  answer(job: Job, id: number, text: string | null): void {
    if (this.#job === job) this.#send({ type: 'answer', id, text })
  }

  /** Tears a task down; later messages of it are ignored. */
  stop(job: Job): void {
    if (this.#job !== job) return
    this.#release()
    if (!this.#isReady) {
      // It has not been told of the task yet.
      this.#wake(CHILD_START_MS, () => this.#broken('it did not start in time'))
      this.#options.changed(this)
      return
    }
    this.#isStopping = true
    this.#send({ type: 'stop' })
    this.#wake(KILL_AFTER_MS, () => this.end())
  }

  /** Ends the process. Gives the job that it had, which is not told. */
  end(): Job | undefined {
    const job = this.#job
    if (this.isOver) return undefined
    this.isOver = true
    this.#release()
    this.#process?.kill('SIGKILL')
    this.#tidy?.()
    this.#options.changed(this)
    return job
  }

  async #start(): Promise<void> {
    try {
      const { child, tidy } = await this.#options.launch()
      this.#process = child
      this.#tidy = tidy
      if (this.isOver) {
        child.kill('SIGKILL')
        tidy()
        return
      }
      this.#listen(child)
    } catch (error) {
      this.#broken(error instanceof Error ? error.message : String(error))
    }
  }

  #listen(child: ChildOnPipes): void {
    child.on('error', (error) => this.#broken(error.message))
    child.on('exit', (code, signal) => this.#exited(code, signal))
    // The exit event of a dead child says so itself.
    for (const stream of child.stdio) stream?.on('error', () => {})
    child.stdout.on('data', (chunk: Buffer) => {
      if (this.isOver) return
      try {
        this.#reader.push(chunk)
      } catch (error) {
        this.#broken(error instanceof Error ? error.message : String(error))
      }
    })
    child.stderr.on('data', (chunk: Buffer) => {
      this.#stderr = (this.#stderr + chunk.toString('utf8')).slice(-STDERR_CHARS)
    })
    this.#holdProcess(this.#job !== undefined)
    // The only message before a task.
    this.#reader.maxBytes = 64
  }

  #begin(job: Job): void {
    const { task } = job
    const { deadlineMs } = task.limits
    const margin = Math.min(INTERRUPT_BEFORE_MS, deadlineMs / 10)
    const wallMs = Math.ceil(deadlineMs - margin)
    this.#reader.maxBytes = job.maxBytes
    this.#messages = 0
    this.#send({ type: 'task', task: { ...task, limits: { ...task.limits, wallMs } } })
    this.#wake(wallMs, () => this.#late(job, margin))
  }

  /** The script stops itself if it runs. If it waits, the host ends it. */
  #late(job: Job, margin: number): void {
    const late = `it was not done after ${job.task.limits.deadlineMs / 1_000} s`
    const fail = (why: string) => {
      job.ended({ by: 'script', failure: { code: 'time', message: `${late}, ${why}` } })
    }
    const what = job.waitsFor()
    if (what !== undefined) {
      this.stop(job)
      fail(`and waits for ${what}`)
      return
    }
    this.#wake(margin + KILL_AFTER_MS, () => {
      this.end()
      fail('in one step that cannot be interrupted')
    })
  }

  #heard(message: FromChild | undefined): void {
    if (message === undefined) throw new Error('a message without a known form')
    const job = this.#job
    if (message.type === 'ready') {
      if (this.#isReady) return
      this.#isReady = true
      this.#cancel()
      this.#tidy?.()
      if (job !== undefined) this.#begin(job)
    } else if (message.type === 'stopped') {
      if (!this.#isStopping) return
      this.#isStopping = false
      this.#cancel()
      this.#options.changed(this)
    } else if (this.#isStopping) return
    else if (job === undefined) this.#broken('a message without a task')
    else if (++this.#messages > job.maxMessages) this.#broken('more messages than it may')
    else if (message.type === 'call') job.call(message.id, message.op, message.text)
    else if (message.type === 'log') job.log(message.text)
    else {
      this.#release()
      const isDamaged = message.type === 'failed' && message.failure.code === 'crash'
      if (isDamaged) this.end()
      else this.#options.changed(this)
      if (message.type === 'done') job.done(message.text)
      else job.ended({ by: 'script', failure: message.failure })
    }
  }

  #exited(code: number | null, signal: NodeJS.Signals | null): void {
    const how = signal ?? `code ${code}`
    if (!this.#isReady) this.#broken(`it ended with ${how}. ${this.#stderr}`)
    const job = this.end()
    if (job === undefined) return
    if (signal === 'SIGKILL' || signal === 'SIGTERM') {
      const message = `The sandbox of the script was ended from outside, with ${signal}`
      job.ended({ by: 'host', error: new HandlerFailure({ class: 'transient', message }) })
    } else {
      // A heap or a stack that is full ends a process by a signal of its own.
      const failure = { code: 'crash', message: `it ended its sandbox, with ${how}` } as const
      job.ended({ by: 'script', failure })
    }
  }

  /** Not the doing of a script, or so much its doing that the child cannot be trusted. */
  #broken(why: string): void {
    const job = this.end()
    if (job === undefined) return
    if (this.#isReady) {
      const message = `it ended its sandbox, which sent ${why}`
      job.ended({ by: 'script', failure: { code: 'crash', message } })
    } else {
      const message = `The sandbox for scripts could not be started: ${why}`.trim()
      job.ended({ by: 'host', error: new HandlerFailure({ class: 'internal', message }) })
    }
  }

  #send(message: ToChild): void {
    if (!this.isOver) this.#process?.stdin.write(frame(message))
  }

  #release(): void {
    this.#job = undefined
    this.#holdProcess(false)
    this.#cancel()
  }

  /** A process with a task keeps the host's event loop alive; an idle one does not. */
  #holdProcess(isHeld: boolean): void {
    const child = this.#process
    const how = isHeld ? 'ref' : 'unref'
    child?.[how]()
    for (const stream of child?.stdio ?? [])
      (stream as { ref?(): void; unref?(): void } | null)?.[how]?.()
  }

  /** One alarm at a time. */
  #wake(ms: number, fn: () => void): void {
    this.#cancel()
    this.#alarm = this.#clock.wake(this.#clock.now() + ms, () => {
      this.#alarm = undefined
      fn()
    })
  }

  #cancel(): void {
    if (this.#alarm !== undefined) this.#clock.cancel(this.#alarm)
    this.#alarm = undefined
  }
}
