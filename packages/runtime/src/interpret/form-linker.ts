// The linker of a form: its code reaches cells through the references of the running node, numbered in the order of the
// expression. Functions of places, and those that need no array of a range, are implemented here as well.

import type { PositionWord } from '@cellwake/language'
import { toNumber } from '../coerce.ts'
import type { Code, Linker } from '../compile/linker.ts'
import { isArray, stops, type Value } from '../values.ts'
import { aggregateCall } from './aggregate-calls.ts'
import { shiftingPlace } from './computed-places.ts'
import { conditionalCall } from './conditional-calls.ts'
import { externalCall } from './external-calls.ts'
import type { FormHost } from './form-host.ts'
import { nameNode } from './grid.ts'
import { lookupCall } from './lookup-calls.ts'
import { isWhole } from './marking.ts'
import { placeCall } from './place-calls.ts'
import { isFixed, NO_SPILL, neighbors, positionOf, stepsAway } from './positions.ts'
import { arrayAmong, arrayFrom, shown } from './ranges.ts'
import { read } from './reading.ts'
import type { ModelState, Node } from './state.ts'
import { subtotalCall } from './subtotal-calls.ts'
import { wholeRangeCall } from './whole-range-calls.ts'

/** For a form, or for a part of it with so many references and external calls before it. */
export function formLinker(
  m: ModelState,
  firstReference: number,
  firstExternal: number,
): Linker<Node> {
  let references = firstReference
  let externals = firstExternal

  const next = () => {
    const place = references
    references++
    return (at: Node) => at.refs[place]!
  }
  const linker: Linker<Node> = {
    number: (value) => () => value,
    cell: () => {
      const node = next()
      return (at) => {
        const value = read(m, node(at))
        return typeof value === 'object' ? shown(value) : value
      }
    },
    range: () => {
      const node = next()
      return (at) => rangeValue(m, at, node(at))
    },
    spill: () => {
      const node = next()
      return (at) => {
        const value = read(m, node(at))
        return isArray(value) || stops(value) ? value : NO_SPILL
      }
    },
    name: (name) => {
      const node = nameNode(m, name)
      return () => read(m, node)
    },
    external: () => {
      const place = externals
      externals++
      return (at) => read(m, at.calls![place]!)
    },
    position: (word, count) => position(m, word, count),
    place: (reference) => shiftingPlace(reference),
    call: (name, args, compile) => {
      const host: FormHost = { m, range: next, compile }
      return (
        aggregateCall(host, name, args) ??
        externalCall(host, name, args) ??
        lookupCall(host, name, args) ??
        conditionalCall(host, name, args) ??
        subtotalCall(host, name, args) ??
        wholeRangeCall(host, name, args) ??
        placeCall(host, name, args)
      )
    },
  }
  return linker
}

/** A range as an array: whole columns of a formula are equally long. */
export function rangeValue(m: ModelState, at: Node, range: Node): Value {
  read(m, range)
  if (!isWhole(range)) return arrayFrom(m, range)
  const ranges: Node[] = []
  const form = m.program.forms[at.formula!.form]!
  for (let i = 0; i < form.ranges.length; i++) if (form.ranges[i]) ranges.push(at.refs[i]!)
  return ranges.length === 1 ? arrayFrom(m, range) : arrayAmong(m, range, ranges)
}

export function position(m: ModelState, word: PositionWord, count: Code<Node>): Code<Node> {
  if (isFixed(word)) return (at) => positionOf(m, word, at)
  return (at, slots): Value => {
    const steps = toNumber(count(at, slots))
    if (typeof steps !== 'number') return steps
    const whole = steps < 0 ? Math.ceil(steps) : Math.floor(steps)
    if (word === 'NEIGHBORS') return neighbors(m, at, whole)
    return shown(read(m, stepsAway(m, word, at, whole)))
  }
}
