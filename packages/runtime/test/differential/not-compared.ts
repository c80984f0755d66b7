// Functions that a peer has too, but that cannot be compared by their values, each with the reason.

const chance = 'It gives something else each time.'
const clock = 'It reads the clock.'
const place = 'It asks for a place in a sheet, which these calls do not have.'

/** By name. */
export const notCompared: Readonly<Record<string, string>> = {
  RAND: chance,
  RANDBETWEEN: chance,
  NOW: clock,
  TODAY: clock,
  COLUMN: place,
  ROW: place,
  ISREF: place,
}
