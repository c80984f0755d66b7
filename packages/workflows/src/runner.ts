// Round-robin scheduling among the workflows of a host. Workflows that may be ready form a ring; each gets one turn and
// goes to the end, so with m ready workflows each starts within m starts. One alarm of the clock wakes those that wait for
// a time. A workflow that has not been triggered is not polled.

import { type AlarmHandle, Alarms, type Clock } from '@cellwake/scheduler'

export interface Runnable {
  /** Does the next thing, if there is one. True if there may be another. */
  turn(): Promise<boolean>
  /** When something will be due though nothing happens; Infinity for never. */
  nextWake(): number
}

export class Runner<W extends Runnable> {
  readonly #clock: Clock
  readonly #atOnce: number
  readonly #ring: W[] = []
  /** queued: in the ring. running: has its turn. again: has its turn, and was poked meanwhile. */
  readonly #states = new Map<W, 'queued' | 'running' | 'again'>()
  readonly #alarms = new Alarms<W>()
  readonly #handles = new Map<W, AlarmHandle>()
  readonly #beside = new Set<Promise<unknown>>()
  #alarm: AlarmHandle | undefined
  #active = 0
  #closed = false
  #waiting: (() => void)[] = []

  constructor(clock: Clock, atOnce: number) {
    this.#clock = clock
    this.#atOnce = atOnce
  }

  /** It may be ready. */
  poke(workflow: W): void {
    if (this.#closed) return
    const state = this.#states.get(workflow)
    if (state === 'running') this.#states.set(workflow, 'again')
    if (state !== undefined) return
    this.#states.set(workflow, 'queued')
    this.#ring.push(workflow)
    this.#pump()
  }

  /** It is gone: nothing of it is waited for any more. */
  remove(workflow: W): void {
    const at = this.#ring.indexOf(workflow)
    if (at >= 0) {
      this.#ring.splice(at, 1)
      this.#states.delete(workflow)
    }
    this.#disarm(workflow)
  }

  /** Work beside the turns, to be over before it is idle. */
  track(work: Promise<unknown>): void {
    const over: Promise<void> = work.then(
      () => this.#ended(over),
      () => this.#ended(over),
    )
    this.#beside.add(over)
  }

  get busy(): boolean {
    return this.#active > 0 || this.#ring.length > 0 || this.#beside.size > 0
  }

  /** Resolves when nothing is under way and nothing could start now. */
  async idle(): Promise<void> {
    while (this.busy) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
    }
  }

  /** Resolves when runs under way are over; nothing starts any more. */
  async close(): Promise<void> {
    this.#closed = true
    this.#ring.length = 0
    if (this.#alarm !== undefined) this.#clock.cancel(this.#alarm)
    await this.idle()
  }

  #pump(): void {
    while (this.#active < this.#atOnce && this.#ring.length > 0) {
      const workflow = this.#ring.shift()!
      this.#states.set(workflow, 'running')
      this.#active++
      void this.#turn(workflow)
    }
  }

  async #turn(workflow: W): Promise<void> {
    const more = await workflow.turn()
    this.#active--
    const again = more || this.#states.get(workflow) === 'again'
    this.#states.delete(workflow)
    if (again && !this.#closed) this.poke(workflow)
    else this.#arm(workflow)
    this.#pump()
    this.#rest()
  }

  #arm(workflow: W): void {
    this.#disarm(workflow)
    if (this.#closed) return
    const at = workflow.nextWake()
    if (!Number.isFinite(at)) return
    this.#handles.set(workflow, this.#alarms.add(at, workflow))
    this.#setAlarm()
  }

  #disarm(workflow: W): void {
    const handle = this.#handles.get(workflow)
    if (handle === undefined) return
    this.#handles.delete(workflow)
    this.#alarms.cancel(handle)
  }

  #setAlarm(): void {
    const at = this.#alarms.nextAt
    if (!Number.isFinite(at) || this.#closed) return
    if (this.#alarm !== undefined && this.#clock.move(this.#alarm, at)) return
    this.#alarm = this.#clock.wake(at, () => {
      this.#alarm = undefined
      const now = this.#clock.now()
      while (this.#alarms.nextAt <= now) {
        const workflow = this.#alarms.pop()!
        this.#handles.delete(workflow)
        this.poke(workflow)
      }
      this.#setAlarm()
    })
  }

  #ended(work: Promise<unknown>): void {
    this.#beside.delete(work)
    this.#rest()
  }

  #rest(): void {
    if (this.busy) return
    const waiting = this.#waiting
    this.#waiting = []
    for (const resolve of waiting) resolve()
  }
}
