// The dependency graph: columns by role, ranges as one node, the path to the selected one in ink and as a list.

import type { GraphView } from '@cellwake/client'
import { useMemo, useRef, useState } from 'react'
import { useSearchParam } from '../../app/router.ts'
import { useShortcut } from '../../app/shortcuts.ts'
import { client } from '../../data/client.ts'
import { useQuery } from '../../data/query.ts'
import { GRAPH_MAX_NODES, GRAPH_WHOLE_MAX_NODES } from '../../limits.ts'
import { Button, Segments } from '../../parts/button.tsx'
import { counted, formatCount } from '../../parts/format.ts'
import { Glyph } from '../../parts/glyph.tsx'
import { Answer, Empty, Loading } from '../../parts/states.tsx'
import { ancestryOf } from './ancestors.ts'
import { FindNode } from './find-node.tsx'
import { type Flow, GraphMap } from './graph-map.tsx'
import { NODE_HEIGHT, NODE_WIDTH } from './layout.ts'
import { PathPanel } from './path-panel.tsx'
import { type LaidOut, useLayout } from './use-layout.ts'
import './graph.css'

export function GraphPage({ id }: { id: string }) {
  const [focus] = useSearchParam('focus')
  const graph = useQuery(`model:${id}:graph:${focus ?? ''}`, (signal) =>
    client.graph(
      { id },
      focus === undefined ? { limit: GRAPH_MAX_NODES } : { focus, limit: GRAPH_WHOLE_MAX_NODES },
      { signal },
    ),
  )
  if (graph.data === undefined) {
    return (
      <div className="page">
        <Answer query={graph} what="the graph" failed="The graph could not be read.">
          {() => null}
        </Answer>
      </div>
    )
  }
  return <Graph id={id} whole={graph.data} />
}

type Shown = 'all' | 'wanted' | 'dormant'

function Graph({ id, whole }: { id: string; whole: GraphView }) {
  const [focus, setFocus] = useSearchParam('focus')
  const [node, setNode] = useSearchParam('node')
  const [shown, setShown] = useState<Shown>('all')
  const graph = useMemo(() => filtered(whole, shown), [whole, shown])
  const laid = useLayout(graph)
  const since = useRef(Date.now())
  const flow = useRef<Flow>(undefined)
  const selected = laid?.graph.nodes.find((one) => one.id === node)
  const ancestry = useMemo(
    () => (selected === undefined ? undefined : ancestryOf(selected.id, graph.edges)),
    [selected, graph],
  )
  const wanted = whole.nodes.filter((one) => one.wanted).length
  const alone = shown === 'all' ? whole.nodes.length - graph.nodes.length : 0
  const select = (next: string | undefined, isShown = false) => {
    setNode(next)
    if (isShown && next !== undefined) center(flow.current, laid, next)
  }
  useShortcut('Escape', 'Select nothing', () => setNode(undefined))
  if (whole.nodes.length === 0) {
    return (
      <div className="page">
        <h1>Graph</h1>
        <Empty title="Nothing depends on anything yet.">Formulas and rules make the arrows.</Empty>
      </div>
    )
  }
  return (
    <div className={selected === undefined ? 'graph' : 'graph with-side'}>
      <div className="graph-top">
        <Segments
          label="Show"
          value={shown}
          onChoose={setShown}
          choices={[
            { value: 'all', text: 'All' },
            { value: 'wanted', text: 'Wanted' },
            { value: 'dormant', text: 'Dormant' },
          ]}
        />
        <span className="muted">
          <b>{formatCount(wanted)} wanted</b>, {formatCount(whole.nodes.length - wanted)} dormant
          {alone > 0 && (
            <span className="hide-phone">, {formatCount(alone)} that nothing reads left out</span>
          )}
          {whole.leftOut > 0 && `, ${counted(whole.leftOut, 'node')} not shown`}
        </span>
        <span className="grow" />
        <FindNode nodes={graph.nodes} onFound={(found) => select(found, true)} />
        <div className="graph-legend hide-phone" aria-hidden="true">
          <span>
            <i className="sq" />
            outside call
          </span>
          <span>
            <Glyph name="rule" />
            rule
          </span>
          <span>
            <i className="sq d" />
            dormant
          </span>
        </div>
        <span className="zoom">
          <Button kind="quiet" aria-label="Zoom out" onClick={() => void flow.current?.zoomOut()}>
            −
          </Button>
          <Button kind="quiet" aria-label="Zoom in" onClick={() => void flow.current?.zoomIn()}>
            +
          </Button>
        </span>
      </div>
      <div className="graph-box">
        {laid === undefined ? (
          <div className="page">
            <Loading what="the graph" since={since.current} onRetry={() => location.reload()} />
          </div>
        ) : (
          <GraphMap
            laid={laid}
            selected={selected?.id}
            ancestry={ancestry}
            onSelect={setNode}
            onReady={(made) => {
              flow.current = made
              if (node !== undefined) center(made, laid, node)
            }}
          />
        )}
      </div>
      {selected !== undefined && ancestry !== undefined && (
        <PathPanel
          id={id}
          graph={graph}
          selected={selected}
          ancestry={ancestry}
          isFocused={focus !== undefined}
          onSelect={(next) => select(next, true)}
          onFocus={(on) => setFocus(on ? selected.id : undefined, { replace: false })}
        />
      )}
    </div>
  )
}

/** Headings and notes that nothing reads would only hide the rest. */
function filtered(whole: GraphView, shown: Shown): Pick<GraphView, 'nodes' | 'edges'> {
  const connected = new Set(whole.edges.flatMap(({ from, to }) => [from, to]))
  const nodes = whole.nodes.filter(
    ({ id, wanted }) =>
      (connected.has(id) || connected.size === 0) &&
      (shown === 'all' || wanted === (shown === 'wanted')),
  )
  const ids = new Set(nodes.map(({ id }) => id))
  return { nodes, edges: whole.edges.filter(({ from, to }) => ids.has(from) && ids.has(to)) }
}

function center(flow: Flow | undefined, laid: LaidOut | undefined, id: string): void {
  const place = laid?.placed.find((one) => one.id === id)
  if (place === undefined) return
  const [x, y] = [place.x + NODE_WIDTH / 2, place.y + NODE_HEIGHT / 2]
  void flow?.setCenter(x, y, { zoom: Math.max(0.8, flow.getZoom()) })
}
