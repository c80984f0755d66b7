// Line diff of two texts: the shortest edit script (Myers). Texts with little in common are simply replaced, so
// that a large paste cannot hold the page up.

import { DIFF_MAX_EDITS } from '../../limits.ts'

export interface DiffLine {
  readonly kind: 'same' | 'added' | 'removed'
  readonly text: string
  /** Line numbers from 1; undefined on the side that has no such line. */
  readonly before: number | undefined
  readonly after: number | undefined
}

export function lineDiff(before: string, after: string): DiffLine[] {
  const a = before.split('\n')
  const b = after.split('\n')
  let head = 0
  while (head < a.length && head < b.length && a[head] === b[head]) head++
  let tail = 0
  while (
    tail < a.length - head &&
    tail < b.length - head &&
    a[a.length - 1 - tail] === b[b.length - 1 - tail]
  )
    tail++
  const steps: Step[] = [
    ...repeated('same', head),
    ...middle(a.slice(head, a.length - tail), b.slice(head, b.length - tail)),
    ...repeated('same', tail),
  ]
  let i = 0
  let j = 0
  return steps.map((kind): DiffLine => {
    const text = (kind === 'added' ? b[j] : a[i]) ?? ''
    if (kind !== 'added') i += 1
    if (kind !== 'removed') j += 1
    return {
      kind,
      text,
      before: kind === 'added' ? undefined : i,
      after: kind === 'removed' ? undefined : j,
    }
  })
}

function repeated(step: Step, times: number): Step[] {
  return new Array<Step>(times).fill(step)
}

type Step = DiffLine['kind']

function middle(a: readonly string[], b: readonly string[]): Step[] {
  const replaced: Step[] = [...a.map((): Step => 'removed'), ...b.map((): Step => 'added')]
  if (a.length === 0 || b.length === 0) return replaced
  const most = Math.min(a.length + b.length, DIFF_MAX_EDITS)
  // For each number of edits, how far each diagonal was reached.
  const trace: Map<number, number>[] = []
  let reach = new Map<number, number>([[1, 0]])
  for (let edits = 0; edits <= most; edits++) {
    trace.push(new Map(reach))
    const next = new Map(reach)
    for (let k = -edits; k <= edits; k += 2) {
      const isDown = k === -edits || (k !== edits && far(next, k - 1) < far(next, k + 1))
      let x = isDown ? far(next, k + 1) : far(next, k - 1) + 1
      let y = x - k
      while (x < a.length && y < b.length && a[x] === b[y]) {
        x++
        y++
      }
      next.set(k, x)
      if (x >= a.length && y >= b.length) return wayBack(trace, a.length, b.length)
    }
    reach = next
  }
  return replaced
}

function far(reach: ReadonlyMap<number, number>, k: number): number {
  return reach.get(k) ?? -1
}

function wayBack(trace: readonly ReadonlyMap<number, number>[], n: number, m: number): Step[] {
  const steps: Step[] = []
  let x = n
  let y = m
  for (let edits = trace.length - 1; edits >= 0; edits--) {
    const reach = trace[edits]!
    const k = x - y
    const isDown = k === -edits || (k !== edits && far(reach, k - 1) < far(reach, k + 1))
    const from = isDown ? k + 1 : k - 1
    const fromX = edits === 0 ? 0 : far(reach, from)
    const fromY = edits === 0 ? 0 : fromX - from
    while (x > fromX && y > fromY) {
      steps.push('same')
      x--
      y--
    }
    if (edits > 0) steps.push(isDown ? 'added' : 'removed')
    x = fromX
    y = fromY
  }
  return steps.reverse()
}

/** Lines of the newer text that are new or changed, and lines after which others were removed. */
export function changedLines(diff: readonly DiffLine[]): {
  readonly added: ReadonlySet<number>
  readonly removedAfter: ReadonlySet<number>
} {
  const added = new Set<number>()
  const removedAfter = new Set<number>()
  let last = 0
  diff.forEach((line, i) => {
    if (line.after !== undefined) last = line.after
    if (line.kind === 'added') added.add(last)
    // A line that was replaced is marked as changed already.
    const isReplaced = diff[i + 1]?.kind === 'added' || diff[i - 1]?.kind === 'added'
    if (line.kind === 'removed' && !isReplaced) removedAfter.add(Math.max(1, last))
  })
  return { added, removedAfter }
}
