// Estimate of the memory of an engine's models: their cells, and the texts, arrays and objects in them. Numbers cost
// nothing beside their cell. A model that would exceed its limit, or that of all together, gets an error where the value
// comes up, so that a process never runs out of memory for a value of one of its models.

import { getHeapStatistics } from 'node:v8'
import type { Ir, IrExpr } from '@cellwake/language'
import { isArray, isObject, type Value } from '@cellwake/runtime'
import { EngineError } from '../errors.ts'
import {
  CELL_BYTES,
  ENGINE_BYTES,
  ENGINE_HEAP_SHARE,
  FORMULA_BYTES,
  GIVEN_BYTES,
  LONG_TEXT_CHARS,
  LOOK_CELLS,
  MODEL_BYTES,
  NAME_BYTES,
  OWNER_SHARE,
  PART_BYTES,
} from '../limits.ts'
import type { Work } from '../model/slices.ts'

/** Parts of a source that are counted between two looks at the time. */
const LOOK_PARTS = 8 * LOOK_CELLS

/** Memory of one caller's models. */
interface OwnerMemory {
  used: number
}

/** Memory account of all models of an engine. */
export class Memory {
  readonly #most: number
  /** Limit of one caller: some is left for others. */
  readonly ownerMost: number
  readonly #owners = new Map<string, OwnerMemory>()
  used = 0

  constructor(heapBytes = getHeapStatistics().heap_size_limit) {
    this.#most = Math.min(ENGINE_BYTES, heapBytes * ENGINE_HEAP_SHARE)
    this.ownerMost = this.#most * OWNER_SHARE
  }

  /** The account of one model, which counts for the caller that deployed it. */
  model(owner = ''): ModelMemory {
    const known = this.#owners.get(owner) ?? { used: 0 }
    this.#owners.set(owner, known)
    return new ModelMemory(this, known)
  }

  hasRoom(more: number): boolean {
    return this.used + more <= this.#most
  }
}

export class ModelMemory {
  readonly #all: Memory
  readonly #owner: OwnerMemory
  #values = 0
  #cells = 0
  #source = 0
  /** Something was refused in this settling. */
  isFull = false

  constructor(all: Memory, owner: OwnerMemory) {
    this.#all = all
    this.#owner = owner
  }

  get bytes(): number {
    return this.#values + this.#cells
  }

  /** A value takes the place of another. False if there is no room for it; then nothing has changed. */
  replace(old: Value, value: Value): boolean {
    const more = bytesOf(value) - bytesOf(old)
    if (more === 0) return true
    if (more > 0 && !this.hasRoom(more)) {
      this.isFull = true
      return false
    }
    this.#values += more
    this.#hold(more)
    return true
  }

  /** Counts the rules and names of its source, with its cells. */
  *take(ir: Ir, pause: () => boolean): Work<void> {
    this.#source = yield* sourceBytes(ir, pause)
  }

  /** Counts a formula of a new form with so many parts. False if there is no room for its compiled code. */
  takeForm(parts: number): boolean {
    const more = FORMULA_BYTES + parts * PART_BYTES
    if (!this.#mayHold(more)) return false
    this.#source += more
    this.#cells += more
    this.#hold(more)
    return true
  }

  hasRoom(more: number): boolean {
    return this.#values + more <= MODEL_BYTES && this.#mayHold(more)
  }

  #mayHold(more: number): boolean {
    return this.#owner.used + more <= this.#all.ownerMost && this.#all.hasRoom(more)
  }

  #hold(more: number): void {
    this.#owner.used += more
    this.#all.used += more
  }

  /** Whether there is room for so many new cells with given values. */
  hasRoomForGiven(cells: number): boolean {
    return this.#mayHold(cells * (CELL_BYTES + GIVEN_BYTES))
  }

  /** Sets the number of cells, and of given values in them, beside its source. */
  count(cells: number, given: number): void {
    const more = cells * CELL_BYTES + given * GIVEN_BYTES + this.#source - this.#cells
    if (more > 0 && !this.#mayHold(more)) this.isFull = true
    this.#cells += more
    this.#hold(more)
  }

  /** Releases all of it. */
  release(): void {
    this.#hold(-this.bytes)
    this.#values = 0
    this.#cells = 0
    this.#source = 0
  }
}

export function tooMuchMemory(what: string): EngineError {
  return new EngineError('too-much-memory', `${what} would hold more than there is room for.`)
}

/** Formulas become nodes, and share their compiled code. */
function* sourceBytes({ rules, names }: Ir, pause: () => boolean): Work<number> {
  const whole = names.length * NAME_BYTES + rules.length * FORMULA_BYTES
  let parts = 0
  const stack: unknown[] = []
  for (const { body } of rules) {
    stack.push(body)
    for (let part = stack.pop(); part !== undefined; part = stack.pop()) {
      if (typeof part !== 'object' || part === null) continue
      if (++parts % LOOK_PARTS === 0 && pause()) yield
      for (const inner of Object.values(part)) {
        if (typeof inner === 'object' && inner !== null) stack.push(inner)
      }
    }
  }
  return whole + parts * PART_BYTES
}

/** Number of forms in an expression. */
export function partsIn(expr: IrExpr): number {
  let parts = 0
  const stack: unknown[] = [expr]
  for (let part = stack.pop(); part !== undefined; part = stack.pop()) {
    if (!Array.isArray(part)) continue
    parts++
    for (const inner of part) if (Array.isArray(inner)) stack.push(inner)
  }
  return parts
}

/** Bytes of a value beside its cell. */
export function bytesOf(value: Value): number {
  if (typeof value === 'string') return value.length < LONG_TEXT_CHARS ? 0 : value.length
  if (typeof value !== 'object') return 0
  if (isArray(value)) return listBytes(value.items)
  // Its names take as much as places for values.
  return isObject(value) ? value.values.length * 8 + listBytes(value.values) : 0
}

function listBytes(items: readonly Value[]): number {
  let bytes = items.length * 8
  for (let i = 0; i < items.length; i++) {
    const item = items[i]!
    if (typeof item !== 'number') bytes += typeof item === 'string' ? item.length : bytesOf(item)
  }
  return bytes
}
