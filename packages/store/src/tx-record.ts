// What a transaction has written down: the documents it touched, what it carries beside them, and how it ended. One
// that keeps to its trail to the end has none of this.

import type { Cargo } from './cargo.ts'
import type { CommitResult } from './commit.ts'
import { TX_SCAN_DOCS } from './limits.ts'
import type { Doc } from './replica.ts'
import { newTxDoc, type TxDoc } from './tx-doc.ts'

export class TxRecord {
  readonly docs: TxDoc[] = []
  #index: Map<Doc, TxDoc> | undefined = undefined
  cargo: Cargo | undefined = undefined
  result: CommitResult | undefined = undefined
  /** Who is told of the outcome. */
  waiting: ((result: CommitResult) => void)[] | undefined = undefined

  /** What is known of a document; from now on it is among those that were touched. */
  enter(doc: Doc): TxDoc {
    const known = this.#find(doc)
    if (known !== undefined) return known
    const entry = newTxDoc(doc)
    this.docs.push(entry)
    this.#index?.set(doc, entry)
    return entry
  }

  #find(doc: Doc): TxDoc | undefined {
    // Most transactions touch a few documents: a scan is cheaper than a map until they do not.
    if (this.#index !== undefined) return this.#index.get(doc)
    const { docs } = this
    for (let i = 0; i < docs.length; i++) if (docs[i]!.doc === doc) return docs[i]
    if (docs.length >= TX_SCAN_DOCS) {
      this.#index = new Map(docs.map((entry) => [entry.doc, entry]))
    }
    return undefined
  }
}
