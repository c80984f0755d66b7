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
  /** What may be set whole after that, if it is derived. */
  readonly output: Doc | undefined
}

const NO_OTHERS: readonly Doc[] = []

/** Undefined if some document may yet have to be loaded. */
export function trailOf(reads: readonly Doc[], output: Doc | undefined): Trail | undefined {
  for (const { loaded, derived } of reads) if (!loaded && derived !== true) return undefined
  const others = reads.length > 1 ? reads.slice(1) : NO_OTHERS
  return { count: reads.length, first: reads[0], others, output }
}

export function readAt(trail: Trail, i: number): Doc {
  return i === 0 ? trail.first! : trail.others[i - 1]!
}

export function isAt(doc: Doc, { space, id }: Address): boolean {
  return doc.id === id && doc.space === space
}

/** Whether a write there sets the output. */
export function isOutput({ output }: Trail, address: Address): boolean {
  if (output === undefined || output.derived !== true || output.seq > 0) return false
  return address.path.length === 0 && isAt(output, address)
}
