// The planned sets. Times count from the beginning of the simulation.

import { useId } from 'react'
import { Button, IconButton } from '../../parts/button.tsx'
import type { PlannedSet } from './attempt.ts'
import { type Unit, units } from './units.ts'

export function Sets({
  sets,
  names,
  onChange,
}: {
  sets: readonly PlannedSet[]
  names: readonly string[]
  onChange: (sets: PlannedSet[]) => void
}) {
  const list = useId()
  const change = (key: number, part: Partial<PlannedSet>) =>
    onChange(sets.map((set) => (set.key === key ? { ...set, ...part } : set)))
  const add = () => {
    const key = Math.max(0, ...sets.map((set) => set.key)) + 1
    onChange([...sets, { key, after: '10', unit: 'min', symbol: '', value: '' }])
  }
  return (
    <div className="attempt-row">
      <span className="name">Sets</span>
      <div className="sets">
        {sets.map(({ key, after, unit, symbol, value }) => (
          <div key={key} className="set">
            <span className="muted">after</span>
            <input
              className="field num"
              aria-label="After how long"
              inputMode="decimal"
              value={after}
              onChange={(event) => change(key, { after: event.target.value })}
            />
            <select
              className="field"
              aria-label="Unit"
              value={unit}
              onChange={(event) => change(key, { unit: event.target.value as Unit })}
            >
              {units.map((name) => (
                <option key={name}>{name}</option>
              ))}
            </select>
            <span className="what">
              <input
                className="field mono"
                aria-label="Cell or name"
                placeholder="cell"
                list={list}
                spellCheck={false}
                value={symbol}
                onChange={(event) => change(key, { symbol: event.target.value })}
              />
              <span className="muted">=</span>
              <input
                className="field mono"
                aria-label="Value"
                placeholder="value"
                spellCheck={false}
                value={value}
                onChange={(event) => change(key, { value: event.target.value })}
              />
              <IconButton
                icon="close"
                label="Remove this line"
                onClick={() => onChange(sets.filter((set) => set.key !== key))}
              />
            </span>
          </div>
        ))}
        <Button kind="quiet" icon="plus" onClick={add}>
          Set a cell
        </Button>
        <datalist id={list}>
          {names.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
      </div>
    </div>
  )
}
