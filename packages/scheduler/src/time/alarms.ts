// A heap of alarms: add, cancel, move and pop in O(log n), earliest first, and among equals in the
// order of arming. It has no clock and no timer; a clock drives it.
// A 4-ary heap in typed arrays: children share a cache line, a million alarms take about 36 MB, and
// the garbage collector sees a few arrays instead of a million objects. Each alarm has a slot that
// does not move while it is armed; the heap holds times and slots, `place` leads from slot to heap.
// A handle is slot + generation, so that a handle kept too long never touches its slot's next alarm.
import { SchedulerError } from '../errors.ts'
import { ALARMS_INITIAL_COUNT, ALARMS_MAX_COUNT } from '../limits.ts'

/** Names one armed alarm, until it is popped or cancelled. */
export type AlarmHandle = number

const generations = 2 ** 27

/** Alarms with a payload each, in order of time, then of arming. */
export class Alarms<T> {
  #times = new Float64Array(ALARMS_INITIAL_COUNT)
  #slots = new Uint32Array(ALARMS_INITIAL_COUNT)
  /** Index of a slot in the heap; for a free slot, the complement of the next free one. */
  #place = new Int32Array(ALARMS_INITIAL_COUNT)
  #generation = new Uint32Array(ALARMS_INITIAL_COUNT)
  #order = new Float64Array(ALARMS_INITIAL_COUNT)
  #payloads: (T | undefined)[] = []
  #size = 0
  #used = 0
  #free = -1
  #armed = 0
  #firstGeneration = 0
  #lastGeneration = 0

  /** Number of armed alarms. */
  get size(): number {
    return this.#size
  }

  /** The time of the earliest alarm; Infinity if there is none. */
  get nextAt(): number {
    return this.#size === 0 ? Number.POSITIVE_INFINITY : this.#times[0]!
  }

  /** Arms an alarm and returns its handle. */
  add(at: number, payload: T): AlarmHandle {
    checkTime(at)
    const slot = this.#takeSlot()
    this.#payloads[slot] = payload
    this.#order[slot] = this.#armed++
    this.#up(this.#size++, at, slot)
    return this.#generation[slot]! * ALARMS_MAX_COUNT + slot
  }

  /** Whether the alarm is still armed. */
  has(handle: AlarmHandle): boolean {
    return this.#find(handle) >= 0
  }

  /** Disarms an alarm; false if it was popped or cancelled before. */
  cancel(handle: AlarmHandle): boolean {
    const slot = this.#find(handle)
    if (slot < 0) return false
    this.#remove(this.#place[slot]!)
    this.#release(slot)
    return true
  }

