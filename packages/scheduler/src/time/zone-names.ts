// Names of time zones: from an IANA name to its rules, kept in a bounded cache, and for a name that
// does not exist an error that suggests the one that was meant.
import { SchedulerError } from '../errors.ts'
import { ZONE_CACHE_MAX_ENTRIES, ZONE_NAME_MAX_CHARS } from '../limits.ts'
import { type OffsetProbe, Zone } from './zone.ts'

/** UTC: one stretch without an end, never looked up. */
export const utc = new Zone('UTC')

const cache = new Map<string, Zone>()

/** The rules of an IANA zone, such as `Europe/Berlin`. An unknown name throws `unknown-zone`. */
export function zoneFor(name: string): Zone {
  if (name === 'UTC') return utc
  const key = name.length > ZONE_NAME_MAX_CHARS ? '' : name.toLowerCase()
  const known = cache.get(key)
  if (known !== undefined) {
    // Map keeps the order of insertion: the first is the one not asked for longest.
    cache.delete(key)
    cache.set(key, known)
    return known
  }
  const zone = key === 'utc' || key === 'etc/utc' ? utc : new Zone(name, probeOf(name))
  if (cache.size >= ZONE_CACHE_MAX_ENTRIES) cache.delete(cache.keys().next().value!)
  cache.set(key, zone)
  return zone
}

export function zonesCached(): number {
  return cache.size
}

function probeOf(name: string): OffsetProbe {
  // Newer versions of Node also take +02:00; a fixed offset is not a zone and has no rules.
  if (name.length > ZONE_NAME_MAX_CHARS || !/^[A-Za-z]/.test(name)) throw unknownZone(name)
  let format: Intl.DateTimeFormat
  try {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: name,
      timeZoneName: 'longOffset',
      year: 'numeric',
    })
  } catch {
    throw unknownZone(name)
  }
  return (at) => offsetIn(format.format(at))
}

/** Reads the offset at the end of `2026, GMT-05:00`; before 1972 some have seconds. */
function offsetIn(text: string): number {
  const parts = /GMT(?:(.)(\d+):(\d+)(?::(\d+))?)?$/.exec(text)
  const [, sign, hours = 0, minutes = 0, seconds = 0] = parts ?? []
  const total = (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000
  return sign === undefined || sign === '+' ? total : -total
}

function unknownZone(name: string): SchedulerError {
  const shown = JSON.stringify(name.slice(0, ZONE_NAME_MAX_CHARS))
  const meant = name.length > ZONE_NAME_MAX_CHARS ? undefined : closestZone(name)
  const help =
    meant === undefined
      ? 'Use an IANA name such as "Europe/Berlin", or "UTC".'
      : `Did you mean "${meant}"?`
  return new SchedulerError('unknown-zone', `There is no time zone ${shown}. ${help}`)
}

/** The zone with that city, or else the one with the fewest letters changed, up to three. */
function closestZone(name: string): string | undefined {
  const wanted = name.trim().toLowerCase().replaceAll(' ', '_')
  const names = ['UTC', ...Intl.supportedValuesOf('timeZone')]
  const city = names.find((zone) => zone.toLowerCase().split('/').at(-1) === wanted)
  if (city !== undefined) return city
  let best: string | undefined
  let least = Math.min(4, wanted.length / 2)
  for (const zone of names) {
    const changes = lettersChanged(wanted, zone.toLowerCase())
    if (changes < least) [best, least] = [zone, changes]
  }
  return best
}

function lettersChanged(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const kept = row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(kept, row[j]! + 1, next[j - 1]! + 1))
    }
    row = next
  }
  return row[b.length]!
}
