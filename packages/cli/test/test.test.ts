// Goal: `cellwake test` runs model tests, tells a person which case failed and why, tells a machine the
// same, and leaves the code that a script can rely on. Method: the program on small files, once as
// a child.

import { mkdir, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { inProcess } from './in-process.ts'
import { cellwake, inFolder } from './support.ts'

const folder = inFolder()

async function file(name: string, content: unknown): Promise<string> {
  const text = typeof content === 'string' ? content : JSON.stringify(content)
  await writeFile(folder.path(name), text)
  return folder.path(name)
}

const doubles = (expected: number, id = 'doubles') => ({
  id,
  source: 'A1 = 2\nB1 = A1 * 2\n',
  steps: [{ expect: { B1: expected } }],
})

describe('for a person', () => {
  it('a failure has its case, its step and both values, and leaves 1', async () => {
    const path = await file('mixed.test.json', { cases: [doubles(4), doubles(5, 'is wrong')] })
    const { code, out, err } = await cellwake(['test', path])
    expect(out.split('\n')).toEqual([
      `${path}  1 passed, 1 failed`,
      '  ✗ Case "is wrong", step 1 (expect): B1 should be 5, but is 4.',
      '',
      '1 passed, 1 failed in 1 file',
      '',
    ])
    expect({ code, err }).toEqual({ code: 1, err: '' })
  })

  it('a folder means the tests below it, JSON and YAML, and models are found beside them', async () => {
    await mkdir(folder.path('models/deep/node_modules'), { recursive: true })
    await file('models/ops.grid', 'A1 = 20\n')
    const steps = [{ expect: { A1: 20 } }]
    await file('models/ops.test.json', { cases: [{ id: 'by path', model: './ops.grid', steps }] })
    await file('models/other.json', 'no test')
    await file('models/deep/node_modules/x.test.json', 'not ours')
    await file(
      'models/deep/a.test.yaml',
      'cases:\n  - { id: up, model: ../ops.grid, steps: [{ expect: { A1: 20 } }] }\n',
    )
    const { code, out } = await inProcess(['test', folder.path('models')])
    expect(out).toContain('a.test.yaml  1 passed')
    expect(out).toContain('\n2 passed, 0 failed in 2 files\n')
    expect(code).toBe(0)
  })

  it('a file that cannot be read fails, and the others still run', async () => {
    const good = await file('good.test.json', { cases: [doubles(4)] })
    const broken = await file('broken.test.json', '{ "cases": ')
    const { code, out } = await inProcess(['test', folder.path('none.test.json'), broken, good])
    expect(out).toContain('✗ There is no such file.')
    expect(out).toContain('✗ This is not JSON: ')
    expect(out).toContain('1 passed, 2 failed in 3 files')
    expect(code).toBe(1)
  })

  it('a model that cannot be read says so', async () => {
    const path = await file('lost.test.json', {
      cases: [{ id: 'a', model: './no.grid', steps: [] }],
    })
    const { code, out } = await inProcess(['test', path])
    expect(out).toContain('the model ./no.grid cannot be read: There is no such file.')
    expect(code).toBe(1)
  })

  it('nothing to run is a mistake', async () => {
    await mkdir(folder.path('empty'))
    const empty = await inProcess(['test', folder.path('empty')])
    expect(empty.err).toContain('There are no *.test.json or *.test.yaml files there. [no-tests]')
    expect(empty.code).toBe(1)
    const path = await file('chosen.test.json', { cases: [doubles(4)] })
    const none = await inProcess(['test', path, '--only', 'triples'])
    expect(none.err).toContain('No case has "triples" in its id.')
    expect(none.code).toBe(1)
  })

  it('only some cases run when asked', async () => {
    const path = await file('two.test.json', { cases: [doubles(4), doubles(5, 'is wrong')] })
    expect((await inProcess(['test', path, '--only', 'doubles'])).code).toBe(0)
    expect((await inProcess(['test', path, '--only', 'wrong'])).code).toBe(1)
  })

  it('a Lua runtime says that it needs Redis; an unknown one, or no file, is wrong usage', async () => {
    const path = await file('lua.test.json', { cases: [doubles(4)] })
    const lua = await inProcess(['test', path, '--runtime', 'lua_generated'])
    expect(lua.err).toContain('lua_generated runs in Redis: say where that is with --redis')
    expect(lua.code).toBe(1)
    expect((await inProcess(['test', path, '--runtime', 'lisp'])).code).toBe(2)
    expect((await inProcess(['test'])).code).toBe(2)
  })

  it('an escape sequence in a case does not reach the terminal', async () => {
    const path = await file('escape.test.json', { cases: [doubles(5, '\u001b[2J')] })
    const { out } = await inProcess(['test', path])
    expect(out).not.toContain('\u001b')
  })
})

describe('for a machine', () => {
  it('the shape is exact', async () => {
    const path = await file('shape.test.json', { cases: [doubles(4), doubles(5, 'is wrong')] })
    const none = folder.path('none.test.json')
    const { code, out } = await inProcess(['test', '--json', path, none, '--runtime', 'ts'])
    expect(JSON.parse(out)).toEqual({
      passed: 1,
      failed: 2,
      cases: [
        {
          file: none,
          id: '(file)',
          ok: false,
          message: expect.stringContaining('no such file'),
          runtime: 'ts',
        },
        { file: path, id: 'doubles', ok: true, runtime: 'ts' },
        {
          file: path,
          id: 'is wrong',
          ok: false,
          message: 'Case "is wrong", step 1 (expect): B1 should be 5, but is 4.',
          runtime: 'ts',
        },
      ],
    })
    expect(code).toBe(1)
  })
})

it('the example of the documentation passes', async () => {
  const example = fileURLToPath(new URL('../../../examples/model-tests', import.meta.url))
  const { code, out } = await inProcess(['test', example])
  expect(out).toContain('8 passed, 0 failed in 2 files')
  expect(code).toBe(0)
})

it.each(['test', 'eval'])('%s --help has an example', async (name) => {
  const { code, out } = await inProcess([name, '--help'])
  expect(code).toBe(0)
  expect(out).toMatch(new RegExp(`Examples?:\\n {2}cellwake ${name} `))
})
