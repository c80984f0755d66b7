// The pages of the server, built from packages/web. A clone has none until they are built.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export function uiFolder(): string {
  return fileURLToPath(new URL('../ui', import.meta.resolve('@cellwake/server')))
}

export function hasUi(): boolean {
  return existsSync(join(uiFolder(), 'index.html'))
}
