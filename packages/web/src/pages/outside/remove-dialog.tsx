// Removing a connection or a sink: says what follows, and asks.

import { ApiError } from '@cellwake/client'
import { type ReactNode, useState } from 'react'
import { invalidate } from '../../data/query.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Glyph } from '../../parts/glyph.tsx'
import { toast } from '../../parts/toast.tsx'

export function RemoveDialog(props: {
  name: string
  /** The list that it is in. */
  what: 'connections' | 'sinks'
  remove: () => Promise<unknown>
  onClose: () => void
  children: ReactNode
}) {
  const { name, what, onClose, children } = props
  const [problem, setProblem] = useState<string>()
  const remove = async () => {
    try {
      await props.remove()
      onClose()
      toast({ glyph: 'stopped', text: `${name} is removed.` })
    } catch (error) {
      setProblem(error instanceof ApiError ? error.message : 'The server did not answer.')
    } finally {
      invalidate(what)
    }
  }
  return (
    <Dialog title={`Remove ${name}`} onClose={onClose}>
      <p>{children}</p>
      {problem !== undefined && (
        <p role="alert">
          <Glyph name="failed" /> {problem}
        </p>
      )}
      <footer>
        <Button onClick={onClose}>Keep it</Button>
        <Button kind="primary" onClick={() => void remove()}>
          Remove {name}
        </Button>
      </footer>
    </Dialog>
  )
}
