// Goal: the shells complete every command and option, and a new folder is one to start from.
// Method: the scripts are run by the shells that are installed; the starter is checked, tested and settled.

import { execFile } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { inProcess } from './in-process.ts'
import { inFolder } from './support.ts'

const run = promisify(execFile)
const folder = inFolder()

describe('completion', () => {
  it('bash completes commands and options', async () => {
    const { out } = await inProcess(['completion', 'bash'])
    const ask = async (words: string[]) => {
      const script = `${out}\nCOMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}; _cellwake; echo "\${COMPREPLY[@]}"`
      return (await run('bash', ['-c', script])).stdout.trim().split(' ')
    }
    expect(await ask(['cellwake', 'expl'])).toEqual(['explain'])
    expect(await ask(['cellwake', 'set', '--ex'])).toEqual(['--expect-rev'])
    expect(await ask(['cellwake', ''])).toContain('deploy')
  })

  it('zsh and fish get every command, and quotes in texts do no harm', async () => {
    for (const shell of ['zsh', 'fish']) {
      const { code, out } = await inProcess(['completion', shell])
      expect(code).toBe(0)
      for (const name of ['serve', 'rollback', 'completion']) expect(out).toContain(name)
      const quotes = out.split("'").length - 1
      expect([shell, quotes % 2]).toEqual([shell, 0])
    }
    expect((await inProcess(['completion', 'cmd'])).code).toBe(2)
  })
})

describe('init', () => {
  it('makes a folder whose model is clean, in order, and passes its tests', async () => {
    const path = folder.path('shop')
    const { code, out } = await inProcess(['init', path])
    expect(code).toBe(0)
    expect(out).toMatch(/cellwake(\.mjs)? dev/)
    const model = `${path}/shop.grid`
    expect((await inProcess(['check', model])).out).toBe('Nothing to mend in 1 file\n')
    expect((await inProcess(['fmt', '--check', model])).code).toBe(0)
    expect((await inProcess(['test', path])).out).toContain('2 passed, 0 failed')
    expect(await readFile(`${path}/.gitignore`, 'utf8')).toContain('.cellwake/')
  })

  it('never writes over what is there', async () => {
    const path = folder.path('mine')
    await mkdir(path)
    await writeFile(`${path}/shop.grid`, 'A1 = 1\n')
    const { code, err } = await inProcess(['init', path])
    expect([code, err]).toEqual([1, expect.stringContaining('shop.grid already')])
    expect(await readFile(`${path}/shop.grid`, 'utf8')).toBe('A1 = 1\n')
  })
})
