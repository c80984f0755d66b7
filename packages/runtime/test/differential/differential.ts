// Runs one function on generated arguments here and at a peer, and sorts what differs: explained by an
// entry of `differences.ts`, or not.

import { catalogue, type Signature } from '@cellwake/language'
import { callable } from '../../src/call.ts'
import type { Functions } from '../../src/functions.ts'
import { functions } from '../../src/library.ts'
import { type Argument, fromValue, type Outcome, shown, shownOutcome, toValue } from './argument.ts'
import { Chance } from './chance.ts'
import { sameOutcome } from './compare.ts'
import type { Difference } from './difference.ts'
import { differences } from './differences.ts'
import { disturbed, generate } from './generate.ts'
import { notCompared } from './not-compared.ts'
import type { Peer } from './peers.ts'
import { measureOf } from './tolerances.ts'

/** In `npm test`; the environment variable asks for more. */
export const USUAL_CALLS = 40
export const callCount = Number(process.env.CELLWAKE_DIFFERENTIAL_CALLS ?? USUAL_CALLS)

export interface Report {
  readonly calls: number
  /** Calls that differ although no entry says so, as a reader would write them. */
  readonly unexplained: readonly string[]
  readonly explained: number
  /** The entries that explained something. */
  readonly used: ReadonlySet<Difference>
}

/** The functions that both have and that can be compared. */
export function sharedWith(peer: Peer): string[] {
  return catalogue.names.filter((name) => {
    const ours = functions[name] !== undefined && notCompared[name] === undefined
    return ours && peer.has(name)
  })
}

export function compareWith(peer: Peer, name: string, ours: Functions = functions): Report {
  const signature = catalogue.get(name)!
  const calls = callsOf(signature, peer)
  const call = callable(signature, ours[name]!)
  const known = differences.filter((entry) => isAbout(entry, peer, name))
  const measure = measureOf(name, peer)
  const theirs = peer.answers(name, calls)
  const unexplained: string[] = []
  const used = new Set<Difference>()
  let explained = 0
  calls.forEach((args, i) => {
    const here = fromValue(call(args.map(toValue)))
    const there = theirs[i]!
    if (sameOutcome(here, there, measure)) return
    const reasons = known.filter(({ when }) => when === undefined || when({ args, here, there }))
    for (const entry of reasons) used.add(entry)
    if (reasons.length > 0) explained++
    else unexplained.push(shownDifference(name, args, here, there))
  })
  return { calls: calls.length, unexplained, explained, used }
}

/** One in five is disturbed for a peer that has cells, and so knows what to do with them. */
export function callsOf(signature: Signature, peer: Peer): Argument[][] {
  const chance = new Chance(signature.name)
  const calls = signature.params.length === 0 ? 1 : callCount
  return chance.many(calls, () => {
    const args = generate(signature, chance)
    return peer.cells && args.length > 0 && chance.percent(20) ? disturbed(args, chance) : args
  })
}

function isAbout(entry: Difference, peer: Peer, name: string): boolean {
  return entry.peer === peer.name && (entry.functions === '*' || namesOf(entry).includes(name))
}

/** The functions of an entry, those that differ rarely among them. */
export function namesOf({ functions, rarely = '' }: Difference): string[] {
  return `${functions} ${rarely}`.split(/\s+/).filter((name) => name !== '')
}

function shownDifference(name: string, args: Argument[], here: Outcome, there: Outcome): string {
  return `${shown(name, args)} is ${shownOutcome(here)} here and ${shownOutcome(there)} there`
}
