// Deleting a model: the consequences, and its id typed as the answer. Nothing here can be undone, so the
// button stays shut until the id is right.

import { ApiError } from '@cellwake/client'
import { type FormEvent, useState } from 'react'
import { client } from '../data/client.ts'
import { useModel } from '../data/models.ts'
import { invalidate, useQuery } from '../data/query.ts'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { counted } from '../parts/format.ts'
import { Glyph } from '../parts/glyph.tsx'
import { toast } from '../parts/toast.tsx'
import { navigate, to } from './router.ts'

export function DeleteDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const model = useModel(id).data
  const versions = useQuery(`model:${id}:versions`, () => client.versions({ id })).data
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string>()
  const [isRunning, setRunning] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (typed !== id) return
    setRunning(true)
    try {
      await client.deleteModel({ id }, { confirm: id })
      onClose()
      navigate(to.models)
      invalidate('models')
      invalidate('upcoming')
      toast({ glyph: 'stopped', text: `${model?.title ?? id} is deleted.` })
    } catch (error) {
      setRunning(false)
      setProblem(error instanceof ApiError ? error.message : 'The server did not answer.')
    }
  }
  const title = model?.title ?? id
  return (
    <Dialog title={`Delete ${title}`} onClose={onClose}>
      <form onSubmit={submit}>
        <p>
          {model === undefined
            ? 'All that it holds goes'
            : `${counted(model.cells.assigned, 'cell')}, ${counted(model.rules, 'rule')}`}
          {versions !== undefined && `, ${counted(versions.versions.length, 'version')}`} and its
          history go. Its rules stop at once. Events that it published stay in their topics.
        </p>
        <p className="muted">
          This cannot be undone. Copy the source first if you may want it again.
        </p>
        <p>
          <label htmlFor="confirm-id">
            Type <code>{id}</code> to delete it
          </label>
          <input
            id="confirm-id"
            className="field mono"
            autoComplete="off"
            spellCheck={false}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </p>
        {problem !== undefined && (
          <p role="alert">
            <Glyph name="failed" /> {problem} Nothing was deleted.
          </p>
        )}
        <footer>
          <Button onClick={onClose}>Keep it</Button>
          <Button type="submit" kind="primary" disabled={typed !== id || isRunning}>
            Delete {id}
          </Button>
        </footer>
      </form>
    </Dialog>
  )
}
