// Goal: `cellwake check` tells a person where and why, tells a machine the same, and leaves the code
// that a script can rely on. Method: the program on small files, as a child where the process matters: the
// code it leaves, a pipe it does not read to the end, the loader of modules, the time of the processor.

import { mkdir, writeFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { inProcess } from './in-process.ts'
import { cellwake, inFolder } from './support.ts'

const folder = inFolder()

async function file(name: string, text: string | Uint8Array): Promise<string> {
  await writeFile(folder.path(name), text)
  return folder.path(name)
}

const wrong = 'A1 = 10\n\tB1 = XLOKUP(1, [1, 2], [3, 4])\nC1 = threshold * 2\n'

describe('for a person', () => {
  it('each diagnostic has its place, its line, carets and what mends it', async () => {
    const path = await file('wrong.grid', wrong)
    const { code, out, err } = await cellwake(['check', path])
    expect(out.split('\n')).toEqual([
      `${path}:2:7 error[unknown-function] There is no function XLOKUP. Did you mean XLOOKUP?`,
      '  2 |     B1 = XLOKUP(1, [1, 2], [3, 4])',
      '    |          ^^^^^^',
      '      fix: Write XLOOKUP',
      '',
      expect.stringContaining(`${path}:3:6 warning[unassigned-name] `),
      '  3 | C1 = threshold * 2',
      '    |      ^^^^^^^^^',
      expect.stringContaining('      fix: '),
      '',
      '1 error, 1 warning in 1 file',
      '',
    ])
    expect(err).toBe('')
    expect(code).toBe(1)
  })

  it('a clean model leaves 0, and so do warnings alone', async () => {
    const clean = await file('clean.grid', 'A1 = 1\n')
    const warned = await file('warned.grid', 'A1 = threshold\n')
    const { code, out } = await inProcess(['check', clean, warned])
    expect(code).toBe(0)
    expect(out).toContain('\n1 warning in 2 files\n')
    const alone = await inProcess(['check', clean])
    expect(alone).toEqual({ code: 0, out: 'Nothing to mend in 1 file\n', err: '' })
  })

  it('standard input is -', async () => {
    const { code, out } = await inProcess(['check', '-'], 'A1 = (1 + 2\n')
    expect(code).toBe(1)
    expect(out).toContain('<stdin>:1:6 error[syntax] ')
  })

  it('a file that cannot be read is told, and the others are still checked', async () => {
    await mkdir(folder.path('models'))
    const latin = await file('latin.grid', Uint8Array.of(0x41, 0x31, 0x3d, 0x22, 0xe9, 0x22))
    const missing = folder.path('missing.grid')
    const path = await file('mixed.grid', 'A1 = NO(1)\n')
    const { code, out } = await inProcess(['check', missing, folder.path('models'), latin, path])
    expect(code).toBe(1)
    expect(out).toContain(`${missing} error[unreadable] There is no such file.`)
    expect(out).toContain('error[unreadable] This is a folder.')
    expect(out).toContain('error[unreadable] This is not UTF-8 text.')
    expect(out).toContain('error[unknown-function]')
    expect(out).toContain('4 errors in 4 files')
  })

  it('an endless input is cut off with the limit', async () => {
    const { code, out } = await cellwake(['check', '-'], `#${' '.repeat(9_000_000)}`)
    expect(code).toBe(1)
    expect(out).toContain('error[limit] A model is at most 8 MiB.')
  })

  it('an escape sequence in a model does not reach the terminal', async () => {
    const { out } = await inProcess(['check', '-'], 'A1 = "\u001b[2J" & NO(1)\n')
    expect(out).not.toContain('\u001b')
    expect(out).toContain('␛[2J')
  })

  it('hundreds of mistakes do not flood the screen', async () => {
    const model = Array.from({ length: 300 }, (_, i) => `A${i + 1} = NO(1)\n`).join('')
    const { out } = await inProcess(['check', '-'], model)
    expect(out.match(/unknown-function/g)).toHaveLength(100)
    expect(out).toContain('<stdin> has 200 more; --json shows all.')
    expect(out).toContain('300 errors in 1 file')
  })

  it('wrong usage leaves 2', async () => {
    const { code, err } = await inProcess(['check'])
    expect(code).toBe(2)
    expect(err).toContain('Add --help')
  })
})

describe('for a machine', () => {
  it('the shape is exact, and counts from 1', async () => {
    const path = await file('shape.grid', '\ufeffA1 = XLOKUP(1, [1], [3])\nB1 = A1\n')
    const missing = folder.path('none.grid')
    const { code, out } = await inProcess(['check', '--json', path, missing])
    expect(code).toBe(1)
    const range = { start: { line: 1, column: 6 }, end: { line: 1, column: 12 } }
    const start = { line: 1, column: 1 }
    expect(JSON.parse(out)).toEqual({
      files: [
        {
          file: path,
          diagnostics: [
            {
              code: 'unknown-function',
              severity: 'error',
              message: 'There is no function XLOKUP. Did you mean XLOOKUP?',
              range,
              fix: { title: 'Write XLOOKUP', edits: [{ range, text: 'XLOOKUP' }] },
            },
          ],
        },
        {
          file: missing,
          diagnostics: [
            {
              code: 'unreadable',
              severity: 'error',
              message: 'There is no such file. Check its name and the folder you are in.',
              range: { start, end: start },
            },
          ],
        },
      ],
    })
  })
})

describe('functions of the user', () => {
  it('are known from a module, with their arguments', async () => {
    const functions = await file(
      'own.ts',
      `interface Own { name: string; args: { name: string; kind?: string; optional?: boolean }[]; returns: string }
       export const churn: Own = { name: 'CHURN_SCORE', args: [{ name: 'features', kind: 'array' }], returns: 'number' }
       export default [{ name: 'region', args: ['city'], returns: 'text', tag: 'region' }, churn]`,
    )
    const model = await file(
      'own.grid',
      'A1 = CHURN_SCORE([1, 2])\nA2 as region = REGION("Oslo")\nA3 = CHURN_SCORE(1, 2)\nEVERY 1h SKIP MISSED THEN\n  B1 = REGION("Oslo")\nEND\n',
    )
    const { code, out } = await cellwake(['check', '--functions', functions, model])
    expect(code).toBe(1)
    expect(out.match(/\[.*?-.*?\]/g)).toEqual(['[argument-count]', '[rule-external]'])
  })

  it.each([
    ['nothing.mjs', 'export const a = 1', 'It exports no function.'],
    ['broken.mjs', 'export const a = ', 'It could not be loaded'],
    ['broken.ts', 'export const a: = 1', 'broken.ts:1:16: ERROR: Unexpected "="'],
    ['alone.mjs', "import 'cellwake/nothing'", 'It could not be loaded: Cannot find'],
    ['taken.mjs', "export const a = { name: 'SUM', args: [] }", 'already a function SUM'],
    [
      'kind.mjs',
      "export const a = { name: 'F', args: [{ name: 'x', kind: 'money' }] }",
      'kind of x',
    ],
  ])('a module %s is refused with what to do', async (name, text, message) => {
    const functions = await file(name, text)
    const { code, err } = await inProcess(['check', '-', '--functions', functions], 'A1 = 1\n')
    expect(err).toContain(message)
    expect(err).toContain('[functions-unusable]')
    expect(code).toBe(1)
  })
})

describe('a module of the user in any folder finds cellwake, though nothing is installed there', () => {
  const call =
    "defineFunction({ name: 'TAX', args: ['amount'], returns: 'number', handler: () => 1 })"
  it.each([
    ['tax.ts', `import { defineFunction } from 'cellwake/functions'\nexport const tax = ${call}`],
    ['tax.mts', `import { defineFunction } from 'cellwake/functions'\nexport const tax = ${call}`],
    ['tax.cjs', `const { defineFunction } = require('cellwake/functions')\nexports.tax = ${call}`],
  ])('%s', async (name, text) => {
    const functions = await file(name, text)
    const { code, out, err } = await cellwake(['functions', 'TAX', '--functions', functions])
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toContain('TAX(amount) → number')
  })
})

describe('a model of 10,000 lines', () => {
  it('is checked while somebody waits: the whole process takes less than 3 s of the processor', async () => {
    const lines = Array.from({ length: 10_000 }, (_, i) => {
      const row = i + 1
      return i % 2 === 0
        ? `D${row} = IF(A${row} > ${i}, SUM(A${row}:B${row + 20}), B${row} * 2)`
        : `D${row} = VLOOKUP(D${row - 1} + ${i}, $A$1:$C$500, 2, FALSE)`
    })
    const path = await file('long.grid', lines.join('\n'))
    const tell = 'const u = process.cpuUsage(); process.stderr.write(String(u.user + u.system))'
    const watch = `data:text/javascript,process.on("exit", () => { ${tell} })`
    const { code, out, err } = await cellwake(['check', path], '', ['--import', watch])
    expect({ code, out }).toEqual({ code: 0, out: 'Nothing to mend in 1 file\n' })
    expect(Number(err)).toBeGreaterThan(0)
    expect(Number(err)).toBeLessThan(3_000_000)
  })
})
