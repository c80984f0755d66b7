// The versions that are kept: their authors and times, the difference, and the way back.

import { useState } from 'react'
import { client } from '../../data/client.ts'
import { afterDeploy } from '../../data/models.ts'
import { useQuery } from '../../data/query.ts'
import { useMay } from '../../data/rights.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { formatCount } from '../../parts/format.ts'
import { Glyph } from '../../parts/glyph.tsx'
import { Answer } from '../../parts/states.tsx'
import { Time } from '../../parts/time.tsx'
import { toast } from '../../parts/toast.tsx'
import { DiffView } from './diff-view.tsx'
import { messageOf } from './use-deploy.ts'
import './versions.css'

export function VersionsDialog({
  id,
  current,
  source,
  onClose,
}: {
  id: string
  current: number
  /** The source of the version that runs. */
  source: string
  onClose: () => void
}) {
  const list = useQuery(`model:${id}:versions`, () => client.versions({ id }))
  const [chosen, setChosen] = useState<number>()
  const shown = chosen ?? list.data?.versions.find(({ version }) => version !== current)?.version
  return (
    <Dialog title="Versions" onClose={onClose} wide>
      <Answer query={list} what="the versions" failed="The versions could not be read.">
        {({ versions }) => (
          <div className="versions">
            <ul aria-label="Versions">
              {versions.map(({ version, at, by }) => (
                <li key={version}>
                  <button
                    type="button"
                    aria-pressed={version === shown}
                    onClick={() => setChosen(version)}
                  >
                    <b>
                      Version {formatCount(version)}
                      {version === current && <span className="faint"> runs</span>}
                    </b>
                    <span className="faint">
                      <Time at={at} /> by {by}
                    </span>
                  </button>
                </li>
              ))}
            </ul>
            {shown === undefined ? (
              <p className="muted">This is the first version. The next deploy makes another.</p>
            ) : (
              <Compared
                key={shown}
                id={id}
                version={shown}
                current={current}
                source={source}
                onClose={onClose}
              />
            )}
          </div>
        )}
      </Answer>
    </Dialog>
  )
}

function Compared({
  id,
  version,
  current,
  source,
  onClose,
}: {
  id: string
  version: number
  current: number
  source: string
  onClose: () => void
}) {
  const older = useQuery(`version:${id}:${version}`, () => client.source({ id }, { version }))
  const [problem, setProblem] = useState<string>()
  const [isRunning, setRunning] = useState(false)
  const mayDeploy = useMay('deploy')
  const rollBack = async () => {
    setRunning(true)
    try {
      const done = await client.rollback({ id }, { version })
      afterDeploy(id)
      onClose()
      toast({
        glyph: 'ready',
        text: `${id} runs version ${formatCount(done.version)}, the text of version ${formatCount(version)}.`,
      })
    } catch (error) {
      setRunning(false)
      setProblem(`${messageOf(error)} Nothing was changed.`)
    }
  }
  return (
    <div className="compared">
      <Answer query={older} what="that version" failed="That version could not be read.">
        {(answer) => (
          <>
            <p className="muted">
              {version === current
                ? 'This version runs.'
                : `From version ${formatCount(current)}, which runs, to version ${formatCount(version)}.`}
            </p>
            <DiffView before={source} after={answer.source} />
            {version !== current && mayDeploy && (
              <footer>
                <span className="muted">
                  It becomes version {formatCount(current + 1)}. Inputs that both have keep their
                  values.
                </span>
                <Button disabled={isRunning} onClick={() => void rollBack()}>
                  {isRunning ? 'Rolling back…' : `Roll back to version ${formatCount(version)}`}
                </Button>
              </footer>
            )}
            {problem !== undefined && (
              <p role="alert">
                <Glyph name="failed" /> {problem}
              </p>
            )}
          </>
        )}
      </Answer>
    </div>
  )
}
