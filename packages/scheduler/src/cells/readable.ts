// Cells and derived values as programs see them.

/** Something with a value that can be read and followed. */
export interface Readable<T> {
  /** The value, up to date. Inside a derived value or a sink it becomes a dependency. */
  get(): T
  /** The value, up to date, without becoming a dependency. */
  peek(): T
}

export interface Cell<T> extends Readable<T> {
  set(value: T): void
  update(fn: (value: T) => T): void
}
