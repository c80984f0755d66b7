// Source text in the palette of states: rule words violet, times teal, calls that go outside blue, the rest ink.

import { useMemo } from 'react'
import { piecesOf } from './syntax.ts'

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
