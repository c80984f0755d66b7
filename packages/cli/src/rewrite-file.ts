// Replaces a file's text whole or not at all: the new text is written beside it and then takes its
// name. A link stays a link, and the rights of the file stay as they were.

import { open, realpath, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { FileProblem } from './sources.ts'

/** Replaces a file atomically. Gives the problem, if any; then the file is as it was. */
export async function rewriteFile(file: string, text: string): Promise<FileProblem | undefined> {
  let beside: string | undefined
  try {
    const target = await realpath(file)
    const { mode } = await stat(target)
    const name = join(dirname(target), `.${basename(target)}.${process.pid}.new`)
    {
      await using handle = await open(name, 'wx', mode)
      beside = name
      await handle.writeFile(text)
      // The mode above is cut by the umask.
      await handle.chmod(mode)
      await handle.sync()
    }
    await rename(name, target)
    return undefined
  } catch (error) {
    if (beside !== undefined) await rm(beside, { force: true })
    const why = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    const message = `The file could not be written (${why}) and is as it was. Check the rights of the file and its folder.`
    return { file, code: 'unwritable', message }
  }
}
