// The --runtime of a command, and the Redis in which the Lua runtimes run.

import type { ModelHome } from '@cellwake/engine'
import type { Clock } from '@cellwake/scheduler'
import { Option } from 'commander'
import { CliError } from './errors.ts'

export type RuntimeName = 'ts' | 'lua_generated' | 'lua_interpreter'

export interface RuntimeOptions {
  readonly runtime?: RuntimeName
  /** Where models of the Lua runtimes live. */
  readonly redis?: string
}

export function runtimeOption(): Option {
  const names: RuntimeName[] = ['ts', 'lua_generated', 'lua_interpreter']
  return new Option('--runtime <runtime>', 'run it there, whatever its header says').choices(names)
}

export function redisOption(): Option {
  return new Option('--redis <url>', 'the Redis in which the Lua runtimes run').env(
    'CELLWAKE_REDIS',
  )
}

/** Throws for a runtime that has nowhere to run. */
export function mustHavePlace({ runtime, redis }: RuntimeOptions): void {
  if (runtime === undefined || runtime === 'ts' || redis !== undefined) return
  throw new CliError(
    'runtime-elsewhere',
    `${runtime} runs in Redis: say where that is with --redis, or take --runtime ts.`,
  )
}

export type OpenedHome = ModelHome & { close(): Promise<void> }

/** The home of models in a Redis, for a command that is over soon: the durability of Redis does not matter. */
export async function openHome(
  redis: string,
  clock: Clock,
  onError?: (error: unknown) => void,
): Promise<OpenedHome> {
  // Loaded here, because most commands need no Redis.
  const { openRedisModels } = await import('@cellwake/redis')
  return openRedisModels({
    url: redis,
    clock,
    accept: 'D',
    isAlone: true,
    ...(onError && { onError }),
  })
}
