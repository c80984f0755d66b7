// Fixtures for external functions, since a simulation calls nobody. Lines of one function answer in order, and the last
// repeats.

import { useId } from 'react'
import { Button, IconButton } from '../../parts/button.tsx'
import type { PlannedAnswer } from './answers-asked.ts'
import { type Unit, units } from './units.ts'

export function Answers({
  answers,
  functions,
  onChange,
}: {
  answers: readonly PlannedAnswer[]
  /** External functions that the model calls. */
  functions: readonly string[]
  onChange: (answers: PlannedAnswer[]) => void
}) {
  const list = useId()
  const change = (key: number, part: Partial<PlannedAnswer>) =>
    onChange(answers.map((one) => (one.key === key ? { ...one, ...part } : one)))
  const add = () => {
    const key = Math.max(0, ...answers.map((one) => one.key)) + 1
    const call = functions.find((name) => !answers.some((one) => one.call === name)) ?? functions[0]
    const empty = { ends: 'answers', text: '', after: '0', unit: 's' } as const
    onChange([...answers, { key, call: call ?? '', ...empty }])
  }
  return (
    <div className="attempt-row">
      <span className="name">Outside</span>
      <div className="sets">
        {answers.length === 0 && (
          <span className="muted none">
            {functions.join(', ')} would stay on {functions.length === 1 ? 'its' : 'their'} way: a
            simulation calls nobody.
          </span>
        )}
        {answers.map(({ key, call, ends, text, after, unit }) => (
          <div key={key} className="set answer">
            <input
              className="field mono"
              aria-label="Function or call"
              placeholder="function"
              list={list}
              spellCheck={false}
              value={call}
              onChange={(event) => change(key, { call: event.target.value })}
            />
            <select
              className="field"
              aria-label="How it ends"
              value={ends}
              onChange={(event) =>
                change(key, { ends: event.target.value as PlannedAnswer['ends'] })
              }
            >
              <option>answers</option>
              <option>fails</option>
            </select>
            <input
              className="field mono"
              aria-label={ends === 'fails' ? 'Error' : 'Answer'}
              placeholder={ends === 'fails' ? 'transient: down' : 'value'}
              spellCheck={false}
              value={text}
              onChange={(event) => change(key, { text: event.target.value })}
            />
            <span className="what">
              <span className="muted">after</span>
              <input
                className="field num"
                aria-label="It takes"
                inputMode="decimal"
                value={after}
                onChange={(event) => change(key, { after: event.target.value })}
              />
              <select
                className="field"
                aria-label="Unit of what it takes"
                value={unit}
                onChange={(event) => change(key, { unit: event.target.value as Unit })}
              >
                {units.map((name) => (
                  <option key={name}>{name}</option>
                ))}
              </select>
              <IconButton
                icon="close"
                label="Remove this answer"
                onClick={() => onChange(answers.filter((one) => one.key !== key))}
              />
            </span>
          </div>
        ))}
        <Button kind="quiet" icon="plus" onClick={add}>
          Say what comes
        </Button>
        <datalist id={list}>
          {functions.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
      </div>
    </div>
  )
}
