// The locals in scope: bindings, parameters and piped values. A local shadows one of the same name
// from outside, and a name of the model.

import type { IrExpr } from './ir.ts'

export interface Local {
  /** `_` for a piped value. */
  readonly name: string
  /** -1 when something stands for it instead. */
  readonly slot: number
  /** The expression substituted for it, without a slot: a reference or a number. */
  readonly replacement: IrExpr | undefined
  /** The value of a binding; undefined for a parameter. */
  readonly value: IrExpr | undefined
  /** The local of the same name that it hides. */
  readonly hidden: Local | undefined
  used: boolean
}

export class Scope {
  /** How many slots are taken so far. */
  slots = 0
  readonly #byName = new Map<string, Local>()
  readonly #bySlot: (Local | undefined)[] = []
  readonly #open: Local[] = []

  /** How many locals are in scope: a mark to leave to. */
  get size(): number {
    return this.#open.length
  }

  find(name: string): Local | undefined {
    return this.#open.length === 0 ? undefined : this.#byName.get(name)
  }

  /** The binding or parameter in a slot, while it is in scope. */
  inSlot(slot: number): Local | undefined {
    return this.#bySlot[slot]
  }

  names(): string[] {
    return [...this.#byName.keys()]
  }

  /** Brings a value into scope. An atom is as cheap to write again, and gets no slot. */
  bind(name: string, value: IrExpr): Local {
    return this.#add(name, isAtom(value) ? value : undefined, value)
  }

  parameter(name: string): Local {
    return this.#add(name, undefined, undefined)
  }

  /** Takes the locals since a mark out of scope again. */
  leave(size: number): void {
    while (this.#open.length > size) {
      const { name, slot, hidden } = this.#open.pop()!
      if (hidden === undefined) this.#byName.delete(name)
      else this.#byName.set(name, hidden)
      if (slot >= 0) this.#bySlot[slot] = undefined
    }
  }

  /** Starts over, for the next formula. */
  reset(): void {
    if (this.slots === 0 && this.#open.length === 0) return
    this.leave(0)
    this.slots = 0
    this.#bySlot.length = 0
  }

  #add(name: string, replacement: IrExpr | undefined, value: IrExpr | undefined): Local {
    const slot = replacement === undefined ? this.slots++ : -1
    const local = { name, slot, replacement, value, hidden: this.#byName.get(name), used: false }
    this.#byName.set(name, local)
    this.#open.push(local)
    if (slot >= 0) this.#bySlot[slot] = local
    return local
  }
}

/** The expression for a local. */
export function useLocal(local: Local): IrExpr {
  local.used = true
  return local.replacement ?? ['local', local.slot]
}

// References must stay references: ROW(x) and OFFSET(x, …) use the place, not the value.
function isAtom(value: IrExpr): boolean {
  if (typeof value === 'number' || typeof value === 'boolean') return true
  if (typeof value === 'string') return false
  const [tag] = value
  return tag === 'cell' || tag === 'range' || tag === 'name' || tag === 'spill' || tag === 'local'
}
