// Lists, element by element: a derived value for each, made and dropped as the list grows and shrinks.

import type { Readable } from './readable.ts'

/** An element beyond the end of its list. */
const GONE = Symbol('gone')

export interface ElementsHost {
  derive<T>(fn: () => T): Readable<T>
  remove(dropped: Readable<unknown>): void
}

export function elementsOf<T, U>(
  { derive, remove }: ElementsHost,
  list: Readable<readonly T[]>,
  fn: (item: T, index: number) => U,
): () => readonly Readable<U>[] {
  const length = derive(() => list.get().length)
  const elements: Readable<U>[] = []
  return () => {
    const wanted = length.get()
    while (elements.length < wanted) {
      const index = elements.length
      // An element that is gone must not reach the function before it is dropped.
      const item = derive(() => (index < length.get() ? list.get()[index] : GONE))
      elements.push(
        derive(() => {
          const value = item.get()
          return value === GONE ? (undefined as U) : fn(value as T, index)
        }),
      )
    }
    for (const dropped of elements.splice(wanted)) remove(dropped)
    return elements
  }
}