  /** Arms an alarm anew for another time; among equals it is now the last. False if it is gone. */
  move(handle: AlarmHandle, at: number): boolean {
    checkTime(at)
    const slot = this.#find(handle)
    if (slot < 0) return false
    this.#order[slot] = this.#armed++
    const place = this.#place[slot]!
    if (at < this.#times[place]!) this.#up(place, at, slot)
    else this.#down(place, at, slot)
    return true
  }

  /** Takes the earliest alarm out and returns its payload. */
  pop(): T | undefined {
    if (this.#size === 0) return undefined
    const slot = this.#slots[0]!
    const payload = this.#payloads[slot]
    this.#remove(0)
    this.#release(slot)
    return payload
  }

  /** Disarms all. Handles given out before stay void. */
  clear(): void {
    this.#size = 0
    this.#reset()
  }

  #find(handle: AlarmHandle): number {
    const slot = handle % ALARMS_MAX_COUNT
    if (!(slot < this.#used) || this.#place[slot]! < 0) return -1
    return this.#generation[slot] === (handle - slot) / ALARMS_MAX_COUNT ? slot : -1
  }

  #takeSlot(): number {
    const free = this.#free
    if (free >= 0) {
      this.#free = ~this.#place[free]!
      return free
    }
    if (this.#used === this.#place.length) this.#grow()
    const slot = this.#used++
    this.#generation[slot] = this.#firstGeneration
    return slot
  }

  #release(slot: number): void {
    this.#payloads[slot] = undefined
    const generation = (this.#generation[slot]! + 1) % generations
    this.#generation[slot] = generation
    if (generation > this.#lastGeneration) this.#lastGeneration = generation
    this.#place[slot] = ~this.#free
    this.#free = slot
    if (this.#size === 0 && this.#used > ALARMS_INITIAL_COUNT) this.#reset()
  }

  /** An emptied heap gives its memory back, so one burst does not cost its size for ever. */
  #reset(): void {
    this.#firstGeneration = (this.#lastGeneration + 1) % generations
    this.#lastGeneration = this.#firstGeneration
    this.#times = new Float64Array(ALARMS_INITIAL_COUNT)
    this.#slots = new Uint32Array(ALARMS_INITIAL_COUNT)
    this.#place = new Int32Array(ALARMS_INITIAL_COUNT)
    this.#generation = new Uint32Array(ALARMS_INITIAL_COUNT)
    this.#order = new Float64Array(ALARMS_INITIAL_COUNT)
    this.#payloads = []
    this.#used = 0
    this.#free = -1
  }

  #grow(): void {
    const size = this.#place.length * 2
    if (size > ALARMS_MAX_COUNT)
      throw new SchedulerError('too-many-alarms', `More than ${ALARMS_MAX_COUNT} alarms are armed.`)
    this.#times = copyInto(new Float64Array(size), this.#times)
    this.#slots = copyInto(new Uint32Array(size), this.#slots)
    this.#place = copyInto(new Int32Array(size), this.#place)
    this.#generation = copyInto(new Uint32Array(size), this.#generation)
    this.#order = copyInto(new Float64Array(size), this.#order)
  }

  /** Fills the hole at `place` with the last alarm. */
  #remove(place: number): void {
    const last = --this.#size
    if (place === last) return
    const at = this.#times[last]!
    const slot = this.#slots[last]!
    const parent = (place - 1) >> 2
    if (place > 0 && this.#before(at, slot, parent)) this.#up(place, at, slot)
    else this.#down(place, at, slot)
  }

  #before(at: number, slot: number, place: number): boolean {
    const other = this.#times[place]!
    return at < other || (at === other && this.#order[slot]! < this.#order[this.#slots[place]!]!)
  }

  #up(from: number, at: number, slot: number): void {
    const [times, slots, places] = [this.#times, this.#slots, this.#place]
    let place = from
    while (place > 0) {
      const parent = (place - 1) >> 2
      if (!this.#before(at, slot, parent)) break
      times[place] = times[parent]!
      const other = slots[parent]!
      slots[place] = other
      places[other] = place
      place = parent
    }
    times[place] = at
    slots[place] = slot
    places[slot] = place
  }

  #down(from: number, at: number, slot: number): void {
    const [times, slots, places] = [this.#times, this.#slots, this.#place]
    const size = this.#size
    let place = from
    for (;;) {
      const first = 4 * place + 1
      if (first >= size) break
      const end = Math.min(first + 4, size)
      let least = first
      for (let child = first + 1; child < end; child++)
        if (this.#before(times[child]!, slots[child]!, least)) least = child
      if (this.#before(at, slot, least)) break
      times[place] = times[least]!
      const other = slots[least]!
      slots[place] = other
      places[other] = place
      place = least
    }
    times[place] = at
    slots[place] = slot
    places[slot] = place
  }
}

function checkTime(at: number): void {
  if (!Number.isFinite(at))
    throw new SchedulerError('time-out-of-range', `An alarm cannot be set for ${at}.`)
}

function copyInto<A extends Float64Array | Uint32Array | Int32Array>(to: A, from: A): A {
  to.set(from)
  return to
}
