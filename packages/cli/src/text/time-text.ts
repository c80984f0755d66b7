// Times as a person reads them: in one zone, which is named beside them or at the head of their column.
// Times of a model are in its zone, the rest in UTC.

const formats = new Map<string, Intl.DateTimeFormat>()

/** `2026-01-01 09:00:05`, where the zone is named elsewhere. */
export function timeIn(iso: string, zone: string): string {
  const at = Date.parse(iso)
  return Number.isNaN(at) ? iso : formatIn(zone).format(at)
}

/** `2026-01-01 09:00:05 Europe/Berlin` */
export function timeText(iso: string, zone: string): string {
  return `${timeIn(iso, zone)} ${zone}`
}

export function dayIn(iso: string, zone: string): string {
  return timeIn(iso, zone).replace(/ .*/, '')
}

/** The Swedish write dates as ISO does. */
function formatIn(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone)
  if (format === undefined) {
    const parts = { dateStyle: 'short', timeStyle: 'medium' } as const
    format = new Intl.DateTimeFormat('sv-SE', { ...parts, timeZone: zone })
    formats.set(zone, format)
  }
  return format
}
