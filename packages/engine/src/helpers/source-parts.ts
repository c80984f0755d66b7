// A source that was read, in parts. Lists of formulas may hold hundreds of thousands: to take them in at once would
// hold everybody up for seconds.

import type { Ir } from '@cellwake/language'
import { PART_FORMS } from '../limits.ts'
import type { ReadSource } from '../source-reader.ts'

/** The lists of an `Ir` that may be long. */
const LISTS = ['formulas', 'externals', 'rules', 'names'] as const
type List = (typeof LISTS)[number]

/** The first holds everything but the lists. */
export type SourcePart =
  | { readonly read: ReadSource }
  | { readonly list: List; readonly items: readonly unknown[] }

export function* sourceParts({ ir, diagnostics }: ReadSource): Iterable<SourcePart> {
  const bare = ir === undefined ? undefined : { ...ir, ...emptyLists() }
  yield { read: { ir: bare, diagnostics } }
  if (ir === undefined) return
  for (const list of LISTS) {
    let items: unknown[] = []
    let forms = 0
    for (const item of ir[list]) {
      items.push(item)
      forms += formsIn(item)
      if (forms < PART_FORMS) continue
      yield { list, items }
      items = []
      forms = 0
    }
    if (items.length > 0) yield { list, items }
  }
}

/** Puts the parts together. */
export class SourceJoin {
  #read: ReadSource | undefined
  readonly #lists: Record<List, unknown[]> = emptyLists()

  take(part: SourcePart): void {
    if ('read' in part) this.#read = part.read
    else for (const item of part.items) this.#lists[part.list].push(item)
  }

  get whole(): ReadSource {
    const { ir, diagnostics } = this.#read!
    if (ir === undefined) return { ir, diagnostics }
    return { ir: { ...ir, ...(this.#lists as unknown as Pick<Ir, List>) }, diagnostics }
  }
}

function emptyLists(): Record<List, never[]> {
  return { formulas: [], externals: [], rules: [], names: [] }
}

/** Number of forms to take in. */
function formsIn(item: unknown): number {
  if (typeof item !== 'object' || item === null) return 1
  let count = 1
  for (const inner of Object.values(item)) count += formsIn(inner)
  return count
}
