// Cells that changed together, with the revision at which they are so. It is serialized once for all
// readers.

import type { CellView } from '@cellwake/engine'

export type CellViews = ReadonlyMap<string, CellView>

export class Change {
  readonly rev: number
  readonly cells: CellViews
  #body: string | undefined
  readonly #frames = new Map<string, Buffer>()

  constructor(rev: number, cells: CellViews) {
    this.rev = rev
    this.cells = cells
  }

  /** `id` is JSON already. Most clients number their subscriptions from 1, so most frames are the same. */
  frame(id: string): Buffer {
    let frame = this.#frames.get(id)
    if (frame === undefined) {
      frame = Buffer.from(`{"id":${id},"rev":${this.rev},"cells":${this.#text()}}`)
      this.#frames.set(id, frame)
    }
    return frame
  }

  reset(id: string, reason: string): Buffer {
    const body = `{"reason":${JSON.stringify(reason)},"cells":${this.#text()}}`
    return Buffer.from(`{"id":${id},"rev":${this.rev},"reset":${body}}`)
  }

  /** The cells at least as new as a revision. Some of them may have been seen. */
  since(rev: number): Change {
    const cells = new Map([...this.cells].filter(([, view]) => view.rev >= rev))
    return new Change(Math.max(this.rev, rev), cells)
  }

  #text(): string {
    // fromEntries makes own properties of all names, `__proto__` too.
    this.#body ??= JSON.stringify(Object.fromEntries(this.cells))
    return this.#body
  }
}

export function eventFrame(id: string, rev: number, event: unknown): Buffer {
  return Buffer.from(JSON.stringify({ id: JSON.parse(id), rev, event }))
}

export function errorFrame(id: string, code: string, message: string): Buffer {
  return Buffer.from(JSON.stringify({ id, error: { code, message } }))
}
