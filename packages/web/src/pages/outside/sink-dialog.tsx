// Adding a sink. Its address and its secret go to the server, and never come back whole.

import { ApiError, type SinkRequest } from '@cellwake/client'
import { type FormEvent, type ReactNode, useState } from 'react'
import { client } from '../../data/client.ts'
import { invalidate } from '../../data/query.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Glyph } from '../../parts/glyph.tsx'
import { toast } from '../../parts/toast.tsx'

type Kind = 'webhook' | 'slack' | 'email'

interface Draft {
  readonly name: string
  readonly topic: string
  readonly kind: Kind
  readonly where: string
  readonly secret: string
  readonly connection: string
}

const empty: Draft = {
  name: '',
  topic: '',
  kind: 'webhook',
  where: '',
  secret: '',
  connection: '',
}

export function SinkDialog({ onClose }: { onClose: () => void }) {
  const [draft, setDraft] = useState(empty)
  const [problem, setProblem] = useState<string>()
  const [isRunning, setRunning] = useState(false)
  const { kind } = draft
  const set = (change: Partial<Draft>) => setDraft({ ...draft, ...change })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setRunning(true)
    try {
      const { name, topic } = await client.addSink({}, requestOf(draft))
      onClose()
      invalidate('sinks')
      toast({ glyph: 'you', text: `${name} delivers ${topic} from now on.` })
    } catch (error) {
      setRunning(false)
      const why = error instanceof ApiError ? error.message : 'The server did not answer.'
      setProblem(`${why} Nothing was kept.`)
    }
  }
  const field = (key: 'name' | 'topic' | 'where' | 'secret' | 'connection', more: FieldWords) => (
    <Field
      id={`sink-${key}`}
      value={draft[key]}
      onChange={(value) => set({ [key]: value })}
      {...more}
    />
  )
  return (
    <Dialog title="Add a sink" onClose={onClose}>
      <form onSubmit={submit}>
        {field('name', { label: 'Name', hint: 'one that is there is replaced', example: 'ops' })}
        {field('topic', { label: 'Topic', hint: 'its events are delivered', example: 'alerts' })}
        <p>
          <label htmlFor="sink-kind">By</label>
          <select
            id="sink-kind"
            className="field"
            value={kind}
            onChange={(event) => set({ kind: event.target.value as Kind })}
          >
            <option value="webhook">webhook</option>
            <option value="slack">Slack, or a compatible service</option>
            <option value="email">e-mail</option>
          </select>
        </p>
        {field('where', {
          label: kind === 'email' ? 'Recipients' : 'Address',
          hint: kind === 'email' ? 'with commas between them' : 'https://…',
          example: kind === 'email' ? 'ann@example.com' : 'https://example.com/alerts',
        })}
        {kind === 'webhook' &&
          field('secret', { label: 'Secret', hint: 'signs; may be empty', isSecret: true })}
        {kind === 'email' &&
          field('connection', { label: 'Connection', hint: 'the mail server', example: 'mail' })}
        {problem !== undefined && (
          <p role="alert">
            <Glyph name="failed" /> {problem}
          </p>
        )}
        <footer>
          <Button onClick={onClose}>Leave it</Button>
          <Button type="submit" kind="primary" disabled={!isWhole(draft) || isRunning}>
            Add it
          </Button>
        </footer>
      </form>
    </Dialog>
  )
}

interface FieldWords {
  readonly label: string
  readonly hint: ReactNode
  readonly example?: string
  readonly isSecret?: boolean
}

function Field(
  props: FieldWords & { id: string; value: string; onChange: (value: string) => void },
) {
  const { id, label, hint, example, isSecret, value, onChange } = props
  return (
    <p>
      <label htmlFor={id}>
        {label} <span className="faint">{hint}</span>
      </label>
      <input
        id={id}
        className="field mono"
        type={isSecret === true ? 'password' : 'text'}
        autoComplete={isSecret === true ? 'new-password' : 'off'}
        spellCheck={false}
        placeholder={example}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </p>
  )
}

function isWhole({ name, topic, kind, where, connection }: Draft): boolean {
  const needed = [name, topic, where, ...(kind === 'email' ? [connection] : [])]
  return needed.every((text) => text.trim() !== '')
}

function requestOf({ name, topic, kind, where, secret, connection }: Draft): SinkRequest {
  const base = { name: name.trim(), topic: topic.trim() }
  const place = where.trim()
  if (kind === 'slack') return { ...base, slack: place }
  if (kind === 'webhook') return { ...base, webhook: place, ...(secret !== '' && { secret }) }
  const recipients = place.split(',').map((one) => one.trim())
  return { ...base, email: { connection: connection.trim(), to: recipients } }
}
