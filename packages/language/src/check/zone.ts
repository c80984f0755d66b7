// Time zones by name. The only place that asks the platform which zones there are.

/** Whether a text is the name of an IANA time zone, such as Europe/Berlin. */
export function isZone(name: string): boolean {
  // Newer platforms take offsets such as +01:00, older ones do not; they are no zones.
  if (!/^[A-Za-z][\w+-]*(\/[\w+-]+)*$/.test(name)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}

/** Every zone that can be suggested. */
export function allZones(): string[] {
  return ['UTC', ...Intl.supportedValuesOf('timeZone')]
}
