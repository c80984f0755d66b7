// Every structural mistake is found before anything is deployed, with its place.

import { expect, it } from 'vitest'
import { InvalidWorkflowError } from '../src/index.ts'
import { DEFAULT_LIMITS } from '../src/limits.ts'
import { structureOf } from '../src/validate.ts'

const handler = () => {}
const valid = () => ({
  name: 'intake',
  topics: { in: {}, out: {} } as Record<string, unknown>,
  producers: {
    poll: { publishes: ['in'], schedule: { interval: '5m' } as unknown, handler },
  } as Record<string, unknown>,
  consumers: {
    file: { subscribe: ['in'], publishes: ['out'], prepare: handler, next: handler },
  } as Record<string, unknown>,
})

const read = (definition: unknown) =>
  structureOf(definition, { limits: DEFAULT_LIMITS, approvalMs: 1, phases: 'functions' })

function problems(definition: unknown): string[] {
  try {
    read(definition)
  } catch (error) {
    expect(error).toBeInstanceOf(InvalidWorkflowError)
    return (error as InvalidWorkflowError).problems.map(({ code, place }) => `${code} ${place}`)
  }
  return []
}

const with_ = (more: object) => ({ ...valid(), ...more })
const producer = (more: object) =>
  with_({
    producers: { poll: { publishes: ['in'], schedule: { interval: '5m' }, handler, ...more } },
  })
const consumer = (more: object) =>
  with_({ consumers: { file: { subscribe: ['in'], prepare: handler, ...more } } })

it('a valid definition has no problem', () => {
  expect(problems(valid())).toEqual([])
})

it.each([
  ['no object', null, 'not-an-object workflow'],
  ['no name', with_({ name: undefined }), 'bad-name name'],
  ['a name with a slash', with_({ name: 'a/b' }), 'bad-name name'],
  ['no handlers', { name: 'x' }, 'no-handlers producers'],
  ['an unknown key', with_({ topic: {} }), 'unknown-key topic'],
  [
    'a handler that is no identifier',
    with_({ producers: { 'a b': { publishes: ['in'], schedule: { interval: '5m' }, handler } } }),
    'bad-name producers.a b',
  ],
  [
    'a producer without a handler',
    producer({ handler: undefined }),
    'no-function producers.poll.handler',
  ],
  [
    'a handler that is no function',
    producer({ handler: 'x' }),
    'not-a-function producers.poll.handler',
  ],
  [
    'a producer that publishes nothing',
    producer({ publishes: [] }),
    'publishes-nothing producers.poll.publishes',
  ],
  [
    'a producer without a schedule',
    producer({ schedule: undefined }),
    'no-schedule producers.poll.schedule',
  ],
  [
    'an interval that cannot be read',
    producer({ schedule: { interval: 'often' } }),
    'bad-schedule producers.poll.schedule.interval',
  ],
  [
    'an interval of nothing',
    producer({ schedule: { interval: '0s' } }),
    'interval-too-short producers.poll.schedule.interval',
  ],
  [
    'an interval below the least',
    producer({ schedule: { interval: '500ms' } }),
    'interval-too-short producers.poll.schedule.interval',
  ],
  [
    'a cron that cannot be read',
    producer({ schedule: { cron: '61 * * * *' } }),
    'bad-schedule producers.poll.schedule.cron',
  ],
  [
    'both an interval and a cron',
    producer({ schedule: { interval: '5m', cron: '* * * * *' } }),
    'bad-schedule producers.poll.schedule.cron',
  ],
  [
    'a zone that does not exist',
    producer({ schedule: { cron: '0 9 * * *', timezone: 'Europe/Nowhere' } }),
    'bad-schedule producers.poll.schedule.timezone',
  ],
  [
    'an unknown key of a schedule',
    producer({ schedule: { interval: '5m', every: 1 } }),
    'unknown-key producers.poll.schedule.every',
  ],
  [
    'a topic that is not declared',
    producer({ publishes: ['nope'] }),
    'unknown-topic producers.poll.publishes[0]',
  ],
  [
    'a topic twice',
    producer({ publishes: ['in', 'in'] }),
    'name-twice producers.poll.publishes[1]',
  ],
  [
    'a consumer without prepare',
    consumer({ prepare: undefined }),
    'no-function consumers.file.prepare',
  ],
  [
    'a consumer that subscribes to nothing',
    consumer({ subscribe: [] }),
    'subscribes-to-nothing consumers.file.subscribe',
  ],
  [
    'subscriptions that are no list',
    consumer({ subscribe: 'in' }),
    'not-a-list consumers.file.subscribe',
  ],
  ['a mutate that is no function', consumer({ mutate: 1 }), 'not-a-function consumers.file.mutate'],
  [
    'publishes without next',
    consumer({ publishes: ['out'] }),
    'publishes-without-next consumers.file.publishes',
  ],
  [
    'an approval of nothing',
    consumer({ approval: true }),
    'nothing-to-approve consumers.file.approval',
  ],
  [
    'an approval that expires never',
    consumer({ mutate: handler, approval: { expires: 'soon' } }),
    'bad-duration consumers.file.approval.expires',
  ],
  [
    'a quarantine after nothing',
    consumer({ quarantineAfter: 0 }),
    'bad-number consumers.file.quarantineAfter',
  ],
  [
    'a name of both kinds',
    with_({ consumers: { poll: { subscribe: ['in'], prepare: handler } } }),
    'name-twice consumers.poll',
  ],
  [
    'two consumers of a topic',
    with_({
      consumers: {
        a: { subscribe: ['in'], prepare: handler },
        b: { subscribe: ['in'], prepare: handler },
      },
    }),
    'two-consumers consumers.b.subscribe[0]',
  ],
  [
    'a bad name of a topic',
    with_({ topics: { in: {}, out: {}, 'a b': {} } }),
    'bad-name topics.a b',
  ],
  [
    'a bad beginning',
    with_({ topics: { in: {}, out: {}, x: { shared: true, from: 'now' } } }),
    'bad-from topics.x.from',
  ],
  [
    'a slip of the pen',
    with_({
      topics: { received: {} },
      producers: { poll: { publishes: ['received'], schedule: { interval: '5m' }, handler } },
      consumers: { file: { subscribe: ['recieved'], prepare: handler } },
    }),
    'unknown-topic consumers.file.subscribe[0]',
  ],
] as const)('finds %s', (_, definition, problem) => {
  expect(problems(definition)).toContain(problem)
})

it('finds all mistakes at once', () => {
  const bad = { name: '', producers: { p: {} }, consumers: { c: {} } }
  expect(problems(bad).length).toBeGreaterThanOrEqual(6)
})

it('two consumers may share a topic that is nobody’s own', () => {
  const consumers = {
    a: { subscribe: ['alerts'], prepare: handler },
    b: { subscribe: ['alerts'], prepare: handler },
  }
  expect(problems({ name: 'x', consumers })).toEqual([])
})

it('the sentence names what is wrong and where', () => {
  expect(() => read(consumer({ subscribe: [] }))).toThrow(
    'consumers.file.subscribe: a consumer subscribes to at least one topic.',
  )
})
