// Limits of one answer: cells looked at, and bytes. A larger one is refused before it is made.

import type { Value } from '@cellwake/runtime'
import { EngineError } from '../errors.ts'
import { bytesOf } from '../graph/memory.ts'
import { ANSWER_BYTES, ANSWER_LOOKS } from '../limits.ts'

export class AnswerRoom {
  #looks = ANSWER_LOOKS
  #bytes = ANSWER_BYTES

  /** One more cell is looked at; it may be in the answer already. */
  look(): void {
    if (--this.#looks >= 0) return
    const most = `An answer looks at ${ANSWER_LOOKS} cells at most, all rectangles together.`
    throw new EngineError('too-much-work', most)
  }

  /** A value goes into the answer. */
  take(value: Value): Value {
    this.#use(bytesOf(value))
    return value
  }

  /** The text of a formula goes into the answer. */
  write(text: string | undefined): string | undefined {
    this.#use(text?.length ?? 0)
    return text
  }

  #use(bytes: number): void {
    this.#bytes -= bytes
    if (this.#bytes >= 0) return
    const most = `The values of an answer take ${ANSWER_BYTES} bytes at most.`
    throw new EngineError('too-much-memory', most)
  }
}
