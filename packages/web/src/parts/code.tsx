// Source text in the palette of states: rule words violet, times teal, calls that go outside blue, the rest ink.

import { editorParser } from '@cellwake/language/editor'
import { highlightCode, tagHighlighter, tags } from '@lezer/highlight'
import { useMemo } from 'react'

const classes = tagHighlighter([
  { tag: tags.comment, class: 'k-com' },
  { tag: [tags.controlKeyword, tags.definitionKeyword], class: 'k-rule' },
  { tag: [tags.special(tags.string), tags.modifier], class: 'k-time' },
  { tag: tags.string, class: 'k-str' },
  { tag: tags.function(tags.propertyName), class: 'k-ev' },
  { tag: [tags.keyword, tags.operatorKeyword], class: 'k-kw' },
  { tag: [tags.operator, tags.definitionOperator, tags.arithmeticOperator], class: 'k-op' },
])

interface Piece {
  readonly text: string
  readonly className: string
  readonly at: number
}

/** `external` names functions that go outside. */
export function Code({ text, external }: { text: string; external?: ReadonlySet<string> }) {
  const pieces = useMemo(() => piecesOf(text), [text])
  return (
    <>
      {pieces.map((piece) => {
        const isExternal = external?.has(piece.text) ?? false
        const className = isExternal ? 'k-ext' : piece.className
        if (className === '') return piece.text
        return (
          <span key={piece.at} className={className}>
            {piece.text}
          </span>
        )
      })}
    </>
  )
}

function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = []
  let at = 0
  const add = (piece: string, className: string) => {
    pieces.push({ text: piece, className, at })
    at += piece.length
  }
  highlightCode(text, editorParser.parse(text), classes, add, () => add('\n', ''))
  return pieces
}
