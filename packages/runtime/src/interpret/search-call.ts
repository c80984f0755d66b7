// A call that searches ranges: its arguments, of which some are ranges and not arrays until the function itself is
// called.

import type { Argument, Arguments } from '../compile/linker.ts'
import type { Fn } from '../functions.ts'
import type { Value } from '../values.ts'
import { argumentCode, plainFunction } from './call-arguments.ts'
import type { FormHost } from './form-host.ts'
import { arrayAmong } from './ranges.ts'
import { read } from './reading.ts'
import type { ModelState, Node } from './state.ts'

interface Part {
  readonly range: ((this: void, at: Node) => Node) | undefined
  readonly own: Argument<Node>
}

export interface SearchCall {
  readonly m: ModelState
  readonly name: string
  readonly parts: readonly Part[]
  readonly plain: Fn
}

/** Asks for the arguments from left to right. */
export function searchCall(
  { m, range, compile }: FormHost,
  name: string,
  args: Arguments,
  places: readonly number[],
): SearchCall | undefined {
  const plain = plainFunction(m, name)
  if (plain === undefined) return undefined
  const parts: Part[] = []
  for (let i = 0; i < args.length; i++) {
    parts.push(
      places.includes(i)
        ? { range: range(), own: { code: undefined } }
        : { range: undefined, own: argumentCode(compile, args, i) },
    )
  }
  return { m, name, parts, plain }
}

/** The arguments that are no ranges, with gaps in place of the ranges. */
export function searchValues(call: SearchCall, at: Node, slots: Value[]): (Value | undefined)[] {
  const values: (Value | undefined)[] = []
  for (let i = 0; i < call.parts.length; i++) {
    const { code } = call.parts[i]!.own
    if (code !== undefined) values[i] = code(at, slots)
  }
  return values
}

export function hasPart({ parts }: SearchCall, place: number): boolean {
  const part = parts[place]
  return part !== undefined && (part.range !== undefined || part.own.code !== undefined)
}

export function searchedRange({ parts }: SearchCall, place: number, at: Node): Node {
  return parts[place]!.range!(at)
}

/** The function itself, with arrays for the ranges. */
export function callPlainly(
  call: SearchCall,
  at: Node,
  values: readonly (Value | undefined)[],
): Value {
  const { m, parts, plain } = call
  const ranges: Node[] = []
  for (const { range } of parts) {
    if (range === undefined) continue
    const found = range(at)
    read(m, found)
    ranges.push(found)
  }
  const args: (Value | undefined)[] = []
  for (let i = 0; i < parts.length; i++) {
    const { range } = parts[i]!
    if (range === undefined) args[i] = values[i]
    else args[i] = arrayAmong(m, range(at), ranges)
  }
  return plain(args)
}
