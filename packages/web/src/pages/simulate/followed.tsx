// The cells that the result shows over time.

import { useId, useState } from 'react'
import { FOLLOWED_CELLS_MAX } from '../../limits.ts'
import { Icon } from '../../parts/glyph.tsx'

export function Followed({
  follow,
  names,
  onChange,
}: {
  follow: readonly string[]
  names: readonly string[]
  onChange: (follow: string[]) => void
}) {
  const [text, setText] = useState('')
  const list = useId()
  const add = (symbol: string) => {
    setText('')
    if (symbol !== '' && !follow.includes(symbol)) onChange([...follow, symbol])
  }
  return (
    <div className="attempt-row">
      <span className="name">Follow</span>
      <div className="followed">
        {follow.map((symbol) => (
          <button
            key={symbol}
            type="button"
            className="chip mono"
            aria-label={`Stop following ${symbol}`}
            onClick={() => onChange(follow.filter((one) => one !== symbol))}
          >
            {symbol} <Icon name="close" />
          </button>
        ))}
        {follow.length < FOLLOWED_CELLS_MAX && (
          <input
            className="field mono"
            aria-label="Follow another cell"
            placeholder="cell or name"
            list={list}
            spellCheck={false}
            value={text}
            onChange={(event) => {
              if (names.includes(event.target.value)) add(event.target.value)
              else setText(event.target.value)
            }}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || text.trim() === '') return
              event.preventDefault()
              add(text.trim())
            }}
          />
        )}
        <datalist id={list}>
          {names.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
      </div>
    </div>
  )
}
