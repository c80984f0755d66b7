// Placeholders over the sheet while it has nothing to show: loading, failed, empty.

import type { ModelDetail } from '@cellwake/client'
import { useRef, useSyncExternalStore } from 'react'
import { to } from '../../app/router.ts'
import { Link } from '../../parts/link.tsx'
import { Empty, Failure, Loading } from '../../parts/states.tsx'
import type { SheetData } from './sheet-data.ts'

export function SheetState({ data, model }: { data: SheetData; model: ModelDetail }) {
  useSyncExternalStore(data.subscribe, () => data.version)
  const since = useRef(Date.now())
  if (data.error !== undefined) {
    return (
      <div className="sheet-state">
        <Failure
          error={data.error}
          title="Some cells could not be read."
          onRetry={() => data.retry()}
        >
          <p className="muted">What you see is revision {data.rev}. Nothing was changed.</p>
        </Failure>
      </div>
    )
  }
  if (!data.anyLoaded) {
    return (
      <div className="sheet-state">
        <Loading what="the cells" since={since.current} onRetry={() => data.reload()} />
      </div>
    )
  }
  if (model.cells.assigned > 0) return null
  return (
    <div className="sheet-state">
      <Empty
        title="This model has no cells."
        actions={
          <Link className="btn primary" to={to.model(model.id, 'source')}>
            Write its source
          </Link>
        }
      >
        A cell is a line such as <code>A1 = 5</code>, a formula such as <code>B1 = A1 * 2</code>.
      </Empty>
    </div>
  )
}
