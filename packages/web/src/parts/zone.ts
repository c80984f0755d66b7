// The zone in which times are shown, and days as its calendar has them, across changes of the clock. Pure;
// `zone-scope.tsx` decides the zone of a page.

export interface Zone {
  /** In which instants are shown. */
  readonly shown: string
  /** The model's own: a date without a time of day is a day there, for every reader. */
  readonly home: string
  /** A time of day carries the zone's short name, because the page around it shows another one. */
  readonly isNamed: boolean
}

export const readerZone = new Intl.DateTimeFormat().resolvedOptions().timeZone

const formats = new Map<string, Intl.DateTimeFormat>()

/** A format of `options` in a zone, made once. `name` stands for the options. */
export function formatIn(
  zone: string,
  name: string,
  options: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat {
  const key = `${name} ${zone}`
  let format = formats.get(key)
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-GB', { ...options, timeZone: zone })
    formats.set(key, format)
  }
  return format
}

/** A zone that this browser does not know is shown as UTC. */
export function knownZone(zone: string): string {
  try {
    formatIn(zone, 'known', {})
    return zone
  } catch {
    return 'UTC'
  }
}

/** "CET", "GMT+9": the short name at an instant. */
export function zoneName(ms: number, zone: string): string {
  const parts = formatIn(zone, 'name', { timeZoneName: 'short' }).formatToParts(ms)
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? zone
}

const wall: Intl.DateTimeFormatOptions = {
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
  hourCycle: 'h23',
}

/** The clock on the wall of a zone, as if it were one in UTC (ms). */
export function wallTime(ms: number, zone: string): number {
  const at = { year: 0, month: 1, day: 1, hour: 0, minute: 0, second: 0 }
  for (const { type, value } of formatIn(zone, 'wall', wall).formatToParts(ms))
    if (type in at) at[type as keyof typeof at] = Number(value)
  const whole = Date.UTC(at.year, at.month - 1, at.day, at.hour, at.minute, at.second)
  return whole + (((ms % 1000) + 1000) % 1000)
}

/** The instant at which the clock on the wall shows this; where it shows it never, right after the gap. */
export function instantAt(wallMs: number, zone: string): number {
  const first = wallMs - (wallTime(wallMs, zone) - wallMs)
  const second = wallMs - (wallTime(first, zone) - first)
  return wallTime(second, zone) === wallMs ? second : Math.max(first, second)
}

const dayMs = 86_400_000

/** Midnight, so many days later or earlier. */
export function dayStart(ms: number, zone: string, days = 0): number {
  return instantAt((Math.floor(wallTime(ms, zone) / dayMs) + days) * dayMs, zone)
}

/** Days counted through, so that the difference of two is the days between them. */
export function dayNumber(ms: number, zone: string): number {
  return Math.floor(wallTime(ms, zone) / dayMs)
}

/** "2026-11-17T18:00+01:00": the clock on the wall and how far it is from UTC. */
export function isoIn(ms: number, zone: string): string {
  const shown = wallTime(ms, zone)
  const iso = new Date(shown).toISOString()
  const time = iso.slice(0, shown % 60_000 === 0 ? 16 : shown % 1000 === 0 ? 19 : 23)
  const minutes = Math.round((shown - ms) / 60_000)
  const two = (value: number) => String(value).padStart(2, '0')
  const away = `${two(Math.floor(Math.abs(minutes) / 60))}:${two(Math.abs(minutes) % 60)}`
  return minutes === 0 ? `${time}Z` : `${time}${minutes < 0 ? '-' : '+'}${away}`
}
