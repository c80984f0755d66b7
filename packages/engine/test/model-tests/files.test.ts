// Goal: a file or a case that says something unknown fails with a clear message, and never throws.
// Method: files with one mistake each; a model by its path; JSON and YAML.

import { describe, expect, it } from 'vitest'
import { runModelTests } from '../../src/index.ts'
import { failure, run, runText } from './support.ts'

const source = 'A1 = 1\n'
const steps = [{ expect: { A1: 1 } }]

describe('a file', () => {
  it.each([
    ['no JSON', '{ "cases": [', 'This is not JSON: '],
    ['nothing', '', 'This is not JSON: '],
    ['a list', '[]', 'A test file is an object, not [].'],
    ['no cases', '{}', '"cases" is a list, not nothing.'],
    ['an empty list', '{ "cases": [] }', 'The file has no cases.'],
    [
      'an unknown key',
      '{ "cases": [], "case": [] }',
      'A test file has no key "case"; there are cases.',
    ],
  ])('with %s is one failure', async (_, text, message) => {
    const { passed, failed, cases } = await runText(text)
    expect({ passed, failed }).toEqual({ passed: 0, failed: 1 })
    expect(cases).toEqual([
      {
        file: 'models/a.test.json',
        id: '(file)',
        ok: false,
        message: expect.stringContaining(message),
        runtime: 'ts',
      },
    ])
  })

  it('that cannot be read does not keep another from running', async () => {
    const good = {
      path: 'b.test.json',
      text: JSON.stringify({ cases: [{ id: 'b', source, steps }] }),
    }
    const results = await runModelTests([{ path: 'a.test.json', text: '?' }, good], {
      readModel: String,
    })
    expect(results).toMatchObject({ passed: 1, failed: 1 })
  })
})

