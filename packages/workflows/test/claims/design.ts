// The design of scheduling and runs, statement by statement, with the tests that prove each.

import type { Claim } from './claims.ts'

const claim = (id: string, says: string, ...tests: string[]): Claim => ({ id, says, tests })

export const statements: readonly Claim[] = [
  // Principles
  claim(
    'S1',
    'the host decides when handlers run',
    'scheduling: a wish to be woken',
    'validate: an interval below the least',
  ),
  claim(
    'S2',
    'no busy loop',
    'scheduling: a consumer that reserved nothing is not run again',
    'restart: a restart of an idle host starts no run',
  ),
  claim(
    'S3',
    'new work is processed promptly',
    'scheduling: does not keep an event from waking',
    'hosts: an event published on one host',
  ),
  // Producers
  claim('S4', 'an interval', 'schedule: an interval is a grid'),
  claim(
    'S5',
    'a cron, in a zone',
    'schedule: a cron goes by the wall clock of its zone',
    'scheduling: a cron in a zone, and its words',
  ),
  claim(
    'S6',
    'a producer starts when its schedule fires and no other run is active',
    'scheduling: whatever comes meanwhile',
  ),
  claim(
    'S7',
    'one that fires during a run is queued, once',
    'scheduling: an occurrence that falls into the run itself is not lost',
    'scheduling: cause one run after it',
  ),
  claim('S8', 'run now is refused while a run is active', 'scheduling: whatever comes meanwhile'),
  claim(
    'S9',
    'run now queues all producers, one after the other, and computes their next runs',
    'scheduling: run now runs every producer once, one after the other, and begins their grids anew',
  ),
  // Consumers
  claim(
    'S10',
    'a consumer starts for a new event, or when its wish has come',
    'scheduling: does not keep an event from waking',
    'scheduling: survives a restart, and is fulfilled at its time',
  ),
  claim('S11', 'triggers during a run are one run', 'scheduling: cause one run after it'),
  claim(
    'S12',
    'empty reservations wait for a trigger',
    'scheduling: a consumer that reserved nothing is not run again',
  ),
  claim('S13', 'a wish is optional', 'patterns: first in, first out'),
  claim(
    'S14',
    'a wish is kept with and without reservations',
    'scheduling: is kept also by a run that reserves events',
  ),
  claim(
    'S15',
    'event or wish, whichever comes first',
    'scheduling: does not keep an event from waking',
    'patterns: a batch of three',
  ),
  claim(
    'S16',
    'a wish too early, too late or unreadable is moved into its span',
    'scheduling: a wish to be woken',
  ),
  claim('S17', 'pattern: first in, first out', 'patterns: first in, first out'),
  claim('S18', 'pattern: correlation', 'patterns: correlation'),
  claim('S19', 'pattern: a time window', 'patterns: a time window'),
  claim('S20', 'pattern: a batch with a timeout', 'patterns: a batch of three'),
  claim('S21', 'pattern: a daily digest', 'patterns: a digest every morning at nine'),
  // State of the scheduler
  claim(
    'S22',
    'next runs, wishes and states survive a restart',
    'scheduling: survives a restart',
    'scheduling: what was missed while the host was away is one run',
    'patterns: also over a restart',
  ),
  claim(
    'S23',
    'flags in memory are found again from what is kept',
    'restart: events that came while the host was away are processed',
  ),
  claim(
    'S24',
    'flags are taken when a run starts, so that triggers during it count',
    'crash/planted: a trigger that comes during a run is not lost',
  ),
  claim(
    'S25',
    'on deploy a producer runs at once, a consumer prepares once',
    'scheduling: on deploy every producer runs at once',
  ),
  claim(
    'S26',
    'a restart may cost one run of each handler',
    'restart: a restart of an idle host starts no run',
  ),
  // Runs
  claim(
    'S27',
    'one record for each attempt, linked',
    'phases: the chain is linear and keeps what each attempt was',
  ),
  claim(
    'S28',
    'after an applied mutation the result is copied',
    'phases: a new attempt runs next alone, with the original result',
  ),
  claim(
    'S29',
    'status and phase are orthogonal; phases only go forward',
    'run: a status alone changes no phase',
    'run: the phase goes forward or stays',
  ),
  claim('S30', 'prepared, with its result, is a checkpoint', '09-mutation-once: survives a death'),
  claim(
    'S31',
    'mutated means applied, and is kept with the result, in one commit',
    'run: mutated is reached only by what was applied',
    '09-mutation-once: survives a death',
  ),
  claim(
    'S32',
    'committed: state and consumption in one commit',
    '09-mutation-once: survives a death',
    'events: of all and only its own events ends consumed',
  ),
  claim(
    'S33',
    'before the mutation a new attempt begins anew',
    'run: starts from the beginning, unless',
  ),
  claim(
    'S34',
    'after it, a new attempt goes forward',
    'run: starts from the beginning, unless',
    'phases: a new attempt runs next alone',
  ),
  claim(
    'S35',
    'transient: back-off, then a new run',
    'failures: are tried again after delays that double',
  ),
  claim(
    'S36',
    'logic: a fix, then a new run',
    'versions: is a minor version, activated, and the failed run is tried again with it',
  ),
  claim(
    'S37',
    'auth: a person signs in, and it goes on',
    'approvals: an expired sign-in says so, and goes on when it is renewed',
  ),
  claim(
    'S38',
    'permission: a person allows it, and it goes on',
    'approvals: a tool that is not declared waits for a person',
  ),
  claim(
    'S39',
    'unknown: reconciled, or a person confirms',
    'reconciliation: later, in the background',
    'reconciliation: it happened: next runs with the result',
  ),
  claim(
    'S40',
    'internal: stopped until a person acts',
    'failures: a fault of ours stops the workflow until somebody resumes it',
  ),
  claim(
    'S41',
    'a crashed run is found, and recovered by a run that is linked to it',
    'restart: a host that dies',
  ),
  claim(
    'S42',
    'recovery: before the mutation anew, unknown reconciled, applied forward',
    'restart: between the ledger and the reply',
    'restart: after the outcome is kept',
  ),
  // Constraints
  claim('S43', 'one run of a workflow at a time', 'scheduling: whatever comes meanwhile'),
  claim(
    'S44',
    'consumers before producers',
    'scheduling: a consumer with work before a producer that is due',
  ),
  claim('S45', 'the oldest events first', 'scheduling: the consumer whose oldest event is oldest'),
  claim(
    'S46',
    'while paused nothing runs, and run now is refused',
    'scheduling: and none while it is paused',
    'scheduling: run now is refused while the workflow is paused or held',
  ),
  claim(
    'S47',
    'any failing handler pauses the whole workflow',
    'failures: one failing handler stops its workflow, and no other',
  ),
  claim(
    'S48',
    'triggers accumulate while it is held',
    'failures: and nothing else runs meanwhile',
    'failures: one failing handler stops its workflow',
  ),
  claim('S49', 'scripts cannot catch tool errors', 'sandbox/phases: whatever the script catches'),
  // Seen
  claim(
    'S50',
    'four words, one sentence, and what can be done',
    'inputs: every word but Running comes with a sentence',
  ),
  claim(
    'S51',
    'the schedule in words',
    'scheduling: a cron in a zone, and its words',
    'schedule: it.each',
  ),
  claim(
    'S52',
    'activity as inputs and outputs',
    'inputs: every mutation is found from its inputs, and every input from its mutation',
  ),
  claim(
    'S53',
    'run now starts no consumer: those run when producers publish',
    'scheduling: run now runs no consumer by itself',
  ),
]
