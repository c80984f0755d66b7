// Publishing by hand: a payload as JSON, and an id by which the same message counts once.

import { ApiError, type Json } from '@cellwake/client'
import { type FormEvent, useState } from 'react'
import { client } from '../../data/client.ts'
import { invalidate } from '../../data/query.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Glyph } from '../../parts/glyph.tsx'
import { toast } from '../../parts/toast.tsx'

export function PublishDialog({ topic, onClose }: { topic: string; onClose: () => void }) {
  const [text, setText] = useState('{ "text": "hello" }')
  const [messageId, setMessageId] = useState('')
  const [problem, setProblem] = useState<string>()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    let payload: Json
    try {
      payload = JSON.parse(text) as Json
    } catch (error) {
      setProblem(`The payload is no JSON: ${error instanceof Error ? error.message : ''}`)
      return
    }
    const given = messageId.trim() === '' ? {} : { messageId: messageId.trim() }
    try {
      const { rev } = await client.publish({ topic }, { ...given, payload })
      onClose()
      invalidate('topic')
      toast({ glyph: 'you', text: `Published into ${topic}.`, rev })
    } catch (error) {
      const why = error instanceof ApiError ? error.message : 'The server did not answer.'
      setProblem(`${why} Nothing was published.`)
    }
  }
  return (
    <Dialog title={`Publish into ${topic}`} onClose={onClose}>
      <form onSubmit={submit}>
        <p>
          <label htmlFor="payload">Payload, as JSON</label>
          <textarea
            id="payload"
            className="field mono"
            rows={6}
            spellCheck={false}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </p>
        <p>
          <label htmlFor="message-id">
            Message id{' '}
            <span className="faint">the same id again changes nothing; may be empty</span>
          </label>
          <input
            id="message-id"
            className="field mono"
            autoComplete="off"
            value={messageId}
            onChange={(event) => setMessageId(event.target.value)}
          />
        </p>
        {problem !== undefined && (
          <p role="alert">
            <Glyph name="failed" /> {problem}
          </p>
        )}
        <footer>
          <Button onClick={onClose}>Leave it</Button>
          <Button type="submit" kind="primary">
            Publish
          </Button>
        </footer>
      </form>
    </Dialog>
  )
}