describe('a case', () => {
  const mistakes: readonly (readonly [
    what: string,
    given: Record<string, unknown>,
    says: string,
  ])[] = [
    ['neither steps nor rejects', { source }, 'has "steps" or "rejects"'],
    ['steps and rejects', { source, steps, rejects: [] }, 'leave out "rejects" or "steps"'],
    ['no source', { steps }, 'either "source" or "model"'],
    ['source and model', { source, model: './a.grid', steps }, 'either "source" or "model"'],
    ['an unknown key', { source, steps, expects: {} }, 'no key "expects"'],
    ['an unknown step', { source, steps: [{ wait: '1s' }] }, 'step 1: There is no step "wait"'],
    [
      'an unknown step behind a good one',
      { source, steps: [...steps, { wait: '1s' }] },
      'step 2: There is no',
    ],
    [
      'a step that does two things',
      { source, steps: [{ set: { A1: 1 }, expect: { A1: 1 } }] },
      'A step does one thing, not 2',
    ],
    ['a step that does nothing', { source, steps: [{}] }, 'A step does one thing, not 0'],
    [
      'a step that is no object',
      { source, steps: ['restart'] },
      'A step is an object, not "restart"',
    ],
    ['steps that are no list', { source, steps: {} }, '"steps" is a list'],
    ['restart: false', { source, steps: [{ restart: false }] }, '"restart" is true, not false'],
    ['time without a unit', { source, steps: [{ advance: 10 }] }, '"advance" is a text'],
    [
      'time with an unknown unit',
      { source, steps: [{ down: '2 hours' }] },
      '"down" is a length of time such as',
    ],
    [
      'time beyond all calendars',
      { source, steps: Array.from({ length: 14 }, () => ({ advance: 'P20000Y' })) },
      'step 14 (advance): ',
    ],
    ['time that runs backwards', { source, steps: [{ advance: '-PT1S' }] }, 'backwards'],
    [
      'firings that are no count',
      { source, steps: [{ firings: -1 }] },
      '"firings" is a whole number',
    ],
    [
      'runs that are no count',
      { source, steps: [{ runs: { B1: '1' } }] },
      'The runs of B1 is a whole number',
    ],
    [
      'an expression that is no text',
      { source, steps: [{ set: { A1: { expr: 5 } } }] },
      'The expression of A1 is a text',
    ],
    [
      'an expression with more beside it',
      { source, steps: [{ set: { A1: { expr: '5', as: 'x' } } }] },
      'no key "as"',
    ],
    [
      'an event without a topic',
      { source, steps: [{ events: [{ event: 'x', args: [] }] }] },
      '"topic" of event 1',
    ],
    [
      'an event with an unknown key',
      { source, steps: [{ events: [{ topic: 'x', payload: 1 }] }] },
      'no key "payload"',
    ],
    [
      'a symbol that is none',
      { source, steps: [{ expect: { 'A1:B2': 1 } }] },
      '"A1:B2" is neither a cell nor a name',
    ],
    ['an unknown runtime', { source, steps, runtime: 'lua' }, 'There is no runtime "lua"'],
    [
      'a runtime of Redis',
      { source, steps, runtime: 'lua_generated' },
      'lua_generated needs Redis',
    ],
    [
      'fixtures that are no list',
      { source, steps, functions: { F: {} } },
      'The fixtures of F is a list',
    ],
    [
      'a fixture without an answer',
      { source, steps, functions: { F: [{ args: [] }] } },
      'Fixture 1 of F either',
    ],
    [
      'a fixture with two answers',
      { source, steps, functions: { F: [{ returns: 1, fails: 'x' }] } },
      'Fixture 1 of F either',
    ],
    [
      'a fixture with an unknown key',
      { source, steps, functions: { F: [{ returns: 1, delay: '1s' }] } },
      'no key "delay"',
    ],
    [
      'a fixture with a bad delay',
      { source, steps, functions: { F: [{ returns: 1, after: 2 }] } },
      '"after" of',
    ],
    [
      'fixtures of a function that is not there',
      { source, steps, functions: { FX_RAET: [{ returns: 1 }] } },
      'There is no function FX_RAET to have fixtures. Did you mean FX_RATE?',
    ],
    [
      'fixtures of a function that resembles none',
      { source, steps, functions: { NOTHING_LIKE_IT: [{ returns: 1 }] } },
      'The external ones are AI_PROMPT, FX_RATE, HTTP_JSON, ML_SCORE, PG_MUTATE, PG_SELECT.',
    ],
    [
      'fixtures of a function that nobody outside answers',
      { source, steps, functions: { sum: [{ returns: 1 }] } },
      'SUM is computed in the model, so nothing can stand in for it.',
    ],
    [
      'a source that is refused',
      { source: 'A1 = NO(1)\n', steps },
      'the deploy: The source is refused: unknown-function in line 1.',
    ],
    [
      'a model that is not there',
      { model: './a.grid', steps },
      'the model ./a.grid cannot be read: there is no file',
    ],
  ]
  it.each(mistakes)('with %s fails', async (_, given, says) => {
    const message = await failure(given)
    expect(message).toMatch(/^Case "claim", /)
    expect(message).toContain(says)
  })

  it.each([
    ['no id', { source, steps }],
    ['an id that is no text', { id: 5, source, steps }],
    ['an empty id', { id: '', source, steps }],
  ])('with %s fails under its number', async (_, given) => {
    const { cases } = await runText(JSON.stringify({ cases: [given] }))
    expect(cases).toMatchObject([
      { id: 'case 1', ok: false, message: expect.stringContaining('"id"') },
    ])
  })

  it.each([[null], [1], ['x'], [[]]])('that is %j fails', async (given) => {
    const { cases } = await runText(JSON.stringify({ cases: [given] }))
    expect(cases).toMatchObject([
      { ok: false, message: expect.stringContaining('A case is an object') },
    ])
  })

  it('with fixtures that are in order is accepted', async () => {
    const functions = {
      FX_RATE: [{ args: ['EUR', 'USD'], returns: 1.1, after: '2s' }, { fails: 'timeout' }],
    }
    expect(await run({ source, steps, functions })).toMatchObject({ ok: true })
  })
})

describe('rejects', () => {
  const two = 'C1 = 1\nC1 = 2\nD1 = NO(1)\n'
  it.each([
    ['the code and its line', [{ code: 'duplicate-target', line: 2 }]],
    ['the code alone', [{ code: 'unknown-function' }]],
    ['several', [{ code: 'duplicate-target' }, { code: 'unknown-function', line: 3 }]],
    ['any reason', []],
  ])('passes with %s, whatever else there is', async (_, rejects) => {
    expect(await run({ source: two, rejects })).toMatchObject({ ok: true })
  })

  it.each([
    [
      'another line',
      [{ code: 'duplicate-target', line: 1 }],
      'for duplicate-target in line 1, but is for duplicate-target in line 2, unknown-function in line 3.',
    ],
    ['another code', [{ code: 'cycle' }], 'should be refused for cycle, but is for'],
    [
      'one of two missing',
      [{ code: 'unknown-function' }, { code: 'syntax' }],
      'should be refused for syntax',
    ],
    [
      'a code that there is not',
      [{ code: 'dublicate-target' }],
      'no diagnostic with the code "dublicate-target"',
    ],
    ['an unknown key', [{ code: 'cycle', column: 1 }], 'no key "column"'],
    ['no code', [{ line: 1 }], '"code" of entry 1'],
  ])('fails with %s', async (_, rejects, says) => {
    expect(await failure({ source: two, rejects })).toContain(says)
  })

  it('fails when the source is accepted, also with a warning of that code', async () => {
    expect(await failure({ source, rejects: [{ code: 'cycle', line: 1 }] })).toContain(
      'The source should be refused for cycle in line 1, but is accepted.',
    )
    const rejects = [{ code: 'unassigned-name' }]
    expect(await failure({ source: 'A1 = x\n', rejects })).toContain('but is accepted')
  })
})

