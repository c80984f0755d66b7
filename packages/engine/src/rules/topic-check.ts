// Topics are walled: a rule acts by itself, so the topics it may publish to are decided by the author of the deploy.

import type { Ir } from '@cellwake/language'
import { EngineError } from '../errors.ts'

/** Throws `topic-refused` for the first topic that is out of reach. */
export function checkTopics(
  { rules }: Ir,
  mayPublish: ((topic: string) => boolean) | undefined,
): void {
  if (mayPublish === undefined) return
  for (const { body } of rules) {
    for (const action of body) {
      if (action.kind !== 'publish' || mayPublish(action.topic)) continue
      const what = `The rule in line ${action.line} publishes to ${action.topic}, out of reach.`
      throw new EngineError('topic-refused', what)
    }
  }
}
