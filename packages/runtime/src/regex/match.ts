// Runs a program over a text (Pike VM). All threads advance together, one character at a time, in
// the priority order of a backtracking matcher. So the time is at most the length of the text times
// the length of the program, whatever the pattern.

import { burn } from '../primitives.ts'
import { foldedPoint } from '../text-case.ts'
import {
  OP_CHAR,
  OP_FORGET,
  OP_FOUND,
  OP_JUMP,
  OP_MOVED,
  OP_PLACE,
  OP_SAVE,
  OP_SET,
  OP_SPLIT,
  type Program,
} from './compile.ts'
import { isLineEnd, isWordPoint, setHolds } from './sets.ts'
import type { Place } from './tree.ts'

/** Ways to match that have come as far as this character, the preferred first. */
interface Front {
  readonly at: number[]
  readonly slots: (readonly number[])[]
}

interface Run {
  readonly program: Program
  readonly points: readonly number[]
  /** For each instruction, the last position and search for which it was reached. */
  readonly reached: number[]
  mark: number
}

/**
 * The first match at or after a place: where each group starts and ends, -1 for one that took no part.
 * Undefined if there is none.
 */
export function findMatch(
  program: Program,
  points: readonly number[],
  from: number,
): readonly number[] | undefined {
  burn(8 + program.op.length)
  const run: Run = { program, points, reached: [], mark: 1 }
  for (let i = 0; i < program.op.length; i++) run.reached.push(0)
  const fresh: number[] = []
  for (let i = 0; i < program.slots; i++) fresh.push(-1)
  let front: Front = { at: [], slots: [] }
  let best: readonly number[] | undefined
  for (let place = from; place <= points.length; place++) {
    if (best === undefined) follow(run, front, 0, fresh, place)
    else if (front.at.length === 0) break
    burn(2 * front.at.length + 4)
    run.mark++
    const next: Front = { at: [], slots: [] }
    for (let i = 0; i < front.at.length; i++) {
      const at = front.at[i]!
      if (program.op[at] === OP_FOUND) {
        best = front.slots[i]!
        // Later threads have lower priority.
        break
      }
      if (place < points.length && takesPoint(program, at, points[place]!))
        follow(run, next, at + 1, front.slots[i]!, place + 1)
    }
    front = next
  }
  return best
}

function takesPoint(program: Program, at: number, point: number): boolean {
  const { ignoreCase } = program
  if (program.op[at] === OP_CHAR) return program.a[at] === (ignoreCase ? foldedPoint(point) : point)
  return setHolds(program.sets[program.a[at]!]!, point, ignoreCase)
}

/** Follows transitions from an instruction that consume no character (epsilon closure). */
function follow(
  run: Run,
  front: Front,
  start: number,
  slotsAtStart: readonly number[],
  place: number,
): void {
  const { program } = run
  const waiting: number[] = [start]
  const waitingSlots: (readonly number[])[] = [slotsAtStart]
  let steps = 0
  while (waiting.length > 0) {
    const at = waiting.pop()!
    const slots = waitingSlots.pop()!
    if (run.reached[at] === run.mark) continue
    run.reached[at] = run.mark
    steps++
    const op = program.op[at]!
    if (op === OP_CHAR || op === OP_SET || op === OP_FOUND) {
      front.at.push(at)
      front.slots.push(slots)
    } else if (op === OP_SPLIT) {
      // The last one in is the first one out.
      waiting.push(program.b[at]!, program.a[at]!)
      waitingSlots.push(slots, slots)
    } else if (op === OP_JUMP) {
      waiting.push(program.a[at]!)
      waitingSlots.push(slots)
    } else if (op === OP_SAVE || op === OP_FORGET) {
      waiting.push(at + 1)
      waitingSlots.push(
        op === OP_SAVE ? saved(slots, program.a[at]!, place) : forgotten(run, at, slots),
      )
      steps += slots.length
    } else if (passes(run, at, slots, place)) {
      waiting.push(at + 1)
      waitingSlots.push(slots)
    }
  }
  burn(3 * steps)
}

function saved(slots: readonly number[], slot: number, place: number): number[] {
  const copy = slots.slice()
  copy[slot] = place
  return copy
}

function forgotten(run: Run, at: number, slots: readonly number[]): number[] {
  const copy = slots.slice()
  for (let i = run.program.a[at]!; i < run.program.b[at]!; i++) copy[i] = -1
  return copy
}

function passes(run: Run, at: number, slots: readonly number[], place: number): boolean {
  const { program } = run
  if (program.op[at] === OP_MOVED) return slots[program.a[at]!] !== place
  return program.op[at] === OP_PLACE && isAt(run, program.places[program.a[at]!]!, place)
}

function isAt(run: Run, where: Place, place: number): boolean {
  const { points } = run
  if (where === 'start') return place === 0
  if (where === 'end') return place === points.length
  if (where === 'line-start') return place === 0 || isLineEnd(points[place - 1]!)
  if (where === 'line-end') return place === points.length || isLineEnd(points[place]!)
  const before = place > 0 && isWordPoint(points[place - 1]!)
  const after = place < points.length && isWordPoint(points[place]!)
  return where === 'edge' ? before !== after : before === after
}
