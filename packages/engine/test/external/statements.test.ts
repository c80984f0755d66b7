// Goal: every statement that was made of external functions, when they were first described, has a test. Method: a
// table of statements with the file and the name of their test; each must be there under that name.

import { readFileSync } from 'node:fs'
import { catalogue } from '@cellwake/language'
import { describe, expect, it } from 'vitest'

const engine = 'engine/test/external'
const cases = 'engine/test/conformance'

/** The section, the statement, the file of its test below packages, and the name that it has there. */
const table: readonly (readonly [string, string, string, string])[] = [
  [
    '1',
    'calls run in workers, never in the model, and results come back later',
    `${engine}/life.test.ts`,
    'is queued with the deploy, runs when a worker takes it up, and is ready when it has landed',
  ],
  [
    '1',
    'FX_RATE answers with a number of a provider',
    'workers/test/providers.test.ts',
    'comes from a JSON endpoint, by template and path',
  ],
  [
    '1',
    'HTTP_JSON answers with a document',
    'workers/test/providers.test.ts',
    'gives the document, over https, from a host that is allowed',
  ],
  [
    '1',
    'AI_PROMPT answers with a text, and takes options',
    'workers/test/providers.test.ts',
    'is what the model answers, with the options of the call',
  ],
  [
    '1',
    'PG_SELECT answers with rows',
    'workers/test/postgres.test.ts',
    'gives rows below a header row, each value of its kind',
  ],
  [
    '1',
    'a manifest registers functions of a model host',
    'workers/test/providers.test.ts',
    'answers the functions of its manifest, and ML_SCORE',
  ],
  [
    '1',
    'ML_SCORE answers with a number of a model host',
    'workers/test/providers.test.ts',
    'answers the functions of its manifest, and ML_SCORE',
  ],
  [
    '2',
    'arguments may be named',
    `${cases}/external.test.json`,
    'external: the worked example of an enrichment',
  ],
  [
    '2',
    'SELECT is short for PG_SELECT',
    'language/test/lower/externals.test.ts',
    'are calls of PG_SELECT in which every literal and cell is a value of its own',
  ],
  [
    '2',
    'a query is asked again when what it depends on changes',
    `${cases}/external.test.json`,
    'external: a query is asked again when a cell in its condition changes',
  ],
  [
    '2',
    'PG_MUTATE is off unless the deployment enables it',
    'workers/test/postgres.test.ts',
    'is off for tables that are not listed, and where nothing is',
  ],
  [
    '2',
    'a mutation happens once in its database',
    'workers/test/postgres.test.ts',
    'a request that is sent again writes once, and gets the first result again',
  ],
  [
    '2',
    'a query is asked again when somebody refreshes',
    `${engine}/jobs.test.ts`,
    'asks for answers that do not get old, and for those that failed',
  ],
  [
    '2',
    'a database is not watched: nothing is asked by itself',
    `${engine}/expiry.test.ts`,
    'are none for answers that do not get old, and none for lazy calls that nobody read',
  ],
  [
    '3',
    'dirty, queued, running, ready',
    `${engine}/life.test.ts`,
    'is queued with the deploy, runs when a worker takes it up, and is ready when it has landed',
  ],
  [
    '3',
    'stale: a value is there, and a newer one is wanted',
    `${engine}/life.test.ts`,
    'that change make the last value stale until the new one lands',
  ],
  [
    '3',
    'failed: the latest attempt failed, and nothing serves',
    `${engine}/status.test.ts`,
    'is failed with the last error',
  ],
  [
    '4.1',
    'an eager call is queued when the model is deployed',
    `${engine}/life.test.ts`,
    'is queued with the deploy, runs when a worker takes it up, and is ready when it has landed',
  ],
  [
    '4.1',
    'what is below it is stale until the answer lands, and then follows',
    `${cases}/external.test.json`,
    'external: a cell over a fallback is stale while the answer is on its way, and ready then',
  ],
  [
    '4.2',
    'a lazy call is not queued until something reads it',
    `${engine}/life.test.ts`,
    'ask for nothing until they are read, and look dirty',
  ],
  [
    '4.2',
    'a resolve reads it',
    `${engine}/life.test.ts`,
    'that are resolved are wanted until the answer lands',
  ],
  [
    '4.2',
    'an eager cell that refers to it reads it',
    `${engine}/life.test.ts`,
    'that an eager formula reads are wanted by it',
  ],
  [
    '4.3',
    'DEFAULT keeps cells below computable; it takes blank and every error',
    `${cases}/external.test.json`,
    'external: DEFAULT, IFERROR, TRY and WITH catch what is pending',
  ],
  [
    '4.3',
    'WITH … ELSE gives its ELSE if a step fails',
    `${cases}/external.test.json`,
    'external: DEFAULT, IFERROR, TRY and WITH catch what is pending',
  ],
  [
    '4.3',
    'the steps of WITH may span lines',
    `${cases}/external.test.json`,
    'external: the steps of WITH may stand on lines of their own',
  ],
  [
    '5',
    'after an input changes a lazy cell goes back to dirty',
    `${cases}/external.test.json`,
    'external: a change below a lazy call makes it dirty, and asks for nothing',
  ],
  [
    '5',
    '~= defers any formula, external or not, until it is read',
    `${cases}/lazy-and-conditional.test.json`,
    'a lazy formula does not run until it is read',
  ],
  [
    '5',
    'what was computed is kept until an input changes',
    `${cases}/lazy-and-conditional.test.json`,
    'a lazy result is kept until something changes',
  ],
  [
    '5',
    'a deploy of many calls is no thundering herd',
    'cli/test/outside-many.test.ts',
    'ten thousand external cells keep to the limit of their route, ask once for what is equal, and leave nothing in memory',
  ],
  [
    '6',
    'a nested call gets a synthetic symbol by a rule that repeats',
    'language/test/lower/externals.test.ts',
    'get a symbol with the target and six hex digits',
  ],
  [
    '6',
    'its result is kept apart from the formula around it',
    `${cases}/external-restart.test.json`,
    'external redeploy: the same call keeps its answer, whatever is around it',
  ],
  [
    '6',
    'it is seen in statuses and jobs, and can be resolved',
    `${engine}/status.test.ts`,
    'of an external call can be read by its symbol, and never set',
  ],
  [
    '6',
    'it goes with generated Lua, as data beside the code',
    'runtime/test/emit/emit.test.ts',
    'synthetic symbols go with generated code as data: equal calls of other cells share their code',
  ],
  ['6', 'it is seen in the audit', `${engine}/jobs.test.ts`, 'is on record, with who did it'],
  [
    '6',
    'retries belong to the call, and each equal call has them once',
    `${engine}/jobs.test.ts`,
    'names everybody who shares a job',
  ],
  [
    '7',
    'within its ttl a value is ready, then it is refreshed in the background',
    `${cases}/external.test.json`,
    'external: within its ttl a value is ready, then it is served as stale while it is refreshed',
  ],
  [
    '7',
    'the policy goes with the job',
    `${engine}/life.test.ts`,
    'has its job in the commit that wanted it, with all that a worker needs',
  ],
  ['7', 'a blocking refresh waits', `${engine}/expiry.test.ts`, 'waits when the ttl is over'],
  [
    '7',
    'past its bound a value does not serve',
    `${engine}/expiry.test.ts`,
    'ends what serves, though its refresh is on its way',
  ],
  [
    '7',
    'a ttl of 0 stays until a dependency changes',
    `${cases}/external.test.json`,
    'external: an answer without a ttl stays',
  ],
  [
    '7',
    'a refresh can be asked for',
    `${engine}/jobs.test.ts`,
    'of the model asks again for everything that somebody wants',
  ],
  [
    '8',
    'a failure with a value that serves is stale, with last_error',
    `${engine}/expiry.test.ts`,
    'leave a value that serves as stale with the error, until its bound',
  ],
  [
    '8',
    'otherwise it is failed, with last_error',
    `${engine}/expiry.test.ts`,
    'of a function that allows no old answers fail at once',
  ],
  [
    '8',
    'ISERROR and IS ERROR see it',
    `${cases}/external.test.json`,
    'external: a failed call is an error that DEFAULT, IFERROR and IS ERROR see',
  ],
  [
    '9',
    'the worked example',
    `${cases}/external.test.json`,
    'external: the worked example of an enrichment',
  ],
  [
    '10',
    'resolve in its shape: ready, with equal numbers',
    `${engine}/status.test.ts`,
    'is ready with equal numbers, and stale with the job that is on its way',
  ],
  [
    '10',
    'resolve in its shape: stale, with the job that is on its way',
    `${engine}/status.test.ts`,
    'is ready with equal numbers, and stale with the job that is on its way',
  ],
  [
    '10',
    'resolve over HTTP waits for the answer',
    'server/test/routes.test.ts',
    'waits for a value that is on its way, and says after that what there is',
  ],
  [
    '10',
    'a job in its shape',
    `${engine}/jobs.test.ts`,
    'has every job of the model, newest first, in the shape of the API',
  ],
  [
    '11',
    'a rule may read a cell that calls; a call in its body is refused',
    `${cases}/external-rules.test.json`,
    'external rules: a call in a body is refused',
  ],
  [
    '11',
    'a rule may change what a call asks for; the answer comes later',
    `${cases}/external-rules.test.json`,
    'external rules: a rule may change what a call asks for',
  ],
  [
    '11',
    'users define functions of their own',
    'workers/test/define-function.test.ts',
    'makes a function that formulas may call, with its policy',
  ],
  [
    '11',
    'rate limits hold',
    'workers/test/worker.test.ts',
    'makes no more calls in a while than its function allows',
  ],
  [
    '11',
    'timeouts hold',
    'workers/test/worker.test.ts',
    'whose function never answers fails when its time is up, and its signal is aborted',
  ],
  [
    '11',
    'an obsolete answer is refused, and what is kept stays',
    `${engine}/life.test.ts`,
    'changes nothing, and is counted',
  ],
]

