// Topics by name. A topic that a workflow declares is its own and is kept under the workflow's name, so that two
// workflows with equal topics and message ids never meet; every other topic is shared.

import { WorkflowError } from './errors.ts'
import { MESSAGE_ID_CHARS } from './limits.ts'
import type { Structure } from './structure.ts'

/** The name under which a topic is kept. */
export function storedTopic(structure: Structure, topic: string): string {
  return structure.topics[topic]?.shared === false ? `${structure.name}/${topic}` : topic
}

/** The consumers of a workflow by stored topic. */
export function subscribers(structure: Structure): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const [consumer, { subscribe }] of Object.entries(structure.consumers)) {
    for (const topic of subscribe) {
      const stored = storedTopic(structure, topic)
      found.set(stored, [...(found.get(stored) ?? []), consumer])
    }
  }
  return found
}

/** Shared topics that a workflow subscribes or publishes to. */
export function sharedTopics(structure: Structure): string[] {
  const named = [
    ...Object.values(structure.consumers).flatMap(({ subscribe, publishes }) => [
      ...subscribe,
      ...publishes,
    ]),
    ...Object.values(structure.producers).flatMap(({ publishes }) => publishes),
  ]
  return [...new Set(named)].filter((topic) => structure.topics[topic]?.shared !== false)
}

/** Resolves the name of a topic: its plain name will do if only one workflow has one of its own of that name. */
export function resolved(owners: readonly string[], topic: string): string {
  if (owners.length === 0) return topic
  if (owners.length === 1) return `${owners[0]}/${topic}`
  const names = owners.map((owner) => `${owner}/${topic}`).join(', ')
  throw new WorkflowError('ambiguous-topic', `Several workflows have a topic ${topic}: ${names}.`)
}

/** Why a text cannot be a message id; undefined if it can. */
export function messageIdProblem(id: unknown): string | undefined {
  if (typeof id !== 'string' || id === '') return 'a message id is a text'
  if (id.length > MESSAGE_ID_CHARS) return `a message id has at most ${MESSAGE_ID_CHARS} characters`
  if (/[\p{Cc}\p{Cs}]/u.test(id)) return 'a message id has no control characters'
  return undefined
}
