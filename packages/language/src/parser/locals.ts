// The names that expressions bind for themselves. An inner one may have the name of an outer one.

export class Locals {
  /** How often each is bound around here. */
  private readonly counts = new Map<string, number>()

  has(name: string): boolean {
    return this.counts.size > 0 && this.counts.has(name)
  }

  bind(name: string): void {
    this.counts.set(name, (this.counts.get(name) ?? 0) + 1)
  }

  unbind(words: readonly { readonly text: string }[]): void {
    for (const { text } of words) {
      const left = this.counts.get(text)! - 1
      if (left > 0) this.counts.set(text, left)
      else this.counts.delete(text)
    }
  }
}
