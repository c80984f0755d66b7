// Dates as Excel counts them: days since 1900, with a 29 February 1900 that there was not; or since 1904.

const DAY_MS = 86_400_000
const SERIAL_OF_1970 = 25_569
const SERIAL_OF_1970_FROM_1904 = 24_107
const SERIAL_OF_MARCH_1900 = 61

export function instantOf(serial: number, from1904: boolean): number {
  const before = serial < SERIAL_OF_MARCH_1900 - 1 ? SERIAL_OF_1970 - 1 : SERIAL_OF_1970
  const days = from1904 ? serial - SERIAL_OF_1970_FROM_1904 : serial - before
  return Math.round(days * DAY_MS)
}

/** The serial of an instant on the clock of UTC. */
export function serialOf(at: number, from1904 = false): number {
  if (from1904) return at / DAY_MS + SERIAL_OF_1970_FROM_1904
  const days = at / DAY_MS + SERIAL_OF_1970
  return days < SERIAL_OF_MARCH_1900 ? days - 1 : days
}

/** `P3DT12H30M` in days; undefined if it has months. */
export function daysIn(text: string): number | undefined {
  const found =
    /^(-?)P(?:(-?[\d.]+)W)?(?:(-?[\d.]+)D)?(?:T(?:(-?[\d.]+)H)?(?:(-?[\d.]+)M)?(?:(-?[\d.]+)S)?)?$/.exec(
      text,
    )
  if (found === null) return undefined
  const [, sign, weeks, days, hours, minutes, seconds] = found
  const n = (part: string | undefined) => Number(part ?? 0)
  const sum = n(weeks) * 7 + n(days) + n(hours) / 24 + n(minutes) / 1440 + n(seconds) / 86_400
  return sign === '-' ? -sum : sum
}
