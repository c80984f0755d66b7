// The provenance of a value, down to the inputs: a tree of which every symbol can be followed.

import type { WhyNode } from '@cellwake/client'
import { counted, formatCell } from '../format.ts'
import { Glyph } from '../glyph.tsx'
import { Time } from '../time.tsx'
import { useZone } from '../zone-scope.tsx'
import { CallLine } from './call-line.tsx'
import { causeWords } from './cause-words.ts'
import { FormulaText } from './formula-text.tsx'

export interface TreeProps {
  /** The label of a cell: the text above or beside it. */
  readonly labelOf: (symbol: string) => string | undefined
  readonly onFollow: (symbol: string) => void
}

export function WhyTree({ why, ...props }: TreeProps & { why: WhyNode }) {
  if (why.formula === null && why.reads.length === 0) return null
  return (
    <ul className="why-tree" aria-label={`What ${why.symbol} follows from`}>
      <li>
        {why.formula !== null && <FormulaLine text={why.formula} />}
        <Reads node={why} {...props} />
      </li>
    </ul>
  )
}

function FormulaLine({ text }: { text: string }) {
  return (
    <div className="by">
      <code>
        <span className="k-op">= </span>
        <FormulaText text={text} />
      </code>
    </div>
  )
}

function Reads({ node, ...props }: TreeProps & { node: WhyNode }) {
  const { reads, more, notTaken } = node
  if (reads.length + more + notTaken.length === 0) return null
  return (
    <ul>
      {reads.map((read) => (
        <Node key={read.symbol} node={read} {...props} />
      ))}
      {more > 0 && <li className="by faint">and {more} more</li>}
      {notTaken.length > 0 && (
        <li className="by">
          not taken:{' '}
          {notTaken.map((symbol) => (
            <button
              key={symbol}
              type="button"
              className="sym link"
              onClick={() => props.onFollow(symbol)}
            >
              {symbol}
            </button>
          ))}
        </li>
      )}
    </ul>
  )
}

function Node({ node, ...props }: TreeProps & { node: WhyNode }) {
  const { symbol, formula, cut, reads, more } = node
  const isRange = node.call === null && symbol.includes(':')
  const { labelOf, onFollow } = props
  const shown = formatCell(node, useZone())
  return (
    <li>
      <div className="why-node">
        <button
          type="button"
          className="sym"
          aria-label={isRange ? `Show ${symbol}` : `Why ${symbol}`}
          onClick={() => onFollow(symbol)}
        >
          {node.call === null ? symbol : <span className="k-ext">{node.call.function}</span>}
        </button>
        <span className="nm">{labelOf(symbol)}</span>
        {node.status !== 'ready' && <Glyph name={node.status} label={node.status} />}
        <span className={shown.isError ? 'val num c-failed' : 'val num'}>
          {isRange ? counted(reads.length + more, 'cell') : shown.text || '–'}
        </span>
      </div>
      {formula !== null && <FormulaLine text={formula} />}
      {node.call !== null && <CallLine call={node.call} />}
      {formula === null && node.call === null && <Origin node={node} />}
      {cut ? null : <Reads node={node} {...props} />}
    </li>
  )
}

/** The author of a cell without a formula, and its value before. */
function Origin({ node }: { node: WhyNode }) {
  const zone = useZone()
  const { changed, role, typeTag } = node
  if (changed === null) {
    return role === 'input' ? <div className="by faint">as in the source</div> : null
  }
  const { cause, before } = changed
  const was =
    before === null || before.kind === 'blank'
      ? ''
      : `, was ${formatCell({ ...before, typeTag }, zone).text}`
  if (cause.rule !== null) {
    const { title, due, wave } = cause.rule
    return (
      <>
        <div className="by">
          <Glyph name="rule" />
          <span className="c-rule w5">{title}</span> wrote it <Time at={cause.at} />
          {was}
        </div>
        {due !== null && (
          <div className="by">
            occurrence <Time at={due} />, wave {wave}
          </div>
        )}
      </>
    )
  }
  return (
    <div className="by">
      <Glyph name={cause.kind === 'set' ? 'you' : 'ready'} />
      <span className="ink">{causeWords(cause)}</span> <Time at={cause.at} />
      {was}
    </div>
  )
}
