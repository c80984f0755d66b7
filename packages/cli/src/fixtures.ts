// The file of `--fixtures`: canned answers of external functions, as in a model test.

import { fixturesIn } from '@cellwake/engine'
import { CliError } from './errors.ts'
import { readSources } from './sources.ts'

/** The `functions` object of a file; undefined without one. */
export async function readFixtures(
  file: string | undefined,
): Promise<ReturnType<typeof fixturesIn> | undefined> {
  if (file === undefined) return undefined
  const [source] = await readSources([file])
  if (source !== undefined && 'text' in source) {
    return fixturesIn({ path: file, text: source.text })
  }
  throw new CliError('bad-file', `--fixtures ${file}: ${source?.message}`)
}
