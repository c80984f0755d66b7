// The calendar rig: crons in every zone, around every clock change from 2000 to 2040, compared with
// a walk over each minute by Temporal, and at some of them with croner. It first plants evaluators
// with a wrong rule each and fails if the comparison lets one pass: a rig that cannot fail proves
// nothing. The same seed makes the same checks. About five minutes on one core.

/** The part of the scheduler's test support that the rig uses. */
interface Support {
  proveZone(options: {
    zone: string
    from: number
    to: number
    seed: number
    cronerOneIn: number
    changes: boolean
  }): { checks: number; failures: string[] }
  unnoticedMistakes(zone: string, seed: number): string[]
}

/** The checks to run; all by default. */
export interface CalendarRigOptions {
  readonly seed?: number
  readonly zones?: string[]
  readonly log?: (line: string) => void
}

/** How many comparisons were made, and which failed. */
export interface CalendarRigResult {
  checks: number
  failures: string[]
}

const from = Date.UTC(2000, 0, 1)
const to = Date.UTC(2040, 0, 1)

/** Runs the rig. */
export async function calendarRig(options: CalendarRigOptions = {}): Promise<CalendarRigResult> {
  const { seed = 1, zones = Intl.supportedValuesOf('timeZone'), log = () => undefined } = options
  const { proveZone, unnoticedMistakes } = await loadSupport()
  const result: CalendarRigResult = { checks: 0, failures: [] }
  for (const zone of ['America/New_York', 'Australia/Lord_Howe', 'Antarctica/Troll']) {
    const unnoticed = unnoticedMistakes(zone, seed)
    result.failures.push(...unnoticed.map((name) => `planted bug not noticed in ${zone}: ${name}`))
  }
  log(`calendar: planted bugs ${result.failures.length === 0 ? 'all noticed' : 'MISSED'}`)
  for (const [i, zone] of zones.entries()) {
    const proof = proveZone({ zone, from, to, seed: seed + i, cronerOneIn: 15, changes: true })
    result.checks += proof.checks
    result.failures.push(...proof.failures)
    for (const failure of proof.failures) log(`calendar: FAILED ${failure}`)
    if (i % 20 === 19 || i === zones.length - 1)
      log(`calendar: ${i + 1} of ${zones.length} zones, ${result.checks} checks`)
    // Let the caller's timers and output have a turn.
    await new Promise((resolve) => setImmediate(resolve))
  }
  return result
}

/** The oracle lives with the tests that use it first; an address in parts keeps it out of the build. */
async function loadSupport(): Promise<Support> {
  const address = new URL('../../scheduler/test/support/cron-compare.ts', import.meta.url)
  return await import(address.href)
}
