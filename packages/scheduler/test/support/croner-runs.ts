// croner 11 as the second oracle: the runs it finds in a period.
import { Cron } from 'croner'

/** All runs after `from` up to `to`. */
export function cronerOccurrences(cron: string, zone: string, from: number, to: number): number[] {
  const job = new Cron(cron, { timezone: zone, paused: true })
  const runs: number[] = []
  for (let next = job.nextRun(new Date(from)); next !== null; next = job.nextRun(next)) {
    if (next.getTime() > to) break
    runs.push(next.getTime())
  }
  return runs
}
