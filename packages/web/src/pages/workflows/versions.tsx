// The versions of a workflow. Another one can be made the one that runs; scripts can be compared line by line.

import type { WorkflowVersionView } from '@cellwake/client'
import { useState } from 'react'
import { client } from '../../data/client.ts'
import { useQuery } from '../../data/query.ts'
import { useMay } from '../../data/rights.ts'
import { act } from '../../data/workflows.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Answer } from '../../parts/states.tsx'
import { Time } from '../../parts/time.tsx'
import { DiffView } from '../source/diff-view.tsx'
import '../source/versions.css'

export function VersionsDialog({ name, onClose }: { name: string; onClose: () => void }) {
  const query = useQuery(`workflow:${name}:versions`, () => client.workflowVersions({ name }))
  const mayDeploy = useMay('deploy')
  const [shown, setShown] = useState<string>()
  return (
    <Dialog title={`Versions of ${name}`} onClose={onClose} wide>
      <Answer query={query} what="the versions" failed="The versions could not be read.">
        {({ versions }) => {
          const active = versions.find((one) => one.active)
          return (
            <ul className="flow-versions">
              {versions.map((one) => (
                <li key={one.version}>
                  <div>
                    <b className="w6">{one.version}</b>{' '}
                    <span className="muted">
                      <Time at={one.at} />
                      {one.by !== '' && ` by ${one.by}`}
                      {one.comment !== undefined && `: ${one.comment}`}
                    </span>
                  </div>
                  {one.active ? (
                    <span className="faint">runs</span>
                  ) : (
                    <span className="row">
                      {canCompare(one, active) && (
                        <Button
                          kind="quiet"
                          onClick={() => setShown(shown === one.version ? undefined : one.version)}
                        >
                          Compare
                        </Button>
                      )}
                      {mayDeploy && (
                        <Button
                          onClick={async () => {
                            const run = () =>
                              client.activateVersion({ name }, { version: one.version })
                            if (await act(name, `Version ${one.version} runs.`, run)) onClose()
                          }}
                        >
                          Run {one.version}
                        </Button>
                      )}
                    </span>
                  )}
                  {shown === one.version && active !== undefined && (
                    <DiffView before={one.script ?? ''} after={active.script ?? ''} />
                  )}
                </li>
              ))}
            </ul>
          )
        }}
      </Answer>
    </Dialog>
  )
}

function canCompare(one: WorkflowVersionView, active: WorkflowVersionView | undefined): boolean {
  return one.script !== undefined && active?.script !== undefined
}
