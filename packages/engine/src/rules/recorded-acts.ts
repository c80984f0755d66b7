// Record of one firing: its writes and events, as long as they are few. The rest is counted:
// a rule that fills a rectangle of a million cells must not carry them all along as its last act.

import { isArray, isError, isObject, type Value } from '@cellwake/runtime'
import { RECORD_CHARS, RECORD_ENTRIES } from '../limits.ts'
import type { RuleEvent, RuleRecord, RuleWrite } from './rule-state.ts'

export class RecordedActs {
  readonly writes: RuleWrite[] = []
  readonly events: RuleEvent[] = []
  #moreWrites = 0
  #moreEvents = 0
  #room = RECORD_CHARS

  /** `symbol` is asked for only if there is room. */
  wrote(symbol: () => string, before: Value, after: Value): void {
    const size = charsOf(before) + charsOf(after)
    if (this.writes.length < RECORD_ENTRIES && size <= this.#room) {
      this.#room -= size
      this.writes.push({ symbol: symbol(), before, after })
    } else this.#moreWrites++
  }

  published(event: RuleEvent): void {
    const size = event.args.reduce<number>((sum, arg) => sum + charsOf(arg), 0)
    if (this.events.length < RECORD_ENTRIES && size <= this.#room) {
      this.#room -= size
      this.events.push(event)
    } else this.#moreEvents++
  }

  /** Counts of the acts left out; empty if there are none. */
  get more(): Pick<RuleRecord, 'more'> {
    const [writes, events] = [this.#moreWrites, this.#moreEvents]
    return writes + events === 0 ? {} : { more: { writes, events } }
  }
}

/** About how many characters a value takes as text. */
export function charsOf(value: Value): number {
  if (typeof value === 'string') return value.length + 2
  if (typeof value !== 'object') return 8
  if (isArray(value)) return sumOf(value.items)
  if (isObject(value)) {
    let chars = sumOf(value.values)
    for (const key of value.keys) chars += key.length + 2
    return chars
  }
  return isError(value) ? value.message.length + value.origin.length + 40 : 40
}

function sumOf(values: readonly Value[]): number {
  let chars = 40
  for (let i = 0; i < values.length; i++) chars += charsOf(values[i]!)
  return chars
}
