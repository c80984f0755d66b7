// The test files that `cellwake test` is given: files as they are named, and all those below a folder.

import { filesBelow, isFolder } from './folder.ts'

const testName = /\.test\.(json|yaml|yml)$/

/** Each file once, those of a folder by name. What does not exist is kept, for its reader to tell. */
export async function testFiles(paths: readonly string[]): Promise<string[]> {
  const found: string[] = []
  for (const path of paths) {
    found.push(...((await isFolder(path)) ? await filesBelow(path, testName) : [path]))
  }
  return [...new Set(found)]
}
