// How much the models of an engine hold, about: their cells, and the texts, arrays and objects in them. Numbers cost
// nothing beside their cell. A model that would hold more than it may, or more than all may together, is told so where
// the value comes up, so that a process never runs out of memory for what one of its models computes.

import { getHeapStatistics } from 'node:v8'
import type { Ir } from '@cellwake/language'
import { isArray, isObject, type Value } from '@cellwake/runtime'
import { EngineError } from './errors.ts'
import {
  CELL_BYTES,
  ENGINE_BYTES,
  ENGINE_HEAP_SHARE,
  FORMULA_BYTES,
  LONG_TEXT_CHARS,
  MODEL_BYTES,
  NAME_BYTES,
  PART_BYTES,
} from './limits.ts'

/** Of all models of an engine. */
export class Memory {
  readonly #most: number
  used = 0

  constructor(heapBytes = getHeapStatistics().heap_size_limit) {
    this.#most = Math.min(ENGINE_BYTES, heapBytes * ENGINE_HEAP_SHARE)
  }

  /** The account of one model. */
  model(): ModelMemory {
    return new ModelMemory(this)
  }

  hasRoom(more: number): boolean {
    return this.used + more <= this.#most
  }
}

export class ModelMemory {
  readonly #all: Memory
  #values = 0
  #cells = 0
  #source = 0
  /** It had to refuse something in this settling. */
  isFull = false

  constructor(all: Memory) {
    this.#all = all
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
    this.#all.used += more
    return true
  }

  /** What it was built from, which is kept; counted with its cells. */
  take(ir: Ir): void {
    this.#source = sourceBytes(ir)
  }

  hasRoom(more: number): boolean {
    return this.#values + more <= MODEL_BYTES && this.#all.hasRoom(more)
  }

  /** It has so many cells now, beside its source. */
  count(cells: number): void {
    const more = cells * CELL_BYTES + this.#source - this.#cells
    if (more > 0 && !this.#all.hasRoom(more)) this.isFull = true
    this.#cells += more
    this.#all.used += more
  }

  /** It holds nothing any more. */
  release(): void {
    this.#all.used -= this.bytes
    this.#values = 0
    this.#cells = 0
    this.#source = 0
  }
}

export function tooMuchMemory(what: string): EngineError {
  return new EngineError('too-much-memory', `${what} would hold more than there is room for.`)
}

/** What the representation of a source and the templates of its formulas take. Lines that are copies of others take none. */
function sourceBytes({ formulas, rules, names }: Ir): number {
  let bytes = names.length * NAME_BYTES + (formulas.length + rules.length) * FORMULA_BYTES
  const stack: unknown[] = [...formulas.map(({ expr }) => expr), ...rules.map(({ body }) => body)]
  for (let part = stack.pop(); part !== undefined; part = stack.pop()) {
    if (typeof part !== 'object' || part === null) continue
    bytes += PART_BYTES
    for (const inner of Object.values(part)) {
      if (typeof inner === 'object' && inner !== null) stack.push(inner)
    }
  }
  return bytes
}

/** What a value takes beside its cell. */
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
