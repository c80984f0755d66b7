// Instants as ISO 8601 texts. The date of the last one is kept: rules that fire every minute ask for the same
// day over and over, and to write it anew each time showed in the profile of a simulated year.

const DAY_MS = 86_400_000
const TWO_DIGITS = Array.from({ length: 60 }, (_, n) => String(n).padStart(2, '0'))

let day = Number.NaN
/** Up to the T. */
let date = ''

export function isoOf(at: number): string {
  const of = Math.floor(at / DAY_MS)
  if (of !== day) {
    date = new Date(of * DAY_MS).toISOString().slice(0, -'00:00:00.000Z'.length)
    day = of
  }
  const ms = Math.trunc(at - of * DAY_MS)
  const seconds = Math.floor(ms / 1_000)
  const minutes = Math.floor(seconds / 60)
  const time = `${TWO_DIGITS[Math.floor(minutes / 60)]}:${TWO_DIGITS[minutes % 60]}`
  const fraction = ms % 1_000 === 0 ? '000' : String(ms % 1_000).padStart(3, '0')
  return `${date}${time}:${TWO_DIGITS[seconds % 60]}.${fraction}Z`
}
