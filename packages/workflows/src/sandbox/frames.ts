// Messages on a pipe: four bytes of length, then JSON. A length beyond the limit is refused before anything is kept, so
// that the other side cannot fill this one's memory. Plain pipes, and not Node's own channel between processes: that one
// also carries handles and has no limit.

import { FrameError } from './errors.ts'

const HEADER_BYTES = 4

export function frame(message: unknown): Buffer {
  const body = Buffer.from(JSON.stringify(message), 'utf8')
  const whole = Buffer.allocUnsafe(HEADER_BYTES + body.length)
  whole.writeUInt32BE(body.length, 0)
  body.copy(whole, HEADER_BYTES)
  return whole
}

/** Puts chunks together to messages. */
export class FrameReader {
  readonly #take: (message: unknown) => void
  /** Longest message. */
  maxBytes: number
  #chunks: Buffer[] = []
  #bytes = 0
  /** Of the message that is coming; undefined while its header is. */
  #length: number | undefined

  constructor(maxBytes: number, take: (message: unknown) => void) {
    this.maxBytes = maxBytes
    this.#take = take
  }

  push(chunk: Buffer): void {
    this.#chunks.push(chunk)
    this.#bytes += chunk.length
    for (;;) {
      if (this.#length === undefined) {
        if (this.#bytes < HEADER_BYTES) return
        this.#length = this.#cut(HEADER_BYTES).readUInt32BE(0)
        if (this.#length > this.maxBytes) {
          throw new FrameError(`a message of ${this.#length} bytes; ${this.maxBytes} are allowed`)
        }
      }
      if (this.#bytes < this.#length) return
      const body = this.#cut(this.#length)
      this.#length = undefined
      this.#take(parsed(body))
    }
  }

  /** The first bytes. Chunks are joined once a message is complete, not each time one comes. */
  #cut(bytes: number): Buffer {
    const all = this.#chunks.length === 1 ? this.#chunks[0]! : Buffer.concat(this.#chunks)
    const rest = all.subarray(bytes)
    this.#chunks = rest.length > 0 ? [rest] : []
    this.#bytes = rest.length
    return all.subarray(0, bytes)
  }
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    throw new FrameError('a message that is no JSON')
  }
}