describe('models, YAML, choices', () => {
  it('a model is read from the folder of its test', async () => {
    const asked: string[] = []
    const readModel = (path: string) => {
      asked.push(path)
      return 'A1 = 1\n'
    }
    const cases = [
      { id: 'a', model: './ops.grid', steps },
      { id: 'b', model: '../b.grid', steps },
    ]
    const files = [{ path: 'models/deep/a.test.json', text: JSON.stringify({ cases }) }]
    expect(await runModelTests(files, { readModel })).toMatchObject({ passed: 2, failed: 0 })
    expect(asked).toEqual(['models/deep/ops.grid', 'models/b.grid'])
  })

  const yaml = (value: string) => `
cases:
  - id: doubles # a comment
    source: |
      A1 = 1
      B1 = A1 * 2
    steps:
      - set: { A1: 4 }
      - expect: { B1: ${value}, C1: null }
`
  it('YAML says the same as JSON', async () => {
    expect(await runText(yaml('8'), 'a.test.yaml')).toMatchObject({ passed: 1, failed: 0 })
    const { cases } = await runText(yaml('9'), 'a.test.yml')
    expect(cases[0]?.message).toBe('Case "doubles", step 2 (expect): B1 should be 9, but is 8.')
  })

  it.each([
    ['cases: [', 'This is not YAML'],
    ['cases: [{ id: a, id: b }]', 'This is not YAML'],
    [yaml('.inf'), 'has no form in JSON'],
  ])('YAML with a mistake is one failure', async (text, says) => {
    const { cases } = await runText(text, 'a.test.yaml')
    expect(cases).toMatchObject([{ ok: false, message: expect.stringContaining(says) }])
  })

  it('a runtime that a case asks for beats that of the source', async () => {
    const elsewhere = { source: `RUNTIME "lua_generated"\n${source}`, steps }
    expect(await run({ ...elsewhere, runtime: 'ts' })).toMatchObject({ ok: true, runtime: 'ts' })
    expect(await failure(elsewhere)).toContain('lua_generated needs Redis')
  })

  it('a runtime that is asked for beats that of the case', async () => {
    const text = JSON.stringify({ cases: [{ id: 'a', source, steps, runtime: 'lua_interpreter' }] })
    const files = [{ path: 'a.test.json', text }]
    const here = await runModelTests(files, { readModel: String, runtime: 'ts' })
    expect(here.cases).toEqual([{ file: 'a.test.json', id: 'a', ok: true, runtime: 'ts' }])
    const there = await runModelTests(files, { readModel: String })
    expect(there.cases).toMatchObject([{ ok: false, runtime: 'lua_interpreter' }])
    const nowhere = await runModelTests(files, { readModel: String, runtime: 'lisp' })
    expect(nowhere.cases).toMatchObject([{ ok: false, runtime: 'lisp' }])
  })

  it('only runs the case with that id; without one, those that contain it', async () => {
    const cases = ['rate', 'rate falls', 'rate rises', 'total'].map((id) => ({ id, source, steps }))
    const files = [{ path: 'a.test.json', text: JSON.stringify({ cases }) }]
    const ids = async (only: string) =>
      (await runModelTests(files, { readModel: String, only })).cases.map(({ id }) => id)
    expect(await ids('rate')).toEqual(['rate'])
    expect(await ids('rate ')).toEqual(['rate falls', 'rate rises'])
    expect(await ids('none')).toEqual([])
  })

  it('each result is told as soon as it is there', async () => {
    const told: string[] = []
    const cases = ['a', 'b'].map((id) => ({ id, source, steps }))
    const files = [{ path: 'a.test.json', text: JSON.stringify({ cases }) }]
    await runModelTests(files, {
      readModel: String,
      onCase: ({ id, ok }) => told.push(`${id} ${ok}`),
    })
    expect(told).toEqual(['a true', 'b true'])
  })
})
