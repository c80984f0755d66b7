// Compiles a pattern to a program for the matcher. A counted repetition is unrolled; an unbounded
// one is a loop.

import { REGEX_MAX_INSTRUCTIONS } from '../limits.ts'
import { foldedPoint } from '../text-case.ts'
import type { ErrorValue } from '../values.ts'
import { refusal } from './escapes.ts'
import { parsePattern } from './parse.ts'
import { type CharSet, fitsNothing, type Place, type Repeat, type Tree } from './tree.ts'

export const OP_CHAR = 1
export const OP_SET = 2
export const OP_PLACE = 3
/** Goes on at `a`. */
export const OP_JUMP = 4
/** Goes on at `a`, and if that fails at `b`. */
export const OP_SPLIT = 5
/** Notes where it is, in slot `a`. */
export const OP_SAVE = 6
/** Clears the slots from `a` up to, not including, `b`. */
export const OP_FORGET = 7
/** Fails if nothing was taken since slot `a` was noted. */
export const OP_MOVED = 8
export const OP_FOUND = 9

export interface Program {
  readonly op: number[]
  readonly a: number[]
  readonly b: number[]
  readonly sets: CharSet[]
  readonly places: Place[]
  readonly groups: number
  readonly ignoreCase: boolean
  /** Two for each group, then one for each repetition that may take nothing. */
  slots: number
}

// The same pattern is mostly used for many texts in a row.
const last: { key: string; program: Program | ErrorValue | undefined } = {
  key: '',
  program: undefined,
}

export function compilePattern(text: string, ignoreCase: boolean): Program | ErrorValue {
  const key = ignoreCase ? `i${text}` : `c${text}`
  if (last.program === undefined || last.key !== key) {
    last.program = compiled(text, ignoreCase)
    last.key = key
  }
  return last.program
}

function compiled(text: string, ignoreCase: boolean): Program | ErrorValue {
  const pattern = parsePattern(text, ignoreCase)
  if ('k' in pattern) return pattern
  const { groups } = pattern
  const program: Program = {
    op: [],
    a: [],
    b: [],
    sets: [],
    places: [],
    groups,
    ignoreCase: pattern.ignoreCase,
    slots: groups * 2,
  }
  emit(program, OP_SAVE, 0, 0)
  write(program, pattern.tree)
  emit(program, OP_SAVE, 1, 0)
  emit(program, OP_FOUND, 0, 0)
  return isFull(program) ? refusal('it is too large') : program
}

function isFull(program: Program): boolean {
  return program.op.length > REGEX_MAX_INSTRUCTIONS
}

function emit(program: Program, op: number, a: number, b: number): number {
  program.op.push(op)
  program.a.push(a)
  program.b.push(b)
  return program.op.length - 1
}

function write(program: Program, tree: Tree): void {
  // Repetitions of repetitions multiply: stop as soon as it is too much.
  if (isFull(program)) return
  if (tree.t === 'char') {
    emit(program, OP_CHAR, program.ignoreCase ? foldedPoint(tree.point) : tree.point, 0)
  } else if (tree.t === 'set') {
    program.sets.push(tree.set)
    emit(program, OP_SET, program.sets.length - 1, 0)
  } else if (tree.t === 'place') {
    program.places.push(tree.place)
    emit(program, OP_PLACE, program.places.length - 1, 0)
  } else if (tree.t === 'group') {
    emit(program, OP_SAVE, tree.index * 2, 0)
    write(program, tree.body)
    emit(program, OP_SAVE, tree.index * 2 + 1, 0)
  } else if (tree.t === 'all') {
    for (const item of tree.items) write(program, item)
  } else if (tree.t === 'any') writeChoice(program, tree.items)
  else writeRepeat(program, tree)
}

function writeChoice(program: Program, items: readonly Tree[]): void {
  const jumps: number[] = []
  for (let i = 0; i < items.length - 1; i++) {
    const split = emit(program, OP_SPLIT, program.op.length + 1, 0)
    write(program, items[i]!)
    jumps.push(emit(program, OP_JUMP, 0, 0))
    program.b[split] = program.op.length
  }
  write(program, items[items.length - 1]!)
  for (const jump of jumps) program.a[jump] = program.op.length
}

function writeRepeat(program: Program, repeat: Repeat): void {
  const mayBeEmpty = fitsNothing(repeat.body)
  const { least, most, greedy } = repeat
  let start = program.op.length
  for (let i = 0; i < least && !isFull(program); i++) {
    start = program.op.length
    writeRound(program, repeat)
    // Rounds of nothing would not fill the program, however many of them are nested.
    if (program.op.length === start) return
  }
  if (most < 0) {
    // A round that takes nothing must not stand for the rounds after it, so its loop is a copy.
    if (least > 0 && !mayBeEmpty) branch(program, start, program.op.length + 1, greedy)
    else writeLoop(program, repeat)
    return
  }
  const splits: number[] = []
  // A round is over before the next one begins, so they share their slot.
  const slot = program.slots
  if (mayBeEmpty && most > least) program.slots++
  for (let i = least; i < most && !isFull(program); i++) {
    splits.push(emit(program, OP_SPLIT, 0, 0))
    if (mayBeEmpty) emit(program, OP_SAVE, slot, 0)
    writeRound(program, repeat)
    if (mayBeEmpty) emit(program, OP_MOVED, slot, 0)
  }
  for (const split of splits) setBranch(program, split, split + 1, program.op.length, greedy)
}

/** A round that takes nothing comes back to a place where the matcher has just been, and ends there. */
function writeLoop(program: Program, repeat: Repeat): void {
  const split = emit(program, OP_SPLIT, 0, 0)
  writeRound(program, repeat)
  emit(program, OP_JUMP, split, 0)
  setBranch(program, split, split + 1, program.op.length, repeat.greedy)
}

/** Each round starts with its groups empty, as in JavaScript. */
function writeRound(program: Program, repeat: Repeat): void {
  if (repeat.endGroup > repeat.firstGroup)
    emit(program, OP_FORGET, repeat.firstGroup * 2, repeat.endGroup * 2)
  write(program, repeat.body)
}

function branch(program: Program, again: number, on: number, greedy: boolean): void {
  setBranch(program, emit(program, OP_SPLIT, 0, 0), again, on, greedy)
}

function setBranch(
  program: Program,
  split: number,
  again: number,
  on: number,
  greedy: boolean,
): void {
  program.a[split] = greedy ? again : on
  program.b[split] = greedy ? on : again
}
