// The server wants a token. It is kept for this tab only, and sent with every request.

import { type FormEvent, useEffect, useRef, useState } from 'react'
import { hasToken, replaceToken } from '../data/client.ts'
import { Button } from '../parts/button.tsx'
import { Brand, Glyph } from '../parts/glyph.tsx'
import './token-page.css'

export function TokenPage() {
  const [token, setToken] = useState('')
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const given = token.trim()
    if (given === '') field.current?.focus()
    else replaceToken(given)
  }
  return (
    <main className="token-page">
      <form onSubmit={submit}>
        <p className="brand">
          <Brand />
          <span>Cellwake</span>
        </p>
        <h1>This server wants a token</h1>
        <p className="muted">
          Ask whoever runs it. The token is kept in this tab only and is gone when you close it.
        </p>
        {hasToken && (
          <p role="alert">
            <Glyph name="failed" /> The token you gave is not, or no longer, accepted.
          </p>
        )}
        <label htmlFor="token">Token</label>
        <input
          id="token"
          ref={field}
          className="field mono"
          type="password"
          autoComplete="off"
          spellCheck={false}
          value={token}
          onChange={(event) => setToken(event.target.value)}
        />
        <Button kind="primary" type="submit">
          Use this token
        </Button>
      </form>
    </main>
  )
}
