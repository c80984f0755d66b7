// Giving values to inputs from the sheet. No optimistic update: until a value is durable its cell is
// marked as saving, and a refused text stays there, with the reason, for correction.

import { ApiError, type CellView, type Json, type SetAnswerView } from '@cellwake/client'
import { useCallback, useMemo, useRef, useState } from 'react'
import { client } from '../../data/client.ts'
import { noteRevision } from '../../data/live.ts'
import { counted, formatCell } from '../../parts/format.ts'
import { type Toast, toast } from '../../parts/toast.tsx'
import type { Zone } from '../../parts/zone.ts'
import { useZone } from '../../parts/zone-scope.tsx'
import { EditSteps, type Given } from './edit-steps.ts'
import { givenAgain, givenFrom } from './given-text.ts'

export interface Editing {
  readonly symbol: string
  readonly text: string
  /** The text when it was opened. */
  readonly before: string
}

export interface Draft {
  readonly symbol: string
  /** The typed text; left out where there is none, as for a pasted block: the cell shows its value. */
  readonly text?: string
  readonly state: 'saving' | 'refused'
  readonly problem?: string
}

export type Known = (symbol: string) => CellView | undefined

export interface Edits {
  readonly editing: Editing | undefined
  readonly drafts: ReadonlyMap<string, Draft>
  begin(symbol: string, text: string, before: string): void
  type(text: string): void
  cancel(): void
  commit(): void
  /** Gives many at once: all of them or none. */
  give(set: Readonly<Record<string, Json>>): void
  refuse(symbol: string, problem: string): void
  dismiss(symbol: string): void
  /** Removes notes of cells into which nothing was typed. */
  forgetNotes(): void
  undo(): void
  /** Does again what was undone last. */
  redo(): void
}

const noDrafts: ReadonlyMap<string, Draft> = new Map()

/** `seen` takes in the cells that a set changed, should no live frame bring them. */
export function useEdits(
  id: string,
  known: Known,
  seen: (symbols: readonly string[], rev: number) => Promise<void>,
): Edits {
  const [editing, setEditing] = useState<Editing>()
  const [drafts, setDrafts] = useState(noDrafts)
  const [steps] = useState(() => new EditSteps())
  const zone = useZone()
  const newest = useRef({ known, seen, zone })
  newest.current = { known, seen, zone }

  const put = useCallback((added: readonly Draft[], removed: readonly string[] = []) => {
    setDrafts((before) => {
      const next = new Map(before)
      for (const symbol of removed) next.delete(symbol)
      for (const draft of added) next.set(draft.symbol, draft)
      return next
    })
  }, [])

  const forgetNotes = useCallback(() => {
    const isNote = ({ state, text }: Draft) => state === 'refused' && text === undefined
    setDrafts((before) => {
      const kept = [...before].filter(([, draft]) => !isNote(draft))
      return kept.length === before.size ? before : new Map(kept)
    })
  }, [])

  const send = useCallback(
    async (set: Given, texts: Readonly<Record<string, string>>) => {
      const symbols = Object.keys(set)
      const [first = ''] = symbols
      const saving = symbols.slice(0, 100)
      const typed = (symbol: string) => (symbol in texts ? { text: texts[symbol] ?? '' } : {})
      put(saving.map((symbol) => ({ symbol, ...typed(symbol), state: 'saving' })))
      try {
        const answer = await client.set({ id }, { set })
        await newest.current.seen([...new Set([...symbols, ...answer.changed])], answer.rev)
        noteRevision(id, answer.rev)
        put([], saving)
        return answer
      } catch (error) {
        const problem = reason(error)
        put([{ symbol: first, ...typed(first), state: 'refused', problem }], saving)
        return undefined
      }
    },
    [id, put],
  )

  const tell = useCallback((set: Given, answer: SetAnswerView, action?: Toast['action']) => {
    const [symbol = ''] = Object.keys(set)
    const text = said(set, symbol, newest.current.known, answer, newest.current.zone)
    toast({ glyph: 'you', text, rev: answer.rev, ...(action && { action }) })
  }, [])

  const { undo, redo } = useMemo(() => {
    const sendBack = (action?: () => Toast['action']) => async (set: Given) => {
      const answer = await send(set, {})
      if (answer !== undefined) tell(set, answer, action?.())
      return answer !== undefined
    }
    const again = () => steps.next(() => steps.redo(sendBack(undoing)))
    const back = () => steps.next(() => steps.undo(sendBack(redoing)))
    const undoing = () => ({ verb: 'Undo', keys: 'Ctrl Z', run: back })
    const redoing = () => ({ verb: 'Redo', keys: 'Ctrl Y', run: again })
    return { undo: back, redo: again }
  }, [send, tell, steps])

  const sendAndTell = useCallback(
    (set: Given, texts: Readonly<Record<string, string>>) =>
      steps.next(async () => {
        const before = Object.fromEntries(
          Object.keys(set).map((symbol) => [symbol, againFrom(newest.current.known(symbol))]),
        )
        const answer = await send(set, texts)
        if (answer === undefined) return
        steps.add({ before, after: set })
        tell(set, answer, { verb: 'Undo', keys: 'Ctrl Z', run: undo })
      }),
    [send, tell, undo, steps],
  )

  return useMemo<Edits>(
    () => ({
      editing,
      drafts,
      begin(symbol, text, before) {
        put([], [symbol])
        setEditing({ symbol, text, before })
      },
      type: (text) => setEditing((now) => (now === undefined ? now : { ...now, text })),
      cancel: () => setEditing(undefined),
      commit() {
        if (editing === undefined) return
        setEditing(undefined)
        const { symbol, text, before } = editing
        if (text === before) return
        sendAndTell(
          { [symbol]: givenFrom(text, known(symbol), newest.current.zone) },
          { [symbol]: text },
        )
      },
      give: (set) => sendAndTell(set, {}),
      refuse: (symbol, problem) => put([{ symbol, state: 'refused', problem }]),
      dismiss: (symbol) => put([], [symbol]),
      forgetNotes,
      undo,
      redo,
    }),
    [editing, drafts, known, put, forgetNotes, sendAndTell, undo, redo],
  )
}

function againFrom(cell: CellView | undefined): Json {
  return cell === undefined ? null : givenAgain(cell)
}

/** The sentence for an error: the failure, and that nothing was changed. */
function reason(error: unknown): string {
  if (!(error instanceof ApiError)) return `${String(error)} Nothing was changed.`
  if (error.code !== 'unreachable') return `${error.message} Nothing was changed.`
  return 'The server did not answer. The sheet shows whether it was saved when the connection is back.'
}

/** "C2 is 15. 6 cells followed, no rule fired." */
function said(
  set: Readonly<Record<string, Json>>,
  symbol: string,
  known: Known,
  { changed, firings }: SetAnswerView,
  zone: Zone,
): string {
  const given = Object.keys(set)
  const cell = known(symbol)
  const value = cell === undefined || cell.kind === 'blank' ? 'blank' : formatCell(cell, zone).text
  const what =
    given.length === 1 ? `${symbol} is ${value}.` : `${counted(given.length, 'cell')} set.`
  const followed = changed.filter((one) => !(one in set)).length
  const fired = new Set(firings.map(({ rule }) => rule)).size
  const rules = fired === 0 ? 'no rule fired' : `${counted(fired, 'rule')} fired`
  return `${what} ${followed === 0 ? 'Nothing' : counted(followed, 'cell')} followed, ${rules}.`
}
