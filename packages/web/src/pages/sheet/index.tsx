// The sheet of a model: its cells, their explanations, and edits.

import { useEffect, useRef } from 'react'
import type { PageProps } from '../../app/pages.ts'
import { useSearchParam } from '../../app/router.ts'
import { useRevision } from '../../data/live.ts'
import { useModel } from '../../data/models.ts'
import { COUNTS_EVERY_MS } from '../../limits.ts'
import { Answer } from '../../parts/states.tsx'
import { SheetView } from './sheet-view.tsx'

export function SheetPage({ id }: PageProps) {
  const model = useModel(id)
  useFreshCounts(id, model.reload)
  const [at] = useSearchParam('at')
  return (
    <Answer query={model} what={id} failed={`The model ${id} could not be read.`}>
      {(detail) => <SheetView key={id} model={detail} at={at} />}
    </Answer>
  )
}

/** The counts under the sheet, and how large it is, change with the cells: asked for again, but not at every change. */
function useFreshCounts(id: string, reload: () => void): void {
  const rev = useRevision(id)
  const seen = useRef(rev)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    if (rev === seen.current) return
    const isFirst = seen.current === undefined
    seen.current = rev
    if (isFirst) return
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      reload()
    }, COUNTS_EVERY_MS)
  }, [rev, reload])
  useEffect(() => () => clearTimeout(timer.current), [])
}
