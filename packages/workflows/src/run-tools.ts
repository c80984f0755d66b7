// A tool called in a phase that only reads, or in one that may call none.

import type { ActiveRun } from './active-run.ts'
import type { Guard } from './capabilities.ts'
import { digest } from './digest.ts'
import { mayUse, toolContext } from './mutation.ts'
import { callRead, checkedInput, isReadOnly } from './tools.ts'

export async function callTool(
  active: ActiveRun,
  guard: Guard,
  name: string,
  given: unknown,
  signal: AbortSignal,
): Promise<unknown> {
  const tool = active.parts.world.tools.get(name)!
  guard.enter(isReadOnly(tool, given) ? 'read' : 'mutation')
  guard.countToolCall()
  const input = checkedInput(tool, given, guard)
  mayUse(active, tool, input, guard)
  const key = digest('read', active.run.id, name, JSON.stringify(input))
  const call = async () => {
    await active.mustBeDurable()
    return callRead(tool, input, toolContext(active, key, signal), guard)
  }
  return guard.track(call())
}
