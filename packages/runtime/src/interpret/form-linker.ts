// Says how the code of a form gets at cells: through the references of the node that it runs for, numbered in the order
// in which they stand in the expression. Functions that ask for places, and those that need no array of a range, are
// done here as well.

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

export function formLinker(m: ModelState): Linker<Node> {
  let references = 0
  let externals = 0
  const ranges: ((this: void, at: Node) => Node)[] = []

  const next = () => {
    const place = references
    references++
    return (at: Node) => at.refs[place]!
  }
  const range = () => {
    const node = next()
    ranges.push(node)
    return node
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
      const node = range()
      return (at) => {
        const own = node(at)
        read(m, own)
        if (ranges.length === 1 || !isWhole(own)) return arrayFrom(m, own)
        return arrayAmong(
          m,
          own,
          ranges.map((other) => other(at)),
        )
      }
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
      return (at) => read(m, at.calls[place]!)
    },
    position: (word, count) => position(m, word, count),
    place: (reference) => shiftingPlace(reference),
    call: (name, args, compile) => {
      const host: FormHost = { m, range, compile }
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

function position(m: ModelState, word: PositionWord, count: Code<Node>): Code<Node> {
  if (isFixed(word)) return (at) => positionOf(m, word, at)
  return (at, slots): Value => {
    const steps = toNumber(count(at, slots))
    if (typeof steps !== 'number') return steps
    const whole = steps < 0 ? Math.ceil(steps) : Math.floor(steps)
    if (word === 'NEIGHBORS') return neighbors(m, at, whole)
    return shown(read(m, stepsAway(m, word, at, whole)))
  }
}
