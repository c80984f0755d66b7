// The cost of an evaluation: its outcome, its steps, and the time of the processor for it.

import { OutOfFuel } from '../../src/errors.ts'
import { refuel } from '../../src/primitives.ts'
import { isArray, isError, type Value } from '../../src/values.ts'
import { evaluate } from '../evaluate.ts'

/** The budget of one evaluation in the engine. */
export const EVALUATION_STEPS = 24_000_000

export interface Spent {
  /** A value in short, the code of an error, or of the budget that ran out. */
  readonly outcome: string
  readonly value: Value | undefined
  readonly steps: number
  /** Of the processor, not by the clock: other work on the machine does not count. */
  readonly ms: number
}

export function spentOn(run: () => Value): Spent {
  refuel(EVALUATION_STEPS)
  const before = process.cpuUsage()
  let value: Value | undefined
  let outcome: string
  try {
    value = run()
    outcome = shown(value)
  } catch (error) {
    if (!(error instanceof OutOfFuel)) throw error
    outcome = error.code
  }
  const { user, system } = process.cpuUsage(before)
  const left = refuel(Number.POSITIVE_INFINITY)
  return { outcome, value, steps: EVALUATION_STEPS - Math.max(left, 0), ms: (user + system) / 1000 }
}

export function spentOnFormula(formula: string): Spent {
  return spentOn(() => evaluate(formula))
}

function shown(value: Value): string {
  if (isError(value)) return `#${value.code}`
  return isArray(value) ? `${value.rows} × ${value.columns}` : typeof value
}
