// Two texts, line by line. Long stretches that are the same are folded to a few lines.

import { useMemo } from 'react'
import { Code } from '../../parts/code.tsx'
import { counted } from '../../parts/format.ts'
import { type DiffLine, lineDiff } from './line-diff.ts'

const CONTEXT_LINES = 3

export function DiffView({ before, after }: { before: string; after: string }) {
  const parts = useMemo(() => folded(lineDiff(before, after)), [before, after])
  if (before === after) return <p className="muted">The texts are the same.</p>
  return (
    <pre className="diff">
      {parts.map((part) =>
        'hidden' in part ? (
          <span key={`fold-${part.at}`} className="fold">
            {counted(part.hidden, 'line')} the same
          </span>
        ) : (
          <span key={`${part.kind}-${part.before}-${part.after}`} className={part.kind}>
            <i>{part.after ?? part.before}</i>
            <b>{part.kind === 'added' ? '+' : part.kind === 'removed' ? '−' : ' '}</b>
            <Code text={part.text} />
          </span>
        ),
      )}
    </pre>
  )
}

type Part = DiffLine | { readonly hidden: number; readonly at: number }

function folded(lines: readonly DiffLine[]): Part[] {
  const isNear = lines.map((_, i) =>
    lines.slice(Math.max(0, i - CONTEXT_LINES), i + CONTEXT_LINES + 1).some(isChange),
  )
  const parts: Part[] = []
  let hidden = 0
  lines.forEach((line, i) => {
    if (!isNear[i]) {
      hidden += 1
      return
    }
    if (hidden > 0) parts.push({ hidden, at: i })
    hidden = 0
    parts.push(line)
  })
  if (hidden > 0) parts.push({ hidden, at: lines.length })
  return parts
}

function isChange({ kind }: DiffLine): boolean {
  return kind !== 'same'
}
