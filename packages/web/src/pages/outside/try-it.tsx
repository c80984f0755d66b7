// A try of a provider or a connection, and its result, which stays until the next.

import { ApiError, type Tried } from '@cellwake/client'
import { useState } from 'react'
import { Button } from '../../parts/button.tsx'
import { Glyph } from '../../parts/glyph.tsx'

export function TryIt({ label, run }: { label: string; run: () => Promise<Tried> }) {
  const [isRunning, setRunning] = useState(false)
  const [tried, setTried] = useState<Tried>()
  const start = async () => {
    setRunning(true)
    setTried(undefined)
    try {
      setTried(await run())
    } catch (error) {
      const said = error instanceof ApiError ? error.message : 'The server did not answer.'
      setTried({ ok: false, said })
    } finally {
      setRunning(false)
    }
  }
  return (
    <>
      <div className="reach-acts">
        <Button aria-label={label} disabled={isRunning} onClick={() => void start()}>
          {isRunning ? 'Trying…' : 'Try it'}
        </Button>
      </div>
      <p className="reach-said" role="status" hidden={tried === undefined}>
        {tried !== undefined && (
          <>
            <Glyph name={tried.ok ? 'ready' : 'failed'} /> {tried.said}
          </>
        )}
      </p>
    </>
  )
}
