// Hot reload of the user's own functions in `dev`. Later calls are answered by the new code; models that call a
// function with a changed declaration are deployed again; and results of the old code are refreshed. A module with a
// mistake changes nothing.

import { basename, dirname, resolve } from 'node:path'
import { count, type Output } from '../text/output.ts'
import type { Host } from './host.ts'
import { userFunctions } from './user-functions.ts'
import { watchFolder } from './watch-folder.ts'

export interface Following {
  /** Nothing is taken up before. */
  readonly begun: Promise<unknown>
  /** Told which functions are declared differently, before cells are refreshed. */
  replaced(changed: readonly string[]): Promise<void> | undefined
}

/** Modules, and the data that they may read. */
const CODE = /\.([cm]?[jt]s|json)$/

/** Returns a function that stops it. */
export function followFunctions(
  file: string,
  { engine, clock, reach, helpers }: Host,
  output: Output,
  { begun, replaced }: Following,
): () => Promise<void> {
  const changed = async () => {
    const functions = await userFunctions(file)
    const differ = reach.replaceOwn(functions)
    helpers.functionsChanged()
    await replaced(differ)
    for (const { id } of await engine.models()) {
      if (!engine.isRunning(id)) continue
      for (const { name } of functions) await engine.running(id).refresh({ function: name }, 'dev')
    }
    const taken = count(functions.length, 'function')
    if (output.forMachine) output.jsonLine({ functions: functions.map(({ name }) => name) })
    else output.line(`  ${taken} of ${basename(file)} taken up.`)
  }
  const failed = (error: unknown) => output.error(error)
  return watchFolder(dirname(resolve(file)), clock, { matching: CODE, begun, changed, failed })
}
