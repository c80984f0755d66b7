// The suite that every driver must pass, topic by topic.

import { arrivals } from './arrivals.ts'
import { atMost } from './at-most.ts'
import { atomicity } from './atomicity.ts'
import { claims } from './claims.ts'
import { conflicts } from './conflicts.ts'
import { derived } from './derived.ts'
import { entries } from './entries.ts'
import { groups } from './groups.ts'
import { history } from './history.ts'
import { hosts } from './hosts.ts'
import { isolation } from './isolation.ts'
import { jobNews } from './job-news.ts'
import { jobs } from './jobs.ts'
import { layers } from './layers.ts'
import { leases } from './leases.ts'
import { lifetime } from './lifetime.ts'
import { loads } from './loads.ts'
import { names } from './names.ts'
import { notifications } from './notifications.ts'
import { paths } from './paths.ts'
import { pendingEvents } from './pending-events.ts'
import { preconditions } from './preconditions.ts'
import { reads } from './reads.ts'
import { receipts } from './receipts.ts'
import { rejections } from './rejections.ts'
import { replay } from './replay.ts'
import { retention } from './retention.ts'
import { retentionTerms } from './retention-terms.ts'
import type { Rig } from './rig.ts'
import { slowLoads } from './slow-loads.ts'
import { timers } from './timers.ts'
import { topics } from './topics.ts'
import { unknown } from './unknown.ts'
import { values } from './values.ts'

/** Suites that hold however often a group is sent, and however it is cut. */
export function conformance(rig: () => Rig): void {
  atomicity(rig)
  isolation(rig)
  values(rig)
  paths(rig)
  names(rig)
  reads(rig)
  notifications(rig)
  layers(rig)
  conflicts(rig)
  preconditions(rig)
  rejections(rig)
  receipts(rig)
  topics(rig)
  entries(rig)
  pendingEvents(rig)
  claims(rig)
  atMost(rig)
  jobs(rig)
  jobNews(rig)
  timers(rig)
  leases(rig)
  history(rig)
  retention(rig)
  retentionTerms(rig)
  loads(rig)
  slowLoads(rig)
  lifetime(rig)
  derived(rig)
  arrivals(rig)
  hosts(rig)
}

/** Suites that count groups or lose them themselves, and so need a driver without faults of its own. */
export function exactConformance(rig: () => Rig): void {
  groups(rig)
  replay(rig)
  unknown(rig)
}
