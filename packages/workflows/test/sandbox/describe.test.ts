// Goal: the structure of a script is known before it is deployed, and what cannot be read is refused with its place.

import { afterAll, describe, expect, it } from 'vitest'
import { DEFAULT_LIMITS } from '../../src/limits.ts'
import { ScriptError } from '../../src/sandbox/errors.ts'
import { DESCRIBE_MS, SCRIPT_CHARS } from '../../src/sandbox/limits.ts'
import { Sandbox } from '../../src/sandbox/sandbox.ts'
import { structureOf } from '../../src/validate.ts'

const sandbox = new Sandbox({ children: 1 })
afterAll(() => sandbox.close())

const read = (script: string) => sandbox.describe(script, { ...DEFAULT_LIMITS, phaseMs: 2_000 })

async function refused(script: string): Promise<ScriptError> {
  const error = await read(script).then(
    (found) => new Error(`it was read: ${JSON.stringify(found)}`),
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(ScriptError)
  return error as ScriptError
}

describe('the structure of a script', () => {
  it('is its definition, with true for each function', async () => {
    const found = await read(`
      const every = (interval) => ({ interval, jitter: '10s' })
      export default workflow({
        name: 'intake', title: 'Intake',
        topics: { received: {}, alerts: { shared: true, from: 'beginning' } },
        tools: ['http'],
        producers: { poll: { publishes: ['received'], schedule: every('5m'), handler: async () => {} } },
        consumers: { file: { subscribe: ['received', 'alerts'], approval: true, quarantineAfter: 3,
          async prepare(ctx) {}, mutate: (ctx) => {}, next: async function (ctx) {} } },
      })`)
    expect(found).toEqual({
      name: 'intake',
      title: 'Intake',
      topics: { received: {}, alerts: { shared: true, from: 'beginning' } },
      tools: ['http'],
      producers: {
        poll: {
          publishes: ['received'],
          schedule: { interval: '5m', jitter: '10s' },
          handler: true,
        },
      },
      consumers: {
        file: {
          subscribe: ['received', 'alerts'],
          approval: true,
          quarantineAfter: 3,
          prepare: true,
          mutate: true,
          next: true,
        },
      },
    })
    const options = { limits: DEFAULT_LIMITS, approvalMs: 1, phases: 'named' } as const
    expect(structureOf(found, options).consumers.file).toMatchObject({ mutates: true, emits: true })
  })

  it('does not take a script at its word that it has a phase', async () => {
    const found = await read(
      `export default { name: 'a', consumers: { c: { subscribe: ['t'], prepare: true } } }`,
    )
    const options = { limits: DEFAULT_LIMITS, approvalMs: 1, phases: 'named' } as const
    expect(() => structureOf(found, options)).toThrow(/consumers\.c\.prepare: it is a function/)
  })

  it('is read without a tool, an event or a log', async () => {
    const script = `export default { name: typeof ctx, title: typeof console + typeof tools }`
    expect(await read(script)).toEqual({ name: 'undefined', title: 'undefinedundefined' })
  })
})

describe('a script that cannot be read', () => {
  it.each([
    ['a missing value', 'const a = 1\nconst b = ;\n', '2:11', /unexpected token/],
    ['a brace that is not closed', 'export default workflow({\n  name: "a",\n', '3:1', /./],
    ['a text that is not closed', 'export default {\n name: "a }', '2:8', /string/],
    ['two words in a row', 'function f() {\n  return a b\n}', '2:12', /expecting ';'/],
    ['a second default', 'export default 1\n\nexport default 2', '3:17', /redefinition/],
    ['types of TypeScript', 'const a: number = 1\nexport default {}', '1:8', /./],
    ['await in a plain function', 'function f() {\n  await 1\n}', '2:3', /./],
  ])('for %s is refused with line and column', async (_, script, place, message) => {
    const error = await refused(script)
    expect([error.code, error.location]).toEqual(['syntax', place])
    expect(error.message).toMatch(message)
    expect(error.message).toContain(`The script failed at ${place}: `)
    expect(error.message).toMatch(/Correct the script at that place\.$/)
  })

  it.each([
    [
      'that throws at its top',
      'const a = 1\nnull.b\nexport default {}',
      '2:5',
      'threw',
      /TypeError/,
    ],
    [
      'with an unknown name',
      'export default workfow({})',
      '1:16',
      'threw',
      /'workfow' is not defined/,
    ],
    ['without a default export', 'const a = 1', undefined, 'shape', /no default export/],
    ['whose default is a list', 'export default []', undefined, 'shape', /no default export/],
    ['whose default is a function', 'export default () => {}', undefined, 'shape', /no default/],
    [
      'with a number that JSON has not',
      'export default { a: 0 / 0 }',
      undefined,
      'value',
      /a is NaN/,
    ],
    ['with a circle', 'const a = {}\na.a = a\nexport default a', undefined, 'value', /circular/],
    ['that imports', 'import fs from "node:fs"\nexport default {}', undefined, 'threw', /import/],
    [
      'that waits for ever',
      'await new Promise(() => {})\nexport default {}',
      undefined,
      'stuck',
      /waits/,
    ],
    ['that loops', 'for (;;);\nexport default {}', '1:1', 'time', /not done after 2 s/],
  ])('%s is refused', async (_, script, place, code, message) => {
    const error = await refused(script)
    expect([error.code, error.location]).toEqual([code, place])
    expect(error.message).toMatch(message)
  })

  it('is refused unread beyond its length', async () => {
    const error = await refused(`export default {}//${'x'.repeat(SCRIPT_CHARS)}`)
    expect(error.message).toContain(`${SCRIPT_CHARS} are allowed`)
  })

  it('has less time than a phase', () => {
    expect(DESCRIBE_MS).toBeLessThan(DEFAULT_LIMITS.phaseMs)
  })
})

it('a sandbox that is closed reads nothing', async () => {
  const closed = new Sandbox()
  await closed.close()
  await expect(closed.describe('export default {}', DEFAULT_LIMITS)).rejects.toMatchObject({
    code: 'closed',
  })
})
