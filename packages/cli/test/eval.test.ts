// Goal: `cellwake eval` sets what it is told, in order, and prints what the model makes of it.
// Method: the program with models on standard input, once well and once refused as a child.

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { inProcess } from './in-process.ts'
import { cellwake } from './support.ts'

const model = `A1 as percentage = 10pct
B1 = A1 * 2
C1 ~= B1 + 1
D1 = 1 / 0
list = [1, 2]
'Q 4'!A1 = TRUE
`

describe('for a person', () => {
  it('every assigned symbol has its value and what it is; looking runs nothing lazy', async () => {
    const { code, out, err } = await inProcess(['eval', '-'], model)
    expect(out.split('\n')).toEqual([
      'A1        0.1      number percentage',
      'B1        0.2      number',
      'C1                 blank, dirty',
      'D1        #DIV/0!  error: a division by zero',
      "'Q 4'!A1  TRUE     boolean",
      'list      [1, 2]   array',
      '',
    ])
    expect({ code, err }).toEqual({ code: 0, err: '' })
  })

  it('inputs are set one after the other, and a symbol that is asked for is computed', async () => {
    const sets = ['--set', 'A1=5pct', '--set', ' A1 = 1/4', '--set', "'Q=4'!B2=1>=1"]
    const gets = ['--get', 'c1', '--get', "'Q=4'!B2", '--get', 'Z9']
    const { code, out } = await inProcess(['eval', '-', ...sets, ...gets], model)
    expect(out).toBe("C1        1.5   number\n'Q=4'!B2  TRUE  boolean\nZ9              blank\n")
    expect(code).toBe(0)
  })

  it('warnings go beside the result, errors instead of it', async () => {
    const warned = await cellwake(['eval', '-'], 'A1 = x + 1\n')
    expect(warned).toMatchObject({ code: 0, out: 'A1  1  number\n' })
    expect(warned.err).toContain('warning[unassigned-name]')
    const wrong = await cellwake(['eval', '-'], 'A1 = NO(1)\n')
    expect(wrong).toMatchObject({ code: 1, out: '' })
    expect(wrong.err).toContain('<stdin>:1:6 error[unknown-function]')
  })

  it.each([
    [['--set', 'B1=1'], 'B1 is a formula and cannot be set.', '[not-an-input]'],
    [['--set', 'A1=B1'], 'reads cells', '[bad-value]'],
    [['--set', 'A1="much"'], 'A1 takes percentage', '[bad-value]'],
    [['--set', 'A1=1 +'], 'cannot be read', '[bad-value]'],
    [['--set', 'A1'], '--set takes a symbol and an expression', '[bad-set]'],
    [['--set', '=5'], '--set takes a symbol and an expression', '[bad-set]'],
    [['--set', 'A1='], '--set takes a symbol and an expression', '[bad-set]'],
    [['--get', 'A1:B2'], 'neither a cell nor a name', '[bad-symbol]'],
    [
      ['--runtime', 'lua_interpreter'],
      'lua_interpreter runs in Redis: say where that is with --redis',
      '[runtime-elsewhere]',
    ],
  ])('%j is refused with the reason', async (args, reason, code) => {
    const ended = await inProcess(['eval', '-', ...args], model)
    expect(ended.err).toContain(reason)
    expect(ended.err).toContain(code)
    expect(ended).toMatchObject({ code: 1, out: '' })
  })

  it('a file that is not there leaves 1, and wrong usage 2', async () => {
    const missing = await inProcess(['eval', 'none.grid'])
    expect(missing.err).toContain('error[unreadable]')
    expect(missing.code).toBe(1)
    expect((await inProcess(['eval'])).code).toBe(2)
    expect((await inProcess(['eval', '-', '--runtime', 'lisp'], model)).code).toBe(2)
  })

  it('a model for Redis runs here if asked to', async () => {
    const lua = 'RUNTIME "lua_generated"\nA1 = 1\n'
    expect(await inProcess(['eval', '-'], lua)).toMatchObject({ code: 1 })
    const here = await inProcess(['eval', '-', '--runtime', 'ts'], lua)
    expect(here).toEqual({ code: 0, out: 'A1  1  number\n', err: '' })
  })
})

