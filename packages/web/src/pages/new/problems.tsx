// Diagnostics of a text: the line, the message, the code, and the fix as a verb.

import type { Fix } from '@cellwake/language'
import { Button } from '../../parts/button.tsx'
import { formatCount } from '../../parts/format.ts'
import { Glyph } from '../../parts/glyph.tsx'
import type { Placed } from './diagnosis.ts'

export function Problems({
  found,
  onGo,
  onFix,
}: {
  found: readonly Placed[]
  onGo: (start: number, end: number) => void
  onFix: (fix: Fix) => void
}) {
  if (found.length === 0) {
    return (
      <p className="problems-none" role="status">
        <Glyph name="ready" /> Nothing is wrong with it.
      </p>
    )
  }
  return (
    <ul className="problems" aria-label="Problems">
      {found.slice(0, 20).map(({ diagnostic, line }) => (
        <li key={`${diagnostic.start}${diagnostic.code}`} data-severity={diagnostic.severity}>
          <Glyph
            name={diagnostic.severity === 'error' ? 'failed' : 'attention'}
            label={diagnostic.severity}
          />
          <button
            type="button"
            className="link"
            onClick={() => onGo(diagnostic.start, diagnostic.end)}
          >
            Line {formatCount(line)}
          </button>
          <span>{diagnostic.message}</span>
          <code className="faint">{diagnostic.code}</code>
          {diagnostic.fix !== undefined && (
            <Button onClick={() => diagnostic.fix && onFix(diagnostic.fix)}>
              {diagnostic.fix.title}
            </Button>
          )}
        </li>
      ))}
      {found.length > 20 && <li className="faint">and {formatCount(found.length - 20)} more</li>}
    </ul>
  )
}
