// Every claim about workflows with the test that proves it: invariants (W), edge cases that earlier systems of this design got
// wrong (E), and what the design says of scheduling and runs (S). A test is named by its file and a part of its title.
// `cannot` says why an edge case cannot happen here. Where we decided otherwise, the claim is as we decided.

export interface Claim {
  readonly id: string
  readonly says: string
  readonly tests: readonly string[]
  readonly cannot?: string
}

const claim = (id: string, says: string, ...tests: string[]): Claim => ({ id, says, tests })
const cannot = (id: string, says: string, why: string, ...tests: string[]): Claim => ({
  id,
  says,
  tests,
  cannot: why,
})

export const invariants: readonly Claim[] = [
  claim(
    'W1',
    'one active run of a workflow, whatever comes',
    'scheduling: whatever comes meanwhile',
    '09-mutation-once: survives a death',
  ),
  claim(
    'W2',
    'no run starts while paused, held or backing off',
    'scheduling: and none while it is paused',
    'failures: and nothing else runs meanwhile',
  ),
  claim(
    'W3',
    'a ready consumer starts before a producer that is due',
    'scheduling: a consumer with work before a producer',
  ),
  claim(
    'W4',
    'the consumer with the oldest event starts first',
    'scheduling: the consumer whose oldest event is oldest',
  ),
  claim(
    'W5',
    'many triggers during a run cause one run after it',
    'scheduling: cause one run after it',
  ),
  claim(
    'W6',
    'a trigger during a run is never lost',
    'crash/planted: a trigger that comes during a run is not lost',
    'scheduling: and it sees them all',
  ),
  claim(
    'W7',
    'without a new event or wake an empty consumer is not run again',
    'scheduling: a consumer that reserved nothing is not run again',
  ),
  claim(
    'W8',
    'one that took some and left some runs again',
    'scheduling: a consumer that took some, and left some',
  ),
  claim(
    'W9',
    'no workflow starves',
    'scheduling: none starves',
    'scheduling: a slow handler of one workflow holds up no other',
  ),
  claim(
    'W10',
    'events that nobody subscribes to cause no run',
    'scheduling: events of a topic that nobody subscribes to',
  ),
  claim(
    'W11',
    'on deploy producers run at once and consumers prepare once',
    'scheduling: on deploy every producer runs at once',
  ),
  claim(
    'W12',
    'the next run moves past now, each producer by itself',
    'scheduling: each producer has its own',
  ),
  claim(
    'W13',
    'a host that was away makes one catch-up run',
    'scheduling: what was missed while the host was away is one run',
  ),
  claim(
    'W14',
    'a failed producer moves neither time nor state',
    'scheduling: a run that failed moves neither',
  ),
  claim(
    'W15',
    'run now is refused with a reason, else every producer once',
    'scheduling: run now is refused',
    'scheduling: run now runs every producer once',
  ),
  claim('W16', 'a wish to be woken is moved into its span', 'scheduling: a wish to be woken'),
  claim(
    'W17',
    'it is kept with and without reservations',
    'scheduling: is kept also by a run that reserves events',
  ),
  claim(
    'W18',
    'a run without one forgets it, also on disk',
    'scheduling: is forgotten by a run that has none, also after a restart',
  ),
  claim(
    'W19',
    'an event before it wakes the consumer',
    'scheduling: does not keep an event from waking',
  ),
  claim(
    'W20',
    'it survives a restart',
    'scheduling: survives a restart, and is fulfilled at its time',
  ),
  claim(
    'W21',
    'a message id is one event, with the last payload until it is taken',
    'events: replaces the payload while nobody has taken the event',
  ),
  claim(
    'W22',
    'publishing again never changes a state',
    'events: changes nothing once it is reserved or consumed',
  ),
  claim(
    'W23',
    'an event is reserved by at most one run',
    'events: of an event that was consumed is a mistake',
    '09-mutation-once: survives a death',
  ),
  claim('W24', 'a reservation is checked, all or nothing', 'events: a reservation'),
  claim(
    'W25',
    'reserved events have an owner that is active, held, or waits for approval',
    '09-mutation-once: survives a death',
    'approvals: waits where it was prepared',
  ),
  claim(
    'W26',
    'a commit consumes all and only what was reserved',
    'events: of all and only its own events ends consumed',
  ),
  claim(
    'W27',
    'an end before the mutation lets go, and counts',
    'events: is let go of when the run fails before its mutation',
  ),
  claim(
    'W28',
    'an event is not deleted while a consumer has not done with it',
    'events: an event that was left behind others is found again',
    'events: a consumed event is processed once more',
  ),
  claim(
    'W29',
    'what next publishes is caused by all that was reserved, on every attempt',
    'phases: what next publishes is caused by what was reserved',
  ),
  claim(
    'W30',
    'publishes of a failed run are not there',
    'events: is not there if the run fails',
    'crash/planted: events are published outside the commit',
  ),
  claim(
    'W31',
    'equal names in two workflows never meet',
    'events: two workflows with equal topics and message ids never meet',
  ),
  claim(
    'W32',
    'peek has a total order',
    'events: peek gives the oldest first, whatever the clock shows',
  ),
  claim(
    'W33',
    'phases are a path of the graph',
    'run: has these steps and no others',
    'run: the phase goes forward or stays',
  ),
  claim('W34', 'a status changes no phase', 'run: a status alone changes no phase'),
  claim(
    'W35',
    'prepared comes with its result and reservations',
    '09-mutation-once: survives a death',
    'restart: a host that dies',
  ),
  claim(
    'W36',
    'applied, in the ledger and with its result, in one commit',
    'restart: after the outcome is kept: next completes',
    '09-mutation-once: survives a death',
  ),
  claim(
    'W37',
    'mutate and next see what was prepared as it is kept',
    'phases: mutate and next get what was prepared as it is kept',
  ),
  claim(
    'W38',
    'after applied neither prepare nor mutate runs',
    'phases: a new attempt runs next alone',
  ),
  claim(
    'W39',
    'with the original result',
    'phases: a new attempt runs next alone, with the original result',
  ),
  claim(
    'W40',
    'before it everything is begun anew, unless it waits for approval',
    'run: starts from the beginning, unless',
    'approvals: approved, goes on from there',
  ),
  claim(
    'W41',
    'attempts are a linear chain',
    'phases: the chain is linear',
    'restart: again and again while it recovers: the chain stays linear',
  ),
  claim(
    'W42',
    'an attempt that is over stays as it was',
    'phases: the chain is linear and keeps what each attempt was',
  ),
  claim(
    'W43',
    'next runs for applied, none and skipped only',
    'run: has these steps and no others',
    'reconciliation: skip: the events are skipped, next is told so',
  ),
  claim(
    'W44',
    'nothing reserved: no mutate, next with none, nothing consumed',
    'phases: nothing reserved: mutate is not called',
  ),
  claim('W45', 'mutate without a call: none, and consumed', 'phases: a mutate that calls nothing'),
  claim(
    'W46',
    'applied is followed by a commit of next, come what may',
    'versions: finishes an applied mutation with the new next',
    'restart: after the outcome is kept',
    'run: an outcome that is applied or skipped stays',
  ),
  claim(
    'W47',
    'a state is seen only after a commit; undefined keeps it',
    'phases: a state is the next run’s only if its run committed',
  ),
  claim(
    'W48',
    'each operation that a phase may not do is a mistake without effect',
    'phases: it.each(Object.keys(operations))',
    'sandbox/phases: the capabilities of a phase',
  ),
  claim(
    'W49',
    'one row of the ledger a run, one effect',
    'phases: is called once: a second call does nothing outside',
    'phases: two calls at once are one call',
  ),
  claim(
    'W50',
    'the ledger is durable before the first byte leaves',
    'phases: is in the ledger, with its key and parameters, before the tool is called',
    'crash/planted: the ledger is written after the call',
  ),
  claim(
    'W51',
    'a script cannot catch a tool’s failure',
    'phases: decides the run, caught or not',
    'sandbox/phases: decides the run with its own class, whatever the script catches',
  ),
  claim(
    'W52',
    'code after the mutation changes nothing',
    'phases: stands, whatever the handler does after it',
  ),
  claim(
    'W53',
    'undeclared topics are mistakes',
    'phases: it.each(Object.keys(operations))',
    'events: a reservation',
  ),
  claim(
    'W54',
    'phases share nothing',
    'sandbox/phases: sees nothing that another phase left behind',
  ),
  claim(
    'W55',
    'a mutation that is not awaited is awaited by the host',
    'phases: is awaited by the host if the handler does not',
  ),
  claim('W56', 'a class is never read off a message', 'failures: is never read off a message'),
  claim(
    'W57',
    'a transient failure waits its delay, and nothing else runs',
    'failures: are tried again after delays that double',
  ),
  claim(
    'W58',
    'beyond its budget it is a person’s, also over a restart',
    'failures: beyond the budget are a person’s',
    'failures: are counted durably',
  ),
  claim(
    'W59',
    'a fix is asked for once for each failure',
    'versions: is a minor version, activated',
  ),
  claim(
    'W60',
    'beyond the budget of fixes a person is asked',
    'versions: that does not help is asked for twice, then a person is',
  ),
  claim(
    'W61',
    'unknown, auth, permission and internal are never fixed',
    'versions: is never asked for after a sign-in',
  ),
  claim(
    'W62',
    'a fault of ours waits for a person',
    'failures: a fault of ours stops the workflow until somebody resumes it',
  ),
  claim(
    'W63',
    'one failing handler stops its workflow and no other',
    'failures: one failing handler stops its workflow, and no other',
  ),
  claim(
    'W64',
    'a pause during a run is no failure',
    'failures: a pause during a run lets it end, and is no failure',
  ),
  claim(
    'W65',
    'a fix is activated only on the version it was made for',
    'versions: is not activated if somebody deployed meanwhile',
  ),
  claim(
    'W66',
    'a fix is a minor version and widens nothing',
    'versions: that changes topics, schedules or subscriptions is not activated',
    'versions: is a minor version',
  ),
  claim(
    'W67',
    'unknown is called failed only by whoever knows',
    'run: an unknown outcome is called failed only by whoever knows',
  ),
  claim(
    'W68',
    'while unknown nothing runs and nothing is sent',
    'reconciliation: later, in the background',
    '09-mutation-once: survives a death',
  ),
  claim(
    'W69',
    'found applied: next once, with that result',
    'reconciliation: later, in the background: next runs once with the result',
  ),
  claim(
    'W70',
    'found failed: a new run and a new row',
    'reconciliation: at once that it did not: a new attempt sends it, with the same key and a new row',
  ),
  claim(
    'W71',
    'without reconcile a person is asked at once',
    'reconciliation: not at all if it cannot',
  ),
  claim(
    'W72',
    'five checks with growing delays, then a person',
    'reconciliation: never: after five checks',
  ),
  claim(
    'W73',
    'an outcome is decided once',
    'reconciliation: anything twice: the second time is refused',
  ),
  claim(
    'W74',
    'skip: events skipped, next told so, the chain commits',
    'reconciliation: skip: the events are skipped',
  ),
  claim(
    'W75',
    'check again only if the tool can, counted anew',
    'reconciliation: check again: only if the tool can',
  ),
  claim(
    'W76',
    'a late reply after a decision changes nothing',
    'reconciliation: changes nothing once somebody has, and is told',
  ),
  claim(
    'W77',
    'after a kill every run that was active is settled',
    '09-mutation-once: survives a death',
    'restart: a host that dies',
  ),
  claim(
    'W78',
    'between request and response: never a second send unasked',
    'restart: between the ledger and the reply: it is not sent again',
    'crash/planted: a run is begun anew from mutating',
  ),
  claim(
    'W79',
    'after applied is kept nothing is sent',
    'restart: after the outcome is kept: next completes, and nothing is sent',
  ),
  claim(
    'W80',
    'a restart costs at most one run of each handler',
    'restart: a restart of an idle host starts no run',
    'restart: events that came while the host was away',
  ),
  claim(
    'W81',
    'recovery may die again and again',
    'restart: again and again while it recovers',
    '09-mutation-once: survives a death',
  ),
  claim('W82', 'no reservation is orphaned', '09-mutation-once: survives a death'),
  claim('W83', 'a deploy changes no event, input or state', 'versions: keeps states and events'),
  claim(
    'W84',
    'pending goes to the new code, consumed stays',
    'versions: pending ones go to the new code, consumed ones stay',
  ),
  claim(
    'W85',
    'a run is of one version from start to end',
    'phases: a run shows the version that it ran',
    'versions: no code changes under it',
  ),
  claim('W86', 'a removed producer never runs again', 'versions: and forgets a removed one'),
  claim('W87', 'an input is registered once', 'inputs: an item is registered once'),
  claim(
    'W88',
    'an input is pending, done or skipped by its events',
    'inputs: pending with an event that waits, or with none at all',
  ),
  claim(
    'W89',
    'mutations and inputs lead to each other',
    'inputs: every mutation is found from its inputs',
  ),
  claim(
    'W90',
    'whatever does not run has a sentence, and something to do',
    'inputs: every word but Running comes with a sentence',
  ),
]