describe('for a machine', () => {
  it('the shape is exact', async () => {
    const args = ['eval', '-', '--json', '--set', 'A1=5pct', '--get', 'Sheet1!A1', '--get', 'D1']
    const { code, out } = await inProcess(args, model)
    expect(JSON.parse(out)).toEqual({
      rev: 2,
      cells: {
        A1: { kind: 'number', value: 0.05, typeTag: 'percentage', status: 'ready' },
        D1: {
          kind: 'error',
          value: { code: 'DIV/0!', message: 'a division by zero', origin: 'D1' },
          typeTag: 'error:DIV/0!',
          status: 'ready',
        },
      },
      firings: [],
    })
    expect(code).toBe(0)
  })

  it('without --get, every assigned symbol', async () => {
    const { out } = await inProcess(['eval', '-', '--json'], model)
    expect(Object.keys(JSON.parse(out).cells)).toEqual(['A1', 'B1', 'C1', 'D1', "'Q 4'!A1", 'list'])
  })

  it('a source that is refused has its diagnostics, as in check', async () => {
    const { code, out } = await inProcess(['eval', '-', '--json'], 'A1 = NO(1)\n')
    expect(JSON.parse(out)).toMatchObject({
      files: [{ file: '-', diagnostics: [{ code: 'unknown-function' }] }],
    })
    expect(code).toBe(1)
  })
})

describe('with fixtures', () => {
  const external =
    'A1 = FX_RATE("EUR", "USD")\nB1 ~= ML_SCORE([1]) DEFAULT 0\nC1 = HTTP_JSON("u")\n'
  const answers = { FX_RATE: [{ returns: 1.1 }], HTTP_JSON: [{ returns: {}, after: '1s' }] }

  it('external functions answer from the file, and what comes later has not arrived', async () => {
    const file = await written('fixtures.json', JSON.stringify(answers))
    const { code, out } = await inProcess(['eval', '-', '--fixtures', file], external)
    expect(out.split('\n').map((line) => line.trimEnd())).toEqual([
      'A1  1.1  number fx_rate',
      'B1       blank, dirty',
      'C1       blank, queued',
      '',
    ])
    expect(code).toBe(0)
  })

  it('a lazy cell that is asked for gets its answer', async () => {
    const file = await written('fixtures.yaml', 'ML_SCORE:\n  - returns: 0.5\n')
    const { out } = await inProcess(['eval', '-', '--fixtures', file, '--get', 'B1'], external)
    expect(out).toBe('B1  0.5  number\n')
  })

  it('a file that holds none is refused', async () => {
    const file = await written('wrong.json', '{ "FX_RATE": [{ "answers": 1 }] }')
    const { code, err } = await inProcess(['eval', '-', '--fixtures', file], external)
    expect(code).toBe(1)
    expect(err).toContain('Fixture 1 of FX_RATE has no key "answers"')
    const slip = await written('slip.json', '{ "FX_RAET": [{ "returns": 1 }] }')
    expect(await inProcess(['eval', '-', '--fixtures', slip], external)).toMatchObject({
      code: 1,
      err: expect.stringContaining('no function FX_RAET to have fixtures. Did you mean FX_RATE?'),
    })
    const missing = await inProcess(['eval', '-', '--fixtures', 'nowhere.json'], external)
    expect(missing).toMatchObject({
      code: 1,
      err: expect.stringContaining('There is no such file'),
    })
  })
})

const folders: string[] = []

afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true })
})

/** A file that is gone after the test. */
async function written(name: string, text: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'cellwake-'))
  folders.push(folder)
  const path = join(folder, name)
  await writeFile(path, text)
  return path
}
