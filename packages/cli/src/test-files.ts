// The test files that `cellwake test` is given: files as they are named, and all those below a folder.

import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

const testName = /\.test\.(json|yaml|yml)$/

/** Each file once, those of a folder by name. What does not exist is kept, for its reader to tell. */
export async function testFiles(paths: readonly string[]): Promise<string[]> {
  const found: string[] = []
  for (const path of paths) found.push(...((await isFolder(path)) ? await below(path) : [path]))
  return [...new Set(found)]
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory()
  } catch {
    return false
  }
}

/** Links are not followed, so that a folder that holds itself ends. */
async function below(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  entries.sort((a, b) => (a.name < b.name ? -1 : 1))
  const found: string[] = []
  for (const entry of entries) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) {
      if (entry.name !== 'node_modules' && !entry.name.startsWith('.')) {
        found.push(...(await below(path)))
      }
    } else if (testName.test(entry.name)) found.push(path)
  }
  return found
}