describe('a statement has its test', () => {
  it.each(table)('%s: %s', (_section, _statement, file, name) => {
    const text = readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8')
    expect(text).toContain(file.endsWith('.json') ? `"id": "${name}"` : `'${name}'`)
  })

  it('in every section', () => {
    const sections = new Set(table.map(([section]) => section.split('.')[0]))
    expect([...sections]).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '11'])
  })
})

/** Route, tag, kind, ttl, bound, refresh, timeout. */
const policies = {
  FX_RATE: ['market-data.fx', 'fx_rate', 'number', 30_000, 300_000, 'background', 5_000],
  // A document may be a list or a number as well.
  HTTP_JSON: ['network.http-json', 'object', 'any', 60_000, 600_000, 'background', 10_000],
  ML_SCORE: ['ml.scoring', 'score', 'number', 300_000, 900_000, 'background', 15_000],
  AI_PROMPT: ['ai.prompt', 'ai_text', 'text', 0, 0, 'blocking', 60_000],
  PG_SELECT: ['postgres.select', 'postgres_query_result', 'array', 0, 0, 'blocking', 10_000],
} as const

it.each(Object.entries(policies))('%s is fetched and kept as it was described', (name, policy) => {
  const { tag, returns, external } = catalogue.get(name)!
  const { route, ttlMs, maxStalenessMs, refresh, timeoutMs } = external!
  expect([route, tag, returns, ttlMs, maxStalenessMs, refresh, timeoutMs]).toEqual(policy)
})
