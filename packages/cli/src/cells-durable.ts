// Cells that are kept in a store: `import { cells } from 'cellwake/cells/durable'`.

export {
  type Cell,
  type CellStream,
  type Cells,
  type DurableCellsOptions as CellsOptions,
  durableCells as cells,
  type EffectFn,
  type Handler,
  type HandlerTx,
  type Readable,
} from '@cellwake/scheduler'
export { openStore, type Store } from '@cellwake/store'
