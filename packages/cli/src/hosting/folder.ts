// The files below a folder whose names fit, by name. Links to folders are not followed, because of cycles, nor
// links that lead out of it; other things than files, such as a pipe, are left out since reading them may never
// end.

import { readdir, realpath, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'

export async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory()
  } catch {
    return false
  }
}

export interface FoundFile {
  readonly path: string
  /** Why it must not be read. */
  readonly problem?: string
}

export async function filesBelow(folder: string, name: RegExp): Promise<FoundFile[]> {
  const root = `${await realpath(folder)}${sep}`
  const found: FoundFile[] = []
  const look = async (at: string): Promise<void> => {
    const entries = await readdir(at, { withFileTypes: true })
    entries.sort((a, b) => (a.name < b.name ? -1 : 1))
    for (const entry of entries) {
      const path = join(at, entry.name)
      if (entry.isDirectory()) {
        if (entry.name !== 'node_modules' && !entry.name.startsWith('.')) await look(path)
      } else if (name.test(entry.name)) {
        const problem = entry.isFile() ? undefined : await problemOf(path, root)
        found.push({ path, ...(problem !== undefined && { problem }) })
      }
    }
  }
  await look(folder)
  return found
}

/** The fault of a link, or of a thing that is no plain file. */
async function problemOf(path: string, root: string): Promise<string | undefined> {
  try {
    const real = await realpath(path)
    if (!real.startsWith(root))
      return 'This link leads out of the folder. Put the file itself there.'
    if ((await stat(real)).isFile()) return undefined
    return 'This is no plain file. Put one there, or give it another name.'
  } catch {
    return 'This link leads nowhere. Remove it, or put the file itself there.'
  }
}
