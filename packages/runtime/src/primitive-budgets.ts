// The budget of one evaluation: steps of work and bytes allocated. One evaluation is under way at a time.
// Part of `primitives.ts`; Lua has its own.

import { OutOfFuel } from './errors.ts'
import { EVALUATION_MAX_BYTES } from './limits.ts'

/** As steps: as many as it takes. A whole number, since others are an object of their own each time. */
export const UNLIMITED: number = 2 ** 30

const budget = { steps: UNLIMITED, bytes: UNLIMITED, round: 0 }

/** Gives the next evaluation its steps and bytes. Returns the steps left; below zero when they were not enough. */
export function refuel(steps: number): number {
  const left = budget.steps
  budget.steps = steps
  budget.bytes = steps < UNLIMITED ? EVALUATION_MAX_BYTES : UNLIMITED
  // Work that is free in one evaluation must not depend on the evaluation before.
  budget.round++
  return left
}

/** Uses up steps. Every loop whose length an author controls burns as many as it takes. */
export function burn(steps: number): void {
  const left = budget.steps
  if (left === UNLIMITED) return
  budget.steps = left - steps
  if (left < steps) throw new OutOfFuel('too-much-work')
}

/** Work that no evaluation pays for. Where work is done in slices, in Lua, a slice may end here. */
export function breathe(_steps: number): void {}

/** Uses up bytes. An operation that makes a text or an array counts it, whether the result is kept or not. */
export function grow(bytes: number): void {
  const left = budget.bytes
  if (left === UNLIMITED) return
  budget.bytes = left - bytes
  if (left < bytes) throw new OutOfFuel('too-much-memory')
}

/** A shared structure, made once for every evaluation, is charged to none. */
export function unmetered<T>(make: () => T): T {
  const { steps, bytes } = budget
  budget.steps = UNLIMITED
  budget.bytes = UNLIMITED
  const made = make()
  budget.steps = steps
  budget.bytes = bytes
  return made
}

/** The number of the evaluation: a cache entry is free within one evaluation, and does not count in the next. */
export function currentRound(): number {
  return budget.round
}
