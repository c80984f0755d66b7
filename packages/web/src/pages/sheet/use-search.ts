// The running search of a sheet: by words or by status, one at a time.

import { useCallback, useEffect, useState } from 'react'
import { client } from '../../data/client.ts'
import { SELECTION_REST_MS } from '../../limits.ts'
import { useZone } from '../../parts/zone-scope.tsx'
import { type Place, type Rect, rectSymbol } from './places.ts'
import { type Found, search, statusMatches, textMatches } from './search.ts'
import type { Bounds } from './selection.ts'

export interface Search {
  readonly words: string | undefined
  readonly filter: string | undefined
  readonly found: Found | undefined
  /** Frames around the matches. */
  readonly frames: readonly Rect[]
  /** Undefined closes it. */
  setWords(words: string | undefined): void
  /** The same one again takes the filter away. */
  toggleFilter(status: string): void
  /** The place so many steps after the one that is selected. */
  step(from: Place, by: 1 | -1): Place | undefined
  indexOf(place: Place): number
}

const none: readonly Rect[] = []

export function useSearch(id: string, sheet: string, used: Bounds, at: string | undefined): Search {
  const [words, setWords] = useState<string>()
  const [filter, setFilter] = useState<string>()
  const [found, setFound] = useState<Found>()
  const { rows, columns } = used
  const zone = useZone()

  useEffect(() => {
    setFound(undefined)
    const isAsked = (words ?? '').trim() !== ''
    if (!isAsked && filter === undefined) return
    const controller = new AbortController()
    const run = async () => {
      const matches = isAsked ? textMatches(words ?? '', zone) : statusMatches(filter ?? '')
      const past = at === undefined ? {} : { at }
      const steps = search({ rows, columns }, matches, async (rect) => {
        const query = { symbols: rectSymbol(sheet, rect), ...past }
        return (await client.cells({ id }, query, { signal: controller.signal })).cells
      })
      for await (const step of steps) {
        if (controller.signal.aborted) return
        setFound(step)
      }
    }
    const failed = () => {
      const { aborted } = controller.signal
      if (!aborted) setFound({ places: [], rowsDone: 0, isDone: true })
    }
    const timer = setTimeout(() => run().catch(failed), SELECTION_REST_MS)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [id, sheet, rows, columns, at, words, filter, zone])

  const toggleFilter = useCallback((status: string) => {
    setWords(undefined)
    setFilter((before) => (before === status ? undefined : status))
  }, [])
  const places = found?.places ?? []
  const isSame = (a: Place, b: Place) => a.column === b.column && a.row === b.row
  return {
    words,
    filter,
    found,
    frames: words === undefined ? none : places.map(frameOf),
    setWords(next) {
      setFilter(undefined)
      setWords(next)
    },
    toggleFilter,
    step(from, by) {
      if (places.length === 0) return undefined
      const after = (place: Place) =>
        place.row > from.row || (place.row === from.row && place.column > from.column)
      const next = places.findIndex(after)
      if (by === 1) return places[Math.max(next, 0)]
      const here = next < 0 ? places.length : next
      const before = places.slice(0, here).findLastIndex((place) => !isSame(place, from))
      return places[before < 0 ? places.length - 1 : before]
    },
    indexOf: (place) => places.findIndex((one) => isSame(one, place)),
  }
}

function frameOf({ column, row }: Place): Rect {
  return { left: column, right: column, top: row, bottom: row }
}
