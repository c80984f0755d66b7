// The path to the selected node as a list, with live values: the same that is in ink in the picture.

import type { GraphView } from '@cellwake/client'
import { to } from '../../app/router.ts'
import { useCells } from '../../data/live.ts'
import { Button } from '../../parts/button.tsx'
import { counted, formatCell, formatCount } from '../../parts/format.ts'
import { Glyph, type GlyphName } from '../../parts/glyph.tsx'
import { Link } from '../../parts/link.tsx'
import { useZone } from '../../parts/zone-scope.tsx'
import type { Ancestry } from './ancestors.ts'
import { nodeText } from './node-text.ts'

type GraphNode = GraphView['nodes'][number]

const MOST_ROWS = 40

export function PathPanel({
  id,
  graph,
  selected,
  ancestry,
  isFocused,
  onSelect,
  onFocus,
}: {
  id: string
  graph: Pick<GraphView, 'nodes' | 'edges'>
  selected: GraphNode
  ancestry: Ancestry
  /** Only the part around the selected node is shown. */
  isFocused: boolean
  onSelect: (id: string | undefined) => void
  onFocus: (on: boolean) => void
}) {
  const zone = useZone()
  const byId = new Map(graph.nodes.map((node) => [node.id, node]))
  const rows = ancestry.ordered.slice(0, MOST_ROWS).flatMap((one) => byId.get(one) ?? [])
  const cells = useCells(
    id,
    rows.filter(isCell).map((node) => node.id),
  ).cells
  const isSheet = isCell(selected) || selected.kind === 'range' || selected.cells > 1
  const text = nodeText(selected, zone)
  return (
    <aside className="graph-side" aria-label={`What ${text.title} depends on`}>
      <div className="t">
        <span className="faint">Everything this depends on</span>
        <Button kind="quiet" keys="Esc" onClick={() => onSelect(undefined)}>
          Close
        </Button>
      </div>
      <h2 className={selected.kind === 'rule' ? '' : 'mono'}>
        {text.title} <span className="faint">{text.sub}</span>
      </h2>
      {rows.length === 0 && <p className="muted">It depends on nothing.</p>}
      <ol className="path-list">
        {rows.map((node) => {
          const cell = cells?.[node.id]
          const shown = nodeText(node, zone)
          return (
            <li key={node.id}>
              <Glyph name={glyphOf(node)} />
              <button type="button" className="link" onClick={() => onSelect(node.id)}>
                {node.kind === 'rule' ? shown.title : <code>{shown.title}</code>}
              </button>
              <span className="num">
                {cell === undefined ? shown.sub : formatCell(cell, zone).text}
              </span>
              <span className="by">
                {roles[node.kind]}
                {node.wanted ? '' : ', not wanted'}
              </span>
            </li>
          )
        })}
      </ol>
      {ancestry.ordered.length > rows.length && (
        <p className="faint">and {formatCount(ancestry.ordered.length - rows.length)} more</p>
      )}
      <dl className="facts">
        <dt>Read by</dt>
        <dd>
          {ancestry.readBy.length === 0
            ? 'nothing'
            : ancestry.readBy.slice(0, 8).map((one) => (
                <button key={one} type="button" className="link" onClick={() => onSelect(one)}>
                  {byId.get(one)?.label ?? one}
                </button>
              ))}
          {ancestry.readBy.length > 8 && ` and ${formatCount(ancestry.readBy.length - 8)} more`}
        </dd>
        {selected.cells > 1 && (
          <>
            <dt>Stands for</dt>
            <dd>{counted(selected.cells, 'cell')}</dd>
          </>
        )}
      </dl>
      <div className="row">
        <Button onClick={() => onFocus(!isFocused)}>
          {isFocused ? 'Show everything' : 'Show only this part'}
        </Button>
        {isSheet && (
          <Link
            className="btn plain"
            to={to.model(id, 'sheet', { cell: selected.id.split(':')[0] ?? '' })}
          >
            Open in sheet
          </Link>
        )}
        {selected.kind === 'rule' && (
          <Link className="btn plain" to={to.model(id, 'rules')}>
            Open the rules
          </Link>
        )}
        {selected.kind === 'topic' && (
          <Link className="btn plain" to={to.topic(selected.label)}>
            Open the topic
          </Link>
        )}
      </div>
    </aside>
  )
}

function isCell({ kind, cells }: GraphNode): boolean {
  return (
    cells === 1 && kind !== 'rule' && kind !== 'topic' && kind !== 'external' && kind !== 'range'
  )
}

function glyphOf({ kind, status, wanted }: GraphNode): GlyphName {
  if (kind === 'input') return 'you'
  if (kind === 'rule' || kind === 'owned') return 'rule'
  return wanted ? status : 'dirty'
}

const roles: Readonly<Record<GraphNode['kind'], string>> = {
  input: 'set by people',
  formula: 'follows',
  conditional: 'follows, if its condition holds',
  lazy: 'computed when asked',
  external: 'a call that goes outside',
  owned: 'written by rules',
  range: 'a range',
  rule: 'a rule',
  topic: 'a topic',
}
