// The jobs of external calls: the format of their ids and payloads, on which workers rely.

import type { Json, Wire } from '@cellwake/runtime'

export interface JobPayload {
  readonly model: string
  readonly function: string
  readonly args: readonly Wire[]
  /** The calls that asked for it, the first so many. */
  readonly symbols: readonly string[]
  readonly requestRev: number
  readonly timeoutMs: number
  readonly cache: {
    readonly ttlMs: number
    readonly maxStalenessMs: number
    readonly refreshMode: 'background' | 'blocking'
  }
  readonly staleOnError: boolean
  /** The same in every attempt. */
  readonly requestId: string
}

/** Result of a job, as a worker reports it. */
export interface JobResult {
  readonly value: Json
  /** Time at which it was fetched. */
  readonly at: number
  readonly provider?: string
}

/** Prefix of the ids of all jobs. Colons stand in addresses as they are, and in no id of a model. */
export const JOB_PREFIX = 'ext:'

/** Prefix of the ids of all jobs of a model. */
export function jobPrefix(model: string): string {
  return `${JOB_PREFIX}${model}:`
}

/** A job is named by its model, the hash of its request and its number. */
export function jobIdOf(model: string, key: string, rev: number): string {
  return `${jobPrefix(model)}${key}:${rev}`
}

export interface JobName {
  readonly model: string
  readonly key: string
  readonly rev: number
}

/** Undefined for a job that no model asked for. */
export function jobNameOf(id: string): JobName | undefined {
  const [kind, model, key, rev, ...more] = id.split(':')
  if (kind !== 'ext' || model === undefined || key === undefined || more.length > 0)
    return undefined
  return { model, key, rev: Number(rev) }
}
