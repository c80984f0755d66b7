// The trail of a transaction: the documents that the one before it, of the same work, touched. Most runs touch the same
// documents in the same order, and nothing changes while they run. So while a transaction keeps to its trail it only
// counts its steps; when it leaves it, or a document is about to change, it writes down its steps so far and goes
// on like any other. The store knows the one that keeps to a trail now. See performance: a run keeps to its trail

import type { Address } from './address.ts'
import type { Doc } from './replica.ts'

/** Placeholder for an unknown address. Identity counts: no caller has it. */
const NOWHERE: Address = { space: '', id: '', path: [] }

// Fields are declared only and set once, each to an object of one kind: then an address is compared with another
// without a look into either, which would be two more pieces of memory to fetch in each run.
export class Trail {
  /** Documents that were read whole, in this order. All are here, or derived. */
  declare readonly count: number
  declare readonly first: Doc | undefined
  /** The known address of each: it is not looked into. */
  declare readonly firstAt: Address
  /** The document that may be set whole after that, if it is derived. */
  declare readonly output: Doc | undefined
  declare readonly outputAt: Address
  declare readonly others: readonly Doc[]
  declare readonly othersAt: readonly Address[]

  constructor(reads: readonly Doc[], output: Doc | undefined, known: readonly Address[]) {
    const addresses = reads.map((doc) => addressOf(doc, known))
    this.firstAt = addresses[0] ?? NOWHERE
    this.first = reads[0]
    this.count = reads.length
    this.output = output
    this.outputAt = output === undefined ? NOWHERE : addressOf(output, known)
    this.others = reads.slice(1)
    this.othersAt = addresses.slice(1)
  }
}

function addressOf(doc: Doc, known: readonly Address[]): Address {
  return known.find((address) => isWhole(doc, address)) ?? NOWHERE
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
  return new Trail(reads, output, known)
}

export function readAt(trail: Trail, i: number): Doc {
  return i === 0 ? trail.first! : trail.others[i - 1]!
}

/** Whether an address is that of the document at a step. */
export function isStep(trail: Trail, i: number, address: Address): boolean {
  const known = i === 0 ? trail.firstAt : trail.othersAt[i - 1]
  return known === address || isWhole(readAt(trail, i), address)
}

/** Whether a write there sets the output. */
export function isOutput({ output, outputAt }: Trail, address: Address): boolean {
  if (output === undefined || output.derived !== true || output.seq > 0) return false
  return outputAt === address || isWhole(output, address)
}

function isWhole(doc: Doc, { space, id, path }: Address): boolean {
  return doc.id === id && doc.space === space && path.length === 0
}
