// Datetimes, durations and crons as values and as text: the literals of time.

export { TimeError, type TimeErrorCode, timeErrors } from '../errors.ts'
export { INSTANT_MAX_MS } from '../limits.ts'
export {
  civilDay,
  civilFromDays,
  civilMonth,
  civilYear,
  dayMs,
  daysFromCivil,
  daysInMonth,
  hourMs,
  minuteMs,
  weekday,
} from './civil.ts'
export { type Cron, parseCron } from './cron.ts'
export {
  addDurations,
  compareDurations,
  type Duration,
  divideDurations,
  duration,
  durationMs,
  multiplyDuration,
} from './duration.ts'
export { formatDuration, parseDuration } from './duration-text.ts'
export { checkInstant, formatInstant, parseInstant } from './instant.ts'
