// A conflict: another deploy happened while this text was written. Neither text is better by itself, so no
// button is primary.

import { useState } from 'react'
import { client } from '../../data/client.ts'
import { useQuery } from '../../data/query.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { formatCount } from '../../parts/format.ts'
import { Glyph } from '../../parts/glyph.tsx'
import { Time } from '../../parts/time.tsx'
import { DiffView } from './diff-view.tsx'
import type { Running } from './draft.ts'

export function Conflict({
  id,
  base,
  running,
  text,
  onTheirs,
  onMine,
}: {
  id: string
  base: number
  running: Running
  text: string
  onTheirs: () => void
  onMine: () => void
}) {
  const [compares, setCompares] = useState(false)
  const versions = useQuery(`model:${id}:versions`, () => client.versions({ id })).data?.versions
  const newest = versions?.find(({ version }) => version === running.version)
  return (
    <div className="conflict" role="alert">
      <p>
        <Glyph name="attention" /> Version {formatCount(running.version)} was deployed
        {newest !== undefined && (
          <>
            {' '}
            by {newest.by}, <Time at={newest.at} />
          </>
        )}
        , while you wrote on version {formatCount(base)}.
      </p>
      <div className="row">
        <Button onClick={() => setCompares(true)}>Compare</Button>
        <Button onClick={onTheirs}>Take theirs, drop my text</Button>
        <Button onClick={onMine}>Keep mine, replace theirs at deploy</Button>
      </div>
      {compares && (
        <Dialog title="From theirs to yours" onClose={() => setCompares(false)} wide>
          <DiffView before={running.source} after={text} />
        </Dialog>
      )}
    </div>
  )
}
