// Every scenario of the crash rig.

import {
  conflictAndRetry,
  counting,
  deletion,
  pathPatches,
  severalWrites,
  singleWrite,
} from './documents.ts'
import { awaited, delivery, entryChain } from './entries.ts'
import { closeUnderLoad, everything, largeGroup, oneRejected } from './groups.ts'
import { jobAdd, jobCancelAndRetry, jobClaim, jobDone, jobFail, jobLost } from './jobs.ts'
import { epochGuard, leaseSteal } from './leases.ts'
import { publish, publishAgain, receipt } from './receipts-and-events.ts'
import type { Scenario } from './scenario.ts'
import { timerFire, timerSet } from './timers.ts'
import { freshDatabase, pruning } from './upkeep.ts'

export const SCENARIOS: readonly Scenario[] = [
  ...[singleWrite, severalWrites, pathPatches, deletion, counting, conflictAndRetry],
  ...[receipt, publish, publishAgain],
  ...[entryChain, delivery, awaited],
  ...[jobAdd, jobClaim, jobDone, jobFail, jobLost, jobCancelAndRetry],
  ...[timerSet, timerFire],
  ...[leaseSteal, epochGuard],
  ...[oneRejected, largeGroup, everything, closeUnderLoad],
  ...[freshDatabase, pruning],
]
