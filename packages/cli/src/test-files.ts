// The test files that `cellwake test` is given: files as they are named, and all those below a folder.

import { filesBelow, isFolder } from './hosting/folder.ts'

const testName = /\.test\.(json|yaml|yml)$/

/** Each file once, those of a folder by name. A missing file is kept, for its reader to report. */
export async function testFiles(paths: readonly string[]): Promise<string[]> {
  const found: string[] = []
  for (const path of paths) {
    if (await isFolder(path)) {
      const below = await filesBelow(path, testName)
      found.push(...below.filter(({ problem }) => problem === undefined).map((file) => file.path))
    } else found.push(path)
  }
  return [...new Set(found)]
}
