// The TypeScript way in: `import { cells } from 'cellwake/cells'`.

export {
  type Cell,
  type CellStream,
  type Cells,
  type CellsOptions,
  cells,
  type EffectFn,
  type Handler,
  type HandlerTx,
  type Readable,
} from '@cellwake/scheduler/cells'
