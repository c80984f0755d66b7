// The files below a folder whose names fit, by name. Links are not followed, so that a folder that holds
// itself ends.

import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

export async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory()
  } catch {
    return false
  }
}

export async function filesBelow(folder: string, name: RegExp): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  entries.sort((a, b) => (a.name < b.name ? -1 : 1))
  const found: string[] = []
  for (const entry of entries) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) {
      if (entry.name !== 'node_modules' && !entry.name.startsWith('.')) {
        found.push(...(await filesBelow(path, name)))
      }
    } else if (name.test(entry.name)) found.push(path)
  }
  return found
}
