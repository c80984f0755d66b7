// The second step of "Set margin_target…": its value, sent when Enter is pressed, and answered here.

import { ApiError, type SetAnswerView } from '@cellwake/client'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { client } from '../data/client.ts'
import { counted } from '../parts/format.ts'
import { Glyph, Icon } from '../parts/glyph.tsx'
import { toast } from '../parts/toast.tsx'

export function SetValue({
  id,
  symbol,
  onDone,
}: {
  id: string
  symbol: string
  onDone: () => void
}) {
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string>()
  const [isSaving, setSaving] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setSaving(true)
    try {
      const answer = await client.set({ id }, { set: { [symbol]: given(typed) } })
      toast({ glyph: 'you', text: said(symbol, typed, answer), rev: answer.rev })
      onDone()
    } catch (error) {
      setSaving(false)
      setProblem(error instanceof ApiError ? error.message : 'The server did not answer.')
      field.current?.focus()
    }
  }
  return (
    <form className="pal-set" onSubmit={submit}>
      <div className="pal-in">
        <Icon name="arrow" />
        <label htmlFor="pal-value">
          <code>{symbol}</code> =
        </label>
        <input
          id="pal-value"
          ref={field}
          className="mono"
          placeholder="30pct, 12.5, &quot;text&quot;, or any expression"
          autoComplete="off"
          spellCheck={false}
          aria-invalid={problem !== undefined}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <span className="key" aria-hidden="true">
          Enter
        </span>
      </div>
      <p className="pal-none" role="status">
        {isSaving && 'Saving…'}
        {!isSaving && problem !== undefined && (
          <>
            <Glyph name="failed" /> {problem} Nothing was changed.
          </>
        )}
        {!isSaving && problem === undefined && 'Leave it empty to make it blank. Esc closes.'}
      </p>
    </form>
  )
}

function given(typed: string): null | { expr: string } {
  return typed.trim() === '' ? null : { expr: typed.trim() }
}

function said(symbol: string, typed: string, answer: SetAnswerView): string {
  const others = answer.changed.filter((changed) => changed !== symbol).length
  const fired = answer.firings.length
  const value = typed.trim() === '' ? 'blank' : typed.trim()
  const followed = others === 0 ? 'No other cell changed' : `${counted(others, 'cell')} followed`
  return `${symbol} is ${value}. ${followed}, ${fired === 0 ? 'no rule' : counted(fired, 'rule')} fired.`
}
