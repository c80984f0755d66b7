// Above the text: its file, whether it was edited, its diagnostics, and its actions.

import { Button } from '../../parts/button.tsx'
import { counted, formatCount } from '../../parts/format.ts'
import { Glyph } from '../../parts/glyph.tsx'
import type { Diagnosis } from './diagnosis.ts'

export function SourceTabs({
  id,
  version,
  isEdited,
  diagnosis,
  onFormat,
  onVersions,
  onGo,
}: {
  id: string
  version: number
  isEdited: boolean
  diagnosis: Diagnosis
  /** Undefined where nothing may be changed. */
  onFormat: (() => void) | undefined
  onVersions: () => void
  onGo: (offset: number) => void
}) {
  const { errors, warnings, diagnostics } = diagnosis
  const first = (severity: 'error' | 'warning') => {
    const found = diagnostics.find((one) => one.severity === severity)
    if (found !== undefined) onGo(found.start)
  }
  return (
    <div className="src-tabs">
      <b>{id}.grid</b>
      <span className="muted" role="status">
        {isEdited ? 'edited, not deployed' : `version ${formatCount(version)} runs`}
      </span>
      {errors > 0 && (
        <button type="button" className="link c-failed" onClick={() => first('error')}>
          <Glyph name="failed" /> {counted(errors, 'error')}
        </button>
      )}
      {warnings > 0 && (
        <button type="button" className="link c-attention" onClick={() => first('warning')}>
          <Glyph name="attention" /> {counted(warnings, 'warning')}
        </button>
      )}
      <span className="grow" />
      <span className="muted hide-phone">Values beside the lines are live</span>
      <Button kind="quiet" onClick={onVersions}>
        Versions
      </Button>
      {onFormat !== undefined && (
        <Button kind="quiet" keys="Shift Alt F" onClick={onFormat}>
          Format
        </Button>
      )}
    </div>
  )
}
