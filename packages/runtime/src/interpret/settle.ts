// Brings a model to rest at an instant: everything wanted runs, arrays find their places, and their dependents run
// again, for a bounded number of rounds.

import { setContext } from '../context.ts'
import { FORMULA_STEPS, SPILL_ROUNDS, WAVE_STEPS } from '../limits.ts'
import { demand, drain } from './demand.ts'
import { touch } from './marking.ts'
import type { Moment } from './model.ts'
import { placeArrays } from './spills.ts'
import { CHECK, CLEAN, DIRTY, type ModelState, type Node } from './state.ts'

/** Two generators of the kind that needs no more than the exact whole numbers of a double. */
const FACTOR = 40_014
const MODULUS = 2_147_483_563

/** Sets the instant at which things are evaluated, and gives them their steps. */
export function prepare(m: ModelState, { nowMs, seed }: Moment): void {
  m.call++
  m.settle++
  m.nowMs = nowMs
  m.random = (seed % (MODULUS - 1)) + 1
  m.stepsLeft = WAVE_STEPS + m.formulas * FORMULA_STEPS
  m.wastedSteps = 0
  m.steps = 0
  const random = () => {
    m.random = (m.random * FACTOR) % MODULUS
    return m.random / MODULUS
  }
  setContext({ nowMs, zone: m.program.zone, zones: [], random })
}

/** Volatile formulas, and self-referential ones, run again. */
export function settle(m: ModelState): void {
  for (const node of m.volatile) touch(m, node, DIRTY)
  const { knots } = m
  m.knots = []
  for (const node of knots) touch(m, node, DIRTY)
  rest(m)
}

export function rest(m: ModelState): void {
  for (let round = 0; ; round++) {
    drain(m)
    if (round === SPILL_ROUNDS || m.unplaced.length === 0) break
    placeArrays(m)
  }
  trust(m)
}

/** Dormant nodes are clean after all, if nothing that they read has changed. */
function trust(m: ModelState): void {
  let left = m.doubtful
  m.doubtful = []
  for (let before = -1; before !== left.length; ) {
    before = left.length
    const still: Node[] = []
    for (const node of left) {
      if (node.state !== CHECK || node.ranIn === undefined) continue
      if (restsOnValues(node)) node.state = CLEAN
      else still.push(node)
    }
    left = still
  }
}

function restsOnValues(node: Node): boolean {
  const { reads, extent } = node
  if (extent === undefined) {
    for (let i = 0; i < reads.length; i += 2) if ((reads[i] as Node).state !== CLEAN) return false
  } else for (const dep of extent.waiting) if (dep.state !== CLEAN) return false
  return true
}

/** Computes a dormant node. */
export function resolveNode(m: ModelState, node: Node): void {
  demand(m, node)
  rest(m)
}
