// The structure of a version, kept beside its code: topics, handlers, schedules, and which phases there are.

import type { Schedule } from './define.ts'

export interface TopicStructure {
  readonly shared: boolean
  readonly fromBeginning: boolean
}

export interface ProducerStructure {
  readonly publishes: readonly string[]
  readonly schedule: Schedule
}

export interface ConsumerStructure {
  readonly subscribe: readonly string[]
  readonly publishes: readonly string[]
  readonly mutates: boolean
  readonly emits: boolean
  /** How long an approval waits; absent if none is asked for. */
  readonly approvalMs?: number
  readonly quarantineAfter?: number
  readonly retries?: number
}

export interface Structure {
  readonly name: string
  readonly title?: string
  /** Own topics, and the shared ones it says something about. */
  readonly topics: Readonly<Record<string, TopicStructure>>
  /** Absent: every tool. */
  readonly tools?: readonly string[]
  /** Absent: every connection. */
  readonly connections?: readonly string[]
  readonly producers: Readonly<Record<string, ProducerStructure>>
  readonly consumers: Readonly<Record<string, ConsumerStructure>>
}
