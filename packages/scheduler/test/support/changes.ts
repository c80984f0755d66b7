// The clock changes of a zone, as its rules have them, and beside what Temporal knows.
import { Temporal } from 'temporal-polyfill'
import { formatInstant, type Zone, zoneFor } from '../../src/index.ts'

/** A change of offset: the first instant with the new one. */
export interface Change {
  readonly at: number
  readonly before: number
  readonly after: number
}

/** The clock changes of a zone in a period. */
export function changesOf(zone: Zone, from: number, to: number): Change[] {
  const changes: Change[] = []
  for (let i = zone.indexAt(from); zone.end(i, to) < to; i++)
    changes.push({ at: zone.start(i + 1), before: zone.offset(i), after: zone.offset(i + 1) })
  return changes
}

/** The clock changes on which the rules of a zone and Temporal disagree. */
export function disputedChanges(name: string, from: number, to: number): string[] {
  const ours = new Set(changesOf(zoneFor(name), from, to).map((change) => change.at))
  const theirs = new Set<number>()
  let at = Temporal.Instant.fromEpochMilliseconds(from).toZonedDateTimeISO(name)
  for (;;) {
    const next = at.getTimeZoneTransition('next')
    if (next === null || next.epochMilliseconds >= to) break
    theirs.add(next.epochMilliseconds)
    at = next
  }
  const show = (all: number[], who: string) =>
    all.map((one) => `${name} changes at ${formatInstant(one)} for ${who} only`)
  return [
    ...show(
      [...ours].filter((one) => !theirs.has(one)),
      'our rules',
    ),
    ...show(
      [...theirs].filter((one) => !ours.has(one)),
      'Temporal',
    ),
  ]
}
