// Text that is written but not deployed, kept for this tab: a reload or a look at another page must not cost it.

export interface Draft {
  /** The version that it was begun from. */
  readonly version: number
  readonly text: string
}

/** The version that runs. */
export interface Running {
  readonly version: number
  readonly source: string
}

const keyOf = (id: string) => `cellwake.draft.${id}`

export function keptDraft(id: string): Draft | undefined {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(keyOf(id)) ?? 'null')
    if (typeof kept !== 'object' || kept === null) return undefined
    const { version, text } = kept as Partial<Draft>
    return typeof version === 'number' && typeof text === 'string' ? { version, text } : undefined
  } catch {
    return undefined
  }
}

export function keepDraft(id: string, draft: Draft | undefined): void {
  try {
    if (draft === undefined) sessionStorage.removeItem(keyOf(id))
    else sessionStorage.setItem(keyOf(id), JSON.stringify(draft))
  } catch {
    // Storage is full or forbidden; the text lives as long as the page.
  }
}
