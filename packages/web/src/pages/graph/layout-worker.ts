// Lays a graph out beside the page, so that a large one does not stop it.

import type { GraphView } from '@cellwake/client'
import { layoutGraph } from './layout.ts'

addEventListener('message', (event: MessageEvent<Pick<GraphView, 'nodes' | 'edges'>>) => {
  const { nodes, edges } = event.data
  postMessage(layoutGraph(nodes, edges))
})
