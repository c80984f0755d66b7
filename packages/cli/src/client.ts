// The client of a server, for Node and browsers: `import { CellwakeClient } from 'cellwake/client'`.

export * from '@cellwake/client'
