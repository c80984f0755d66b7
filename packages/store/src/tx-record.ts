// Record of a commit: the documents it touched, with its reads and writes of each, and the cargo beside them. A
// transaction writes it down step by step, and one that keeps to its trail to the end has none; a commit given as
// data is nothing else.

import type { Address } from './address.ts'
import { formatAddress } from './address.ts'
import { Cargo, NO_CARGO } from './cargo.ts'
import type { CommitResult } from './commit.ts'
import { StoreError } from './errors.ts'
import { TX_SCAN_DOCS, VALUE_DEPTH_LEVELS } from './limits.ts'
import type { Doc } from './replica.ts'
import { kept, newTxDoc, putInto, putWhole, type TxDoc } from './tx-doc.ts'
import type { Value } from './value.ts'

export interface DocHost {
  doc(space: string, id: string): Doc
  /** A document that is not here yet is needed. */
  missing(doc: Doc): void
}

// One is made for each commit, so fields are set in the constructor, and nothing is `#`: initialisers are a call of
// their own, and a method with `#` is one more field.
export class TxRecord {
  declare readonly docs: TxDoc[]
  declare private index: Map<Doc, TxDoc> | undefined
  declare cargo: Cargo
  /** The result of the transaction, and the callbacks that wait for it. */
  declare result: CommitResult | undefined
  declare waiting: ((result: CommitResult) => void)[] | undefined

  constructor() {
    this.docs = []
    this.index = undefined
    this.cargo = NO_CARGO
    this.result = undefined
    this.waiting = undefined
  }

  /** State of a document in the transaction; from now on it is touched. */
  enter(doc: Doc): TxDoc {
    const known = this.docs.length === 0 ? undefined : this.find(doc)
    if (known !== undefined) return known
    const entry = newTxDoc(doc)
    this.docs.push(entry)
    if (this.index !== undefined) this.index.set(doc, entry)
    return entry
  }

  private find(doc: Doc): TxDoc | undefined {
    // Most transactions touch a few documents: a scan is cheaper than a map until they do not.
    if (this.index !== undefined) return this.index.get(doc)
    const { docs } = this
    for (let i = 0; i < docs.length; i++) if (docs[i]!.doc === doc) return docs[i]
    if (docs.length >= TX_SCAN_DOCS) {
      this.index = new Map(docs.map((entry) => [entry.doc, entry]))
    }
    return undefined
  }

  /** Writes a value that was taken in; deletes for undefined. */
  write(host: DocHost, address: Address, value: Value | undefined): void {
    const { space, id, path } = address
    const doc = host.doc(space, id)
    // A document that is replaced whole need not be here.
    if (path.length === 0) putWhole(this.enter(doc), value)
    else this.writeInto(host, doc, address, value)
  }

  private writeInto(host: DocHost, doc: Doc, address: Address, value: Value | undefined): void {
    const { path } = address
    if (path.length > VALUE_DEPTH_LEVELS) {
      throw new StoreError('path-malformed', `it has ${path.length} steps`)
    }
    if (!doc.loaded && doc.derived !== true) host.missing(doc)
    try {
      putInto(this.enter(doc), kept(path), value)
    } catch (error) {
      if (!(error instanceof StoreError)) throw error
      throw new StoreError(error.code, formatAddress(address), { cause: error })
    }
  }

  /** Cargo beside documents, to be added to. */
  load(): Cargo {
    if (this.cargo === NO_CARGO) this.cargo = new Cargo()
    return this.cargo
  }
}
