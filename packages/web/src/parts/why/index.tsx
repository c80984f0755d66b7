// Why a cell has its value: the value, one sentence of cause, the tree behind it, and the last day.

import type { Explanation } from '@cellwake/client'
import { type ReactNode, useState } from 'react'
import { Button, IconButton } from '../button.tsx'
import { spokenSymbol } from '../external-symbol.ts'
import { formatCell } from '../format.ts'
import { Glyph } from '../glyph.tsx'
import { Answer } from '../states.tsx'
import { Time } from '../time.tsx'
import { useZone } from '../zone-scope.tsx'
import { causeSentence, type Piece } from './sentence.ts'
import { useExplanation } from './use-explanation.ts'
import { WhyFacts } from './why-facts.tsx'
import { WhyTree } from './why-tree.tsx'
import './why.css'

export interface WhyPanelProps {
  readonly model: string
  readonly symbol: string
  /** A revision; undefined for now. */
  readonly at?: string | undefined
  /** Anything that differs when the cell does. */
  readonly changes?: unknown
  readonly pinned: boolean
  readonly labelOf: (symbol: string) => string | undefined
  readonly onFollow: (symbol: string) => void
  /** Undefined where there is nothing to go back to. */
  readonly onBack?: (() => void) | undefined
  readonly onPin: () => void
  readonly onClose: () => void
}

export function WhyPanel(props: WhyPanelProps) {
  const { model, symbol, at, changes, pinned } = props
  const query = useExplanation(model, symbol, { at, changes })
  const [isTall, setTall] = useState(false)
  return (
    <aside className={isTall ? 'why tall' : 'why'} aria-label="Why" data-tour="why">
      <button
        type="button"
        className="why-grab only-phone"
        aria-label={isTall ? 'Make it smaller' : 'Make it larger'}
        aria-expanded={isTall}
        onClick={() => setTall(!isTall)}
      />
      <div className="why-top">
        {props.onBack !== undefined && (
          <IconButton icon="left" label="Back" onClick={props.onBack} />
        )}
        <h2>Why {spokenSymbol(symbol)}</h2>
        <span className="grow" />
        <Button kind="quiet" icon="pin" aria-pressed={pinned} onClick={props.onPin}>
          {pinned ? 'Unpin' : 'Pin'}
        </Button>
        <IconButton icon="close" label="Close why" onClick={props.onClose} />
      </div>
      <Answer query={query} what={`why ${symbol}`} failed={`${symbol} could not be explained.`}>
        {(explanation) => <Explained {...props} explanation={explanation} />}
      </Answer>
    </aside>
  )
}

function Explained({
  explanation,
  ...props
}: WhyPanelProps & { explanation: Explanation }): ReactNode {
  const { model, labelOf, onFollow } = props
  const zone = useZone()
  const { why } = explanation
  const shown = formatCell(why, zone)
  return (
    <>
      <div className="why-head">
        {why.status !== 'ready' && <Glyph name={why.status} label={why.status} />}
        <span className={shown.isError ? 'big num c-failed' : 'big num'}>{shown.text || '–'}</span>
        <span className="muted">{labelOf(why.symbol)}</span>
      </div>
      <p className="say">
        {keyed(causeSentence(explanation, zone)).map(([key, piece]) => (
          <SentencePiece key={key} piece={piece} onFollow={onFollow} />
        ))}
      </p>
      <WhyTree why={why} labelOf={labelOf} onFollow={onFollow} />
      <WhyFacts model={model} explanation={explanation} onFollow={onFollow} />
    </>
  )
}

/** The pieces of a sentence have no other identity than their place in it. */
function keyed(pieces: readonly Piece[]): [string, Piece][] {
  return pieces.map((piece, i) => [`${i}:${piece.kind}`, piece])
}

function SentencePiece({ piece, onFollow }: { piece: Piece; onFollow: (symbol: string) => void }) {
  if (piece.kind === 'text') return piece.text
  if (piece.kind === 'time') return <Time at={piece.at} />
  if (piece.kind === 'strong') return <b>{piece.text}</b>
  return (
    <button type="button" className="sym link" onClick={() => onFollow(piece.symbol)}>
      {piece.shown}
    </button>
  )
}
