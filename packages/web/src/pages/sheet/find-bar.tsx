// Searching the sheet. Matches are framed in the sheet; Enter goes to the next, Shift Enter back.

import { type KeyboardEvent, useEffect, useRef } from 'react'
import { IconButton } from '../../parts/button.tsx'
import { formatCount } from '../../parts/format.ts'
import { Icon } from '../../parts/glyph.tsx'
import type { Found } from './search.ts'
import './find-bar.css'

export function FindBar({
  words,
  found,
  at,
  rows,
  onWords,
  onStep,
  onClose,
}: {
  words: string
  found: Found | undefined
  /** Which of the places is selected, from 0. */
  at: number
  rows: number
  onWords: (words: string) => void
  onStep: (by: 1 | -1) => void
  onClose: () => void
}) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const key = (event: KeyboardEvent) => {
    event.stopPropagation()
    if (event.key === 'Enter') onStep(event.shiftKey ? -1 : 1)
    else if (event.key === 'Escape') onClose()
    else return
    event.preventDefault()
  }
  return (
    <search className="find-bar">
      <Icon name="search" />
      <input
        ref={field}
        aria-label="Find in this sheet"
        placeholder="Find in this sheet"
        autoComplete="off"
        spellCheck={false}
        value={words}
        onChange={(event) => onWords(event.target.value)}
        onKeyDown={key}
      />
      <span className="faint nw" role="status">
        {words.trim() === '' ? '' : saidOf(found, at, rows)}
      </span>
      <IconButton icon="left" label="Previous" onClick={() => onStep(-1)} />
      <IconButton icon="right" label="Next" onClick={() => onStep(1)} />
      <IconButton icon="close" label="Close the search" onClick={onClose} />
    </search>
  )
}

function saidOf(found: Found | undefined, at: number, rows: number): string {
  if (found === undefined) return 'looking'
  const { places, isDone, rowsDone } = found
  const progress = isDone ? '' : `, row ${formatCount(rowsDone)} of ${formatCount(rows)}`
  if (places.length === 0) return isDone ? 'not found' : `none yet${progress}`
  return `${formatCount(at + 1)} of ${formatCount(places.length)}${progress}`
}
