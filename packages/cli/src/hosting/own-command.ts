// The command that starts the program from a folder, so that its advice can be typed as it stands.

import { existsSync } from 'node:fs'
import { delimiter, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('../../bin/cellwake.mjs', import.meta.url))

type Env = Readonly<Record<string, string | undefined>>

/** `cellwake` where it is on the path, `npx cellwake` where a project has it, else the file that runs. */
export function ownCommand(
  folder: string,
  env: Env = process.env,
  script: string = program,
): string {
  if (isOnPath(env)) return 'cellwake'
  if (isInProject(resolve(folder))) return 'npx cellwake'
  return `node ${/^[\w./\\:-]+$/.test(script) ? script : `'${script}'`}`
}

/** npx puts its own folder on the path, which is gone when it ends. */
function isOnPath(env: Env): boolean {
  const folders = (env.PATH ?? '').split(delimiter)
  return folders.some((one) => !one.includes('node_modules') && existsSync(join(one, 'cellwake')))
}

function isInProject(folder: string): boolean {
  if (existsSync(join(folder, 'node_modules/.bin/cellwake'))) return true
  const above = dirname(folder)
  return above !== folder && isInProject(above)
}
