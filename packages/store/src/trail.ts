// The trail of a transaction: what the one before it, of the same work, touched. Most runs touch the same documents
// in the same order, and nothing changes while they run. So while a transaction keeps to its trail it only counts its
// steps; when it does something else, or a document is about to change, it writes down what it did so far and goes
// on like any other. The store knows the one that keeps to a trail now.

import type { Address } from './address.ts'
import type { Doc } from './replica.ts'

export interface Trail {
  /** Documents that were read whole, in this order. All are here, or derived. */
  readonly count: number
  readonly first: Doc | undefined
  readonly others: readonly Doc[]
  /** The known address of each: it is not looked into. */
  readonly firstAt: Address | undefined
  readonly othersAt: readonly (Address | undefined)[]
  /** What may be set whole after that, if it is derived. */
  readonly output: Doc | undefined
  readonly outputAt: Address | undefined
}

/**
 * Undefined if some document may yet have to be loaded. `known` are addresses that never change, some perhaps of
 * parts of documents.
 */
export function trailOf(
  reads: readonly Doc[],
  output: Doc | undefined,
  known: readonly Address[],
): Trail | undefined {
  for (const { loaded, derived } of reads) if (!loaded && derived !== true) return undefined
  const addresses = reads.map((doc) => known.find((address) => isWhole(doc, address)))
  return {
    count: reads.length,
    first: reads[0],
    others: reads.slice(1),
    firstAt: addresses[0],
    othersAt: addresses.slice(1),
    output,
    outputAt: known.find((address) => output !== undefined && isWhole(output, address)),
  }
}

export function readAt(trail: Trail, i: number): Doc {
  return i === 0 ? trail.first! : trail.others[i - 1]!
}

/** Whether an address is that of the document at a step. */
export function isStep(trail: Trail, i: number, address: Address): boolean {
  const known = i === 0 ? trail.firstAt : trail.othersAt[i - 1]
  return address === known || isWhole(readAt(trail, i), address)
}

/** Whether a write there sets the output. */
export function isOutput({ output, outputAt }: Trail, address: Address): boolean {
  if (output === undefined || output.derived !== true || output.seq > 0) return false
  return address === outputAt || isWhole(output, address)
}

function isWhole(doc: Doc, { space, id, path }: Address): boolean {
  return doc.id === id && doc.space === space && path.length === 0
}