export const edges: readonly Claim[] = [
  claim(
    'E1',
    'events of a topic without a consumer make no run',
    'scheduling: events of a topic that nobody subscribes to cause no run',
  ),
  claim(
    'E2',
    'events that cannot be processed yet cause no busy loop',
    'scheduling: a consumer that reserved nothing is not run again',
  ),
  claim(
    'E3',
    'a commit that left events behind does not strand them',
    'scheduling: a consumer that took some, and left some',
  ),
  claim(
    'E4',
    'a trigger during a run is not cleared by its commit',
    'crash/planted: a trigger that comes during a run is not lost',
  ),
  claim(
    'E5',
    'one busy consumer does not keep others out',
    'scheduling: the consumer whose oldest event is oldest',
    'scheduling: none starves',
  ),
  claim(
    'E6',
    'every producer has a schedule of its own from the deploy on',
    'scheduling: each producer has its own',
  ),
  claim(
    'E7',
    'a workflow that is resumed or redeployed has its triggers',
    'scheduling: and none while it is paused',
    'versions: keeps states and events',
  ),
  claim(
    'E8',
    'a wish that is cleared is cleared on disk',
    'scheduling: is forgotten by a run that has none, also after a restart',
  ),
  claim(
    'E9',
    'an interval of nothing, a cron that cannot be read, drift',
    'validate: an interval of nothing',
    'validate: a cron that cannot be read',
    'schedule: an interval is a grid',
  ),
  claim(
    'E10',
    'a reply that cannot be kept has happened',
    'phases: with a reply that cannot be kept has happened all the same',
  ),
  claim(
    'E11',
    'an unknown outcome keeps its events',
    'run: events are let go of only where nothing was sent',
  ),
  claim(
    'E12',
    'a ledger row in flight at a restart is taken up',
    'restart: there, with a tool that cannot say: a person is asked, and nothing is stuck',
  ),
  claim('E13', 'a pause during a run is no failure', 'failures: a pause during a run lets it end'),
  claim(
    'E14',
    'scripts cannot catch tool errors or act after the mutation',
    'sandbox/phases: whatever the script catches',
    'phases: stands, whatever the handler does after it',
  ),
  claim(
    'E15',
    'the first failure decides, and taints no later one',
    'phases: makes every later operation fail the same way',
  ),
  claim(
    'E16',
    'a call that is not awaited is awaited',
    'phases: is awaited by the host if the handler does not',
  ),
  claim(
    'E17',
    'the idempotency key is kept and given to reconcile',
    'phases: is in the ledger, with its key',
    'reconciliation: with the same key and a new row',
  ),
  claim(
    'E18',
    'reconciliation runs in the background by itself',
    'reconciliation: later, in the background',
  ),
  claim(
    'E19',
    'what was surely not sent is failed, not unknown',
    'failures: the class of a failure',
  ),
  claim(
    'E20',
    'a publish is there only with its commit',
    'events: is not there if the run fails',
    'crash/planted: events are published outside the commit',
  ),
  claim(
    'E21',
    'a definite failure of a mutation has its own class',
    'failures: the class of a failure',
    'run: has these steps and no others',
  ),
  claim(
    'E22',
    'next runs for empty reservations',
    'phases: nothing reserved: mutate is not called, next is told none',
  ),
  claim(
    'E23',
    'an input that the tool refuses does not loop',
    'phases: with an input that the tool refuses is a mistake',
  ),
  claim(
    'E24',
    'empty lists of ids are no reservation',
    'events: with empty lists of ids is none at all',
  ),
  claim(
    'E25',
    'reserving what is missing or taken is a mistake',
    'events: a reservation',
    'events: of an event that was consumed is a mistake',
  ),
  claim('E26', 'a reservation is within its workflow', 'events: two workflows with equal topics'),
  claim(
    'E27',
    'next of a new attempt gets applied and its result',
    'phases: a new attempt runs next alone, with the original result',
  ),
  claim('E28', 'causes stay after a skip', 'reconciliation: and its outputs have their causes'),
  claim(
    'E29',
    'a failure after the mutation orphans nothing',
    'phases: a new attempt runs next alone',
    '09-mutation-once: survives a death',
  ),
  claim(
    'E30',
    'skip goes through next and clears the issue',
    'reconciliation: skip: the events are skipped, next is told so',
  ),
  claim('E31', 'counters survive a restart', 'failures: are counted durably'),
  claim(
    'E32',
    'an applied mutation is not dropped when retries run out',
    'run: an outcome that is applied or skipped stays',
    'failures: beyond the budget are a person’s',
  ),
  claim(
    'E33',
    'after a fix the right attempt follows',
    'versions: and the failed run is tried again with it',
  ),
  claim('E34', 'retries before the mutation are linked', 'phases: the chain is linear'),
  claim(
    'E35',
    'the count of fixes is reset by a commit of the chain only',
    'versions: that does not help is asked for twice',
  ),
  claim(
    'E36',
    'nothing runs while a fix is made',
    'versions: is a minor version, activated',
    'versions: is not activated if somebody deployed meanwhile',
  ),
  claim(
    'E37',
    'a fix after a decision of a person is not activated',
    'versions: is not activated if somebody deployed meanwhile',
  ),
  claim(
    'E38',
    'a long handler blocks no other workflow',
    'scheduling: a slow handler of one workflow holds up no other',
  ),
  claim('E39', 'workflows take turns', 'scheduling: each of many ready workflows in its turn'),
  claim(
    'E40',
    'run now is its own act, refused during a run',
    'scheduling: whatever comes meanwhile',
    'scheduling: run now is refused',
  ),
  claim(
    'E41',
    'resume clears what it resolves',
    'failures: beyond the budget are a person’s, and resume tries again',
    'failures: resume with nothing to resume is refused',
  ),
  claim(
    'E42',
    'a handler that is missing does not loop',
    'versions: a workflow whose code is not here is shown, and says so',
  ),
  claim(
    'E43',
    'a poison event can be put aside',
    'failures: an event that fails again and again is put aside',
  ),
  claim('E44', 'a topic of one’s own has one consumer', 'validate: two consumers of a topic'),
  claim('E45', 'a producer and a consumer have different names', 'validate: a name of both kinds'),
  claim('E46', 'names of handlers are names', 'validate: a handler that is no identifier'),
  claim(
    'E47',
    'a consumer with a mutation to finish cannot be removed',
    'versions: and may not remove its consumer before',
  ),
  claim(
    'E48',
    'the new next finishes what the old one prepared',
    'versions: finishes an applied mutation with the new next',
  ),
  claim(
    'E49',
    'states belong to handlers by name, and stay with it',
    'versions: keeps states and events',
  ),
  claim(
    'E50',
    'a fix may change neither topics nor schedules',
    'versions: that changes topics, schedules or subscriptions is not activated',
  ),
  claim(
    'E51',
    'going back is moving a pointer',
    'versions: is activated by its number, and back again',
  ),
  claim(
    'E52',
    'a deploy is one commit',
    'versions: that is refused changes nothing',
    '09-mutation-once: survives a death',
  ),
  claim(
    'E53',
    'two who change the code: the one who was faster',
    'versions: is not activated if somebody deployed meanwhile',
  ),
  claim(
    'E54',
    'an input without events is not done',
    'inputs: pending with an event that waits, or with none at all',
  ),
  claim('E55', 'inputs can be skipped', 'inputs: skipped with all that it caused and will cause'),
  cannot(
    'E56',
    'lineage is looked up by searching text',
    'inputs and their events are entries by id',
    'inputs: every mutation is found from its inputs',
  ),
  claim('E57', 'publishing again joins the causes', 'events: joins what caused it'),
  claim(
    'E58',
    'a partner that was skipped leaves the other pending, which is shown as old',
    'inputs: pending with an event that waits',
    'patterns: correlation',
  ),
  claim(
    'E59',
    'a wish beyond a day wakes early, and the handler looks again',
    'patterns: a digest every morning at nine',
    'scheduling: a wish to be woken',
  ),
  claim(
    'E60',
    'events of one instant have an order',
    'events: peek gives the oldest first, whatever the clock shows',
  ),
  claim(
    'E61',
    'a sandbox that ends with calls pending harms nobody',
    'sandbox/children: abandons what runs and what waits, and leaves no process',
  ),
  claim(
    'E62',
    'closing waits for what is under way',
    'restart: closing waits for the run that is under way',
  ),
  cannot(
    'E63',
    'a test run blocks later ones for ever',
    'there is no test mode: tests have hosts of their own',
    '09-mutation-once: survives a death',
  ),
  cannot(
    'E64',
    'two writers of the same rows',
    'whoever acts goes through the host that has the lease',
    'hosts: the second host shows the workflow, and refuses to act on it',
  ),
  claim(
    'E65',
    'a resolution is one commit',
    'reconciliation: it happened: next runs with the result',
    '09-mutation-once: survives a death',
  ),
  claim(
    'E66',
    'a check and a person who decide at once: one of them',
    'reconciliation: anything twice: the second time is refused',
    'reconciliation: changes nothing once somebody has',
  ),
  claim(
    'E67',
    'no two runs are started at once',
    'scheduling: whatever comes meanwhile',
    'hosts: a host that lost the workflow commits nothing more',
  ),
  cannot(
    'E68',
    'only the first thousand workflows are seen',
    'lists have no such limit: the runner holds a ring of all that are ready',
    'scheduling: each of many ready workflows in its turn',
  ),
  cannot(
    'E69',
    'tests that write rows past the transitions',
    'states move only by the pure machine, and tests drive the public face',
    'run: has these steps and no others',
  ),
  claim(
    'E70',
    'the class of an error crosses the sandbox',
    'sandbox/phases: decides the run with its own class',
    'failures: is never read off a message',
  ),
  claim(
    'E71',
    'sizes are limited',
    'phases: limits',
    'sandbox/limits: of what is returned end the phase',
  ),
  claim('E72', 'a clock that jumps', 'restart: a clock that jumps back only makes things wait'),
]
