// Files that become models. The host reads them, in a process of its own: an untrusted file may be a bomb.

import { ServerError } from '../errors.ts'
import type { Group } from '../handlers.ts'
import { IMPORT_SHOWN_COUNT } from '../limits.ts'

export const imports: Group<'importFile'> = {
  async importFile({ body }, { importFile }) {
    if (importFile === undefined) {
      throw new ServerError('no-imports', 'This server does not import files.')
    }
    if (!/^[A-Za-z0-9+/]*={0,2}$/.test(body.data)) {
      throw new ServerError('bad-file', 'The file is not in base64.')
    }
    const found = await importFile(body.name, Buffer.from(body.data, 'base64'))
    if ('refused' in found) {
      const code = found.refused === 'busy' ? 'busy' : 'bad-file'
      throw new ServerError(code, found.why)
    }
    return {
      ...found,
      left: found.left.slice(0, IMPORT_SHOWN_COUNT),
      leftCount: found.left.length,
      differences: found.differences.slice(0, IMPORT_SHOWN_COUNT),
    }
  },
}
