// Bugs, planted on purpose in a live model: the comparison with scratch must notice each of them.

import { templateOf } from '../../src/formulas/template.ts'
import { isCell, LAZY } from '../../src/graph/cell-node.ts'
import type { ModelGraph } from '../../src/graph/model-graph.ts'
import { Aggregate } from '../../src/ranges/aggregate.ts'

export interface PlantedBug {
  readonly bug: string
  readonly plant: (graph: ModelGraph) => void
  /** The verdict of the comparison then. */
  readonly found: RegExp
}

export const PLANTED: readonly PlantedBug[] = [
  {
    bug: 'blocks are not told of a new cell',
    plant: ({ cells }) => {
      cells.blocks.added = () => {}
    },
    found: /built anew/,
  },
  {
    bug: 'the changed value of a formula in row 2 is not spread',
    plant: ({ graph }) => {
      const changed = graph.changed.bind(graph)
      graph.changed = (node) => {
        if (isCell(node) && templateOf(node) !== null && node.row === 2) return
        changed(node)
      }
    },
    found: /built anew/,
  },
  {
    bug: 'every formula runs at every edit',
    plant: (model) => {
      beforeSettling(model, () => {
        for (const node of model.cells.grid.nodes()) {
          if (templateOf(node) !== null && node.live > 0) model.graph.touch(node)
        }
      })
    },
    found: /ran although nothing that it read has changed/,
  },
  {
    bug: 'blocks below a lazy total that is not wanted are not told of a change',
    plant: ({ graph }) => {
      const touch = graph.touch.bind(graph)
      graph.touch = (node) => {
        if (node.value instanceof Aggregate && node.live === 0) return
        touch(node)
      }
    },
    found: /built anew/,
  },
  {
    bug: 'lazy formulas run unasked',
    plant: (model) => {
      beforeSettling(model, () => {
        for (const node of model.cells.grid.nodes()) {
          if ((node.flags & LAZY) !== 0) model.graph.read(node)
        }
      })
    },
    found: /is lazy and ran although nobody wants it/,
  },
  {
    bug: 'what nobody watches any more stays live',
    plant: (model) => {
      model.unwant = () => {}
    },
    found: /is live and should not/,
  },
  {
    bug: 'an array that found no room does not look again',
    plant: ({ spills }) => {
      spills.retry = () => {}
    },
    found: /SPILL!.*built anew/,
  },
]

function beforeSettling(model: ModelGraph, fn: () => void): void {
  const settle = model.settle.bind(model)
  model.settle = (now) => {
    fn()
    return settle(now)
  }
}
