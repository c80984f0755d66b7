// The --runtime of a command. Lua runtimes run inside Redis.

import { Option } from 'commander'
import { CliError } from './errors.ts'

export type RuntimeName = 'ts' | 'lua_generated' | 'lua_interpreter'

export function runtimeOption(): Option {
  const names: RuntimeName[] = ['ts', 'lua_generated', 'lua_interpreter']
  return new Option('--runtime <runtime>', 'run it there, whatever its header says').choices(names)
}

/** Throws for a runtime that cannot run here. */
export function runsHere(runtime: RuntimeName | undefined): 'ts' | undefined {
  if (runtime === undefined || runtime === 'ts') return runtime
  throw new CliError(
    'runtime-elsewhere',
    `${runtime} needs Redis, and comes with the Redis runtime. Leave out --runtime, or take --runtime ts.`,
  )
}
