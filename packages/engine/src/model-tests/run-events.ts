// The `events` step: the events since the one before, in order and complete.

import type { Json } from '@cellwake/runtime'
import type { EventRow } from '@cellwake/store'
import { ModelTestError } from '../errors.ts'
import { meets } from './expectation.ts'
import { isFields, isList, shownJson } from './fields.ts'
import type { ExpectedEvent } from './steps.ts'
import type { TestHost } from './test-host.ts'

export async function runEvents(
  host: Pick<TestHost, 'takeEvents'>,
  expected: readonly ExpectedEvent[],
): Promise<void> {
  const published = await host.takeEvents()
  const length = Math.max(expected.length, published.length)
  for (let i = 0; i < length; i++) {
    const [wanted, there] = [expected[i], published[i]]
    if (wanted !== undefined && there !== undefined && isSame(wanted, there)) continue
    throw new ModelTestError(
      `Event ${i + 1} should be ${shownWanted(wanted)}, but is ${shownThere(there)}.`,
    )
  }
}

function isSame(wanted: ExpectedEvent, { topic, payload }: EventRow): boolean {
  const sent = payload as Json
  if (topic !== wanted.topic || !isFields(sent) || sent.event !== wanted.event) return false
  return isList(sent.args) && meets(wanted.args, sent.args)
}

function shownWanted(wanted: ExpectedEvent | undefined): string {
  return wanted === undefined ? 'missing' : shown(wanted.topic, wanted.event, wanted.args)
}

function shownThere(there: EventRow | undefined): string {
  if (there === undefined) return 'missing'
  const sent = there.payload as Json
  if (!isFields(sent)) return `${there.topic} with ${shownJson(sent)}`
  return shown(there.topic, String(sent.event), sent.args ?? [])
}

function shown(topic: string, event: string, args: Json): string {
  return `${topic}!${event} with ${shownJson(args)}`
}
