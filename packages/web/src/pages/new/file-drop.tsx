// The drop zone for a workbook, its progress, and the report: imported parts, omissions, and values that differ from
// the file.

import type { ImportedFileView } from '@cellwake/client'
import { useEffect, useRef, useState } from 'react'
import { useNow } from '../../data/now.ts'
import { REPORT_SHOWN_COUNT } from '../../limits.ts'
import { Button } from '../../parts/button.tsx'
import { counted, formatCount } from '../../parts/format.ts'
import { Glyph, type GlyphName } from '../../parts/glyph.tsx'
import { type ImportState, useImport } from './use-import.ts'
import './file-drop.css'

export function FileDrop({ onSource }: { onSource: (source: string) => void }) {
  const { state, begin } = useImport(onSource)
  const [isOver, setOver] = useState(false)
  const chooser = useRef<HTMLInputElement>(null)
  const isBusy = state.step === 'reading' || state.step === 'computing'
  const take = (file: File | undefined) => {
    if (file !== undefined && !isBusy) void begin(file)
  }
  const newest = useRef(take)
  newest.current = take
  // On the whole page: a browser leaves it for a file that misses the zone.
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return
      event.preventDefault()
      setOver(true)
    }
    const left = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false)
    }
    const drop = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return
      event.preventDefault()
      setOver(false)
      newest.current(event.dataTransfer.files[0])
    }
    document.addEventListener('dragover', over)
    document.addEventListener('dragleave', left)
    document.addEventListener('drop', drop)
    return () => {
      document.removeEventListener('dragover', over)
      document.removeEventListener('dragleave', left)
      document.removeEventListener('drop', drop)
    }
  }, [])
  return (
    <div className="file-drop">
      <section aria-label="Import a file" className={isOver ? 'drop-zone is-over' : 'drop-zone'}>
        <p>Drop a workbook (.xlsx) or a CSV file here.</p>
        <Button disabled={isBusy} onClick={() => chooser.current?.click()}>
          Choose a file
        </Button>
        <input
          ref={chooser}
          type="file"
          accept=".xlsx,.csv,.tsv"
          aria-label="File to import"
          hidden
          onChange={(event) => {
            take(event.target.files?.[0])
            event.target.value = ''
          }}
        />
      </section>
      <Progress state={state} />
      {state.step === 'done' && <Report name={state.name} found={state.found} />}
    </div>
  )
}

function Progress({ state }: { state: ImportState }) {
  if (state.step === 'reading') {
    return (
      <p role="status">
        Reading {state.name} <progress value={state.share} max={1} />
      </p>
    )
  }
  if (state.step === 'computing') return <Computing name={state.name} since={state.since} />
  if (state.step !== 'refused') return null
  return (
    <p role="alert" className="import-refused">
      <Glyph name="failed" /> {state.name} was not imported. {state.why}
    </p>
  )
}

function Computing({ name, since }: { name: string; since: number }) {
  const seconds = Math.max(0, Math.round((useNow(1000) - since) / 1000))
  return (
    <p role="status">
      Computing {name} and comparing each value <progress /> {seconds} s
    </p>
  )
}

function Report({ name, found }: { name: string; found: ImportedFileView }) {
  const { cells, formulas, names, left, leftCount, compared, equal, differences } = found
  const wrong = compared - equal
  const carried = [
    counted(cells - wrong, 'cell'),
    counted(Math.max(0, formulas - wrong), 'formula'),
    ...(names > 0 ? [counted(names, 'name')] : []),
  ]
  return (
    <div className="import-report">
      <p role="status">
        {listed(carried)} of {name} carried over.
        {compared > 0 &&
          ` ${formatCount(equal)} of ${counted(compared, 'value')} agree with those in the file.`}
      </p>
      <Listed title="Another value than in the file" glyph="attention" count={wrong}>
        {differences.map(({ symbol, workbook, model }) => (
          <li key={symbol}>
            <code>{symbol}</code> is {workbook} there and {model} here
          </li>
        ))}
      </Listed>
      <Listed title="Not carried over" glyph="idle" count={leftCount}>
        {left.map((what) => (
          <li key={what}>{what}</li>
        ))}
      </Listed>
    </div>
  )
}

/** "3 cells, 2 formulas and 1 name". */
function listed(parts: readonly string[]): string {
  return [parts.slice(0, -1).join(', '), parts.at(-1)].join(' and ')
}

function Listed({
  title,
  glyph,
  count,
  children,
}: {
  title: string
  glyph: GlyphName
  count: number
  children: readonly React.ReactNode[]
}) {
  if (count === 0) return null
  const shown = children.slice(0, REPORT_SHOWN_COUNT)
  return (
    <details open={count <= shown.length}>
      <summary>
        <Glyph name={glyph} /> {title} ({formatCount(count)})
      </summary>
      <ul>
        {shown}
        {count > shown.length && (
          <li className="muted">and {formatCount(count - shown.length)} more</li>
        )}
      </ul>
    </details>
  )
}
