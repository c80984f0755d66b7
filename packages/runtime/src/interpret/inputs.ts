// Inputs: found by their symbols, validated, set, and reset to the value of the source.

import { checkTag } from '../tags.ts'
import { BLANK, isArray, isBlank, isError, type Value } from '../values.ts'
import { setValue } from './changes.ts'
import { columnKey, findCell } from './columns.ts'
import { cell, findName, nameNode } from './grid.ts'
import { touch, unwant, want } from './marking.ts'
import type { Refusal, Write } from './model.ts'
import { isAssigned } from './node.ts'
import { sameValue } from './same.ts'
import { giveUp, releaseAnchor, retryBlocked } from './spills.ts'
import { DIRTY, type ModelState, type Node, type Undo } from './state.ts'
import { placeOf } from './symbols.ts'

/** Undefined if it is not there. */
export function findNode(m: ModelState, symbol: string): Node | undefined {
  if (symbol.startsWith('__ext__:')) return m.callsBySymbol[`x${symbol}`]
  const place = placeOf(m, symbol)
  if (place === undefined) return findName(m, symbol)
  return findCell(m, columnKey(place.sheet, place.column), place.row)
}

/** It comes into being if it must. */
export function nodeFor(m: ModelState, symbol: string): Node {
  const place = placeOf(m, symbol)
  if (place !== undefined) return cell(m, place.sheet, place.column, place.row)
  const known = findName(m, symbol)
  if (known !== undefined) return known
  const made = nameNode(m, symbol)
  if (m.isBuilt) arrived(m)
  return made
}

/** Lookups of a missing sheet or name may succeed now. */
export function arrived(m: ModelState): void {
  setValue(m, m.arrivals, (m.arrivals.value as number) + 1)
}

/** The reason why a value cannot be set; undefined if it can. */
export function refusalOf(m: ModelState, { symbol, value }: Write): Refusal | undefined {
  if (symbol.startsWith('__ext__:')) {
    return {
      code: 'not-an-input',
      symbol,
      message: `${symbol} is an external call and cannot be set.`,
    }
  }
  const isElsewhere = placeOf(m, symbol) === undefined && symbol.includes('!')
  if (isElsewhere) return { code: 'bad-symbol', symbol, message: `There is no sheet of ${symbol}.` }
  const node = findNode(m, symbol)
  if (node?.formula !== undefined) {
    return {
      code: 'not-an-input',
      symbol,
      message: `${symbol} is a formula and cannot be set.`,
    }
  }
  const tag = node?.tag ?? ''
  if (value === undefined || tag === '') return undefined
  const checked = checkTag(value, tag)
  if (checked === value || !isError(checked)) return undefined
  const message = `${symbol} takes ${tag}: ${checked.message}.`
  return { code: 'bad-value', symbol, message }
}

/** Sets a node's value, or resets it to that of the source; gives the undo record. */
export function give(m: ModelState, node: Node, value: Value | undefined, isGiven: boolean): Undo {
  const wasGiven = node.isGiven === true
  // A spilled element is not the cell's own value.
  const own = node.cover !== undefined ? BLANK : (node.held ?? node.value)
  // For a value that was set before, the constant is known.
  if (!wasGiven && node.constant === undefined) node.constant = own
  const next = value ?? node.constant ?? BLANK
  node.isGiven = isGiven && (isAssigned(node) || !isBlank(next))
  writeInput(m, node, next)
  if (wasGiven !== node.isGiven && !isAssigned(node)) retryBlocked(m)
  return { node, value: own, isGiven: wasGiven }
}

function writeInput(m: ModelState, node: Node, value: Value): void {
  if (node.cover !== undefined) {
    // Blank means that nothing is set there, which is so already.
    if (isBlank(value)) return
    giveUp(m, node)
  }
  const takesArray = node.key >= 0 && isArray(value)
  if (node.held === undefined && !takesArray) {
    if (!sameValue(node.value, value)) setValue(m, node, value)
    return
  }
  if (!takesArray) {
    node.held = undefined
    unwant(node)
    releaseAnchor(m, node)
    node.state = 0
    setValue(m, node, value)
    return
  }
  if (node.held === undefined) {
    node.held = value
    want(m, node)
    touch(m, node, DIRTY)
  } else if (!sameValue(node.held, value)) {
    node.held = value
    touch(m, node, DIRTY)
  }
}
