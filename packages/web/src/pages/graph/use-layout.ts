// The layout of a graph: small ones at once, large ones in a worker. The graph before stays until the next is ready.

import type { GraphView } from '@cellwake/client'
import { useEffect, useState } from 'react'
import { GRAPH_WHOLE_MAX_NODES } from '../../limits.ts'
import { type Layout, layoutGraph } from './layout.ts'

export interface LaidOut extends Layout {
  readonly graph: Pick<GraphView, 'nodes' | 'edges'>
}

export function useLayout(graph: Pick<GraphView, 'nodes' | 'edges'>): LaidOut | undefined {
  const [laid, setLaid] = useState<LaidOut>()
  useEffect(() => {
    if (graph.nodes.length <= GRAPH_WHOLE_MAX_NODES) {
      setLaid({ graph, ...layoutGraph(graph.nodes, graph.edges) })
      return
    }
    const worker = new Worker(new URL('./layout-worker.ts', import.meta.url), { type: 'module' })
    worker.addEventListener('message', ({ data }: MessageEvent<Layout>) => {
      setLaid({ graph, ...data })
      worker.terminate()
    })
    worker.postMessage({ nodes: graph.nodes, edges: graph.edges })
    return () => worker.terminate()
  }, [graph])
  return laid
}
