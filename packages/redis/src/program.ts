// What a version of a model is computed from, as text.

import type { PlacedVersion } from '@cellwake/engine'

export function programText({ read }: PlacedVersion): string {
  return JSON.stringify(read.ir)
}
