// Validates a function's answer against its declaration: its kind, its size and its depth. An answer comes from
// outside and may be hostile; a valid one is plain JSON that the store takes and a formula may read.

import type { ArgumentKind } from '@cellwake/language'
import { CallError } from './errors.ts'
import { inWords, isOfKind, type Plain } from './kinds.ts'
import { ANSWER_DEPTH_LEVELS, ANSWER_SIZE_CHARS } from './limits.ts'

/** A clean copy of the answer; throws `answer` if it violates the declaration. */
export function checkAnswer(name: string, answer: unknown, returns: ArgumentKind): Plain {
  const refuse = (what: string) => new CallError('answer', `${name} ${what}`)
  const given = answer instanceof Date ? isoOf(answer, refuse) : answer
  // Null is blank, for any kind; undefined is a slip.
  if (given === undefined || (given !== null && !isOfKind(given, returns)))
    throw refuse(`answered with ${inWords(given)}, but it declares returns: ${declared(returns)}.`)
  return new Copy(refuse).of(given, 0)
}

function declared(returns: ArgumentKind): string {
  if (returns === 'datetime') return 'datetime, an ISO text such as 2026-01-31T12:00:00Z'
  if (returns === 'duration') return 'duration, an ISO text such as PT15M'
  return returns
}

type Refuse = (what: string) => CallError

class Copy {
  readonly #refuse: Refuse
  #room = ANSWER_SIZE_CHARS

  constructor(refuse: Refuse) {
    this.#refuse = refuse
  }

  of(value: unknown, depth: number): Plain {
    this.#take(typeof value === 'string' ? value.length + 2 : 2)
    switch (typeof value) {
      case 'string':
      case 'boolean':
        return value
      case 'number':
        if (Number.isFinite(value)) return value
        throw this.#refuse(`answered with ${value}, which is no number that a cell can hold.`)
      case 'object':
        if (value === null) return null
        if (depth >= ANSWER_DEPTH_LEVELS)
          throw this.#refuse(`answered with lists or objects over ${ANSWER_DEPTH_LEVELS} deep.`)
        if (value instanceof Date) return isoOf(value, this.#refuse)
        return Array.isArray(value)
          ? value.map((item) => this.of(item, depth + 1))
          : this.#object(value, depth)
      default:
        throw this.#refuse(`answered with ${inWords(value)} inside, which is no JSON.`)
    }
  }

  #object(value: object, depth: number): Plain {
    const prototype = Object.getPrototypeOf(value)
    if (prototype !== null && prototype !== Object.prototype)
      throw this.#refuse(
        `answered with an object of the class ${prototype.constructor?.name}: answer with plain objects.`,
      )
    const entries: [string, Plain][] = []
    for (const [key, item] of Object.entries(value)) {
      if (key === '__proto__') throw this.#refuse('answered with a field __proto__.')
      this.#take(key.length + 3)
      // As in JSON, a field without a value is no field.
      if (item !== undefined) entries.push([key, this.of(item, depth + 1)])
    }
    return Object.fromEntries(entries)
  }

  #take(chars: number): void {
    this.#room -= chars
    if (this.#room < 0)
      throw this.#refuse(`answered with over ${ANSWER_SIZE_CHARS / 1024 / 1024} MB of JSON.`)
  }
}

function isoOf(date: Date, refuse: Refuse): string {
  if (Number.isNaN(date.getTime())) throw refuse('answered with an invalid Date.')
  return date.toISOString()
}
