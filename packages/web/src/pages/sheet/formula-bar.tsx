// The selected cell and its content: the formula as written, or the exact value.

import type { CellView, Explanation, SheetCell } from '@cellwake/client'
import { type KeyboardEvent, useState } from 'react'
import { Button } from '../../parts/button.tsx'
import { Time } from '../../parts/time.tsx'
import { FormulaText } from '../../parts/why/formula-text.tsx'
import { useZone } from '../../parts/zone-scope.tsx'
import { errorMessage } from './cell-text.ts'
import { textOf } from './given-text.ts'
import './formula-bar.css'

export function FormulaBar({
  symbol,
  cell,
  formula,
  changed,
  onGo,
  onEdit,
  onWhy,
}: {
  symbol: string
  cell: (CellView & Partial<SheetCell>) | undefined
  formula: string | undefined
  /** Its last change. */
  changed: Explanation['why']['changed'] | undefined
  /** Goes to the typed address; false if there is no such place. */
  onGo: (address: string) => boolean
  /** Undefined where nothing may be changed. */
  onEdit: (() => void) | undefined
  /** Undefined while the panel is open. */
  onWhy: (() => void) | undefined
}) {
  const zone = useZone()
  const text = textOf(cell, zone)
  return (
    <div className="fx">
      <Address symbol={symbol} onGo={onGo} />
      {formula === undefined ? (
        onEdit === undefined ? (
          <span className="f">{text}</span>
        ) : (
          <button type="button" className="f" aria-label={`Edit ${symbol}`} onClick={onEdit}>
            {text}
          </button>
        )
      ) : (
        <code className="f" data-tip={formula.length > 60 ? formula : undefined}>
          <span className="k-op">= </span>
          <FormulaText text={formula} />
        </code>
      )}
      <span className="meta">
        {aboutText(cell)}
        {changed != null && (
          <>
            , changed <Time at={changed.cause.at} />
          </>
        )}
      </span>
      {onWhy !== undefined && (
        <Button kind="quiet" keys="w" onClick={onWhy}>
          Why
        </Button>
      )}
    </div>
  )
}

function aboutText(cell: CellView | undefined): string {
  if (cell === undefined || cell.kind === 'blank')
    return cell?.status === 'dirty' ? 'dirty' : 'blank'
  const message = errorMessage(cell)
  if (message !== undefined) return message
  return `${cell.typeTag}, ${cell.status}`
}

function Address({ symbol, onGo }: { symbol: string; onGo: (address: string) => boolean }) {
  const [typed, setTyped] = useState<string>()
  const [isWrong, setWrong] = useState(false)
  const leave = () => {
    setTyped(undefined)
    setWrong(false)
  }
  const key = (event: KeyboardEvent<HTMLInputElement>) => {
    event.stopPropagation()
    if (event.key === 'Escape') {
      leave()
      event.currentTarget.blur()
    }
    if (event.key !== 'Enter') return
    if (onGo(typed ?? symbol)) leave()
    else setWrong(true)
  }
  return (
    <input
      className="at"
      aria-label="Selected cell; type an address or a name to go there"
      aria-invalid={isWrong}
      data-tip={isWrong ? `There is no cell or name “${typed}”.` : undefined}
      spellCheck={false}
      autoComplete="off"
      size={(typed ?? symbol).length}
      value={typed ?? symbol}
      onFocus={(event) => event.currentTarget.select()}
      onChange={(event) => {
        setTyped(event.target.value)
        setWrong(false)
      }}
      onKeyDown={key}
      onBlur={leave}
    />
  )
}
