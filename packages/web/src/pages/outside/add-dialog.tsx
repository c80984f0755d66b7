// Adding a connection. Secrets are typed into fields that hide it, goes to the server, and never comes back.

import { ApiError } from '@cellwake/client'
import { type FormEvent, useState } from 'react'
import { client } from '../../data/client.ts'
import { invalidate } from '../../data/query.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Glyph } from '../../parts/glyph.tsx'
import { toast } from '../../parts/toast.tsx'

export function AddDialog({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState('')
  const [url, setUrl] = useState('')
  const [secret, setSecret] = useState('')
  const [problem, setProblem] = useState<string>()
  const [isRunning, setRunning] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setRunning(true)
    try {
      await client.addConnection({}, { name: name.trim(), ...withSecret(url.trim(), secret) })
      onClose()
      invalidate('connections')
      toast({ glyph: 'you', text: `${name.trim()} is kept, encrypted.` })
    } catch (error) {
      setRunning(false)
      const why = error instanceof ApiError ? error.message : 'The server did not answer.'
      setProblem(`${why} Nothing was kept.`)
    }
  }
  const isHttp = !/^(postgres|postgresql|smtps?):/.test(url)
  return (
    <Dialog title="Add a connection" onClose={onClose}>
      <form onSubmit={submit}>
        <p>
          <label htmlFor="connection-name">
            Name{' '}
            <span className="faint">
              settings and functions use it; one that is there is replaced
            </span>
          </label>
          <input
            id="connection-name"
            className="field mono"
            autoComplete="off"
            spellCheck={false}
            placeholder="crm"
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        </p>
        <p>
          <label htmlFor="connection-url">
            Address{' '}
            <span className="faint">https://, postgres:// or smtps://, without the secret</span>
          </label>
          <input
            id="connection-url"
            className="field mono"
            autoComplete="off"
            spellCheck={false}
            placeholder="postgres://reader@db.example.com/crm"
            value={url}
            onChange={(event) => setUrl(event.target.value)}
          />
        </p>
        <p>
          <label htmlFor="connection-secret">
            {isHttp ? 'Token' : 'Password'} <span className="faint">may be empty</span>
          </label>
          <input
            id="connection-secret"
            className="field mono"
            type="password"
            autoComplete="new-password"
            value={secret}
            onChange={(event) => setSecret(event.target.value)}
          />
        </p>
        {problem !== undefined && (
          <p role="alert">
            <Glyph name="failed" /> {problem}
          </p>
        )}
        <footer>
          <Button onClick={onClose}>Leave it</Button>
          <Button
            type="submit"
            kind="primary"
            disabled={name.trim() === '' || url.trim() === '' || isRunning}
          >
            Add it
          </Button>
        </footer>
      </form>
    </Dialog>
  )
}

/** The secret of an HTTP server is a token; all others have it in their address. */
function withSecret(url: string, secret: string): { url: string; token?: string } {
  if (secret === '') return { url }
  if (!/^(postgres|postgresql|smtps?):\/\/[^/?#@]+@/.test(url)) return { url, token: secret }
  return {
    url: url.replace(
      /^([a-z]+:\/\/[^/?#@:]+)(:[^@]*)?@/,
      (_, user) => `${user}:${encodeURIComponent(secret)}@`,
    ),
  }
}
