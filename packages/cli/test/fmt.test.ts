// Goal: `cellwake fmt` brings models into canonical form and never harms one.
// Method: the program on small files, once as a child.

import { chmod, lstat, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { inProcess } from './in-process.ts'
import { cellwake, inFolder } from './support.ts'

const folder = inFolder()

async function file(name: string, text: string): Promise<string> {
  await writeFile(folder.path(name), text)
  return folder.path(name)
}

const rough = 'a1=1+2   # three\nwhen A1>2 then\nb1 = sum( A1:A9 )\nend'
const canonical = 'A1 = 1 + 2 # three\nWHEN A1 > 2 THEN\n  B1 = SUM(A1:A9)\nEND\n'

describe('fmt', () => {
  it('rewrites what differs and says so, and leaves the rest', async () => {
    const changed = await file('rough.grid', rough)
    const same = await file('same.grid', canonical)
    const before = await stat(same)
    const { code, out } = await cellwake(['fmt', changed, same])
    expect(code).toBe(0)
    expect(out).toBe(`formatted ${changed}\n1 file formatted, 1 file already in order\n`)
    expect(await readFile(changed, 'utf8')).toBe(canonical)
    expect((await stat(same)).mtimeMs).toBe(before.mtimeMs)
  })

  it('keeps links and rights, and leaves no other file behind', async () => {
    const target = await file('target.grid', rough)
    await chmod(target, 0o640)
    await symlink(target, folder.path('link.grid'))
    expect((await inProcess(['fmt', folder.path('link.grid')])).code).toBe(0)
    expect((await lstat(folder.path('link.grid'))).isSymbolicLink()).toBe(true)
    expect(await readFile(target, 'utf8')).toBe(canonical)
    expect((await stat(target)).mode & 0o777).toBe(0o640)
    expect((await readdir(folder.path('.'))).filter((name) => name.includes('.new'))).toEqual([])
  })

  it('takes the byte order mark and the ends of lines of other systems away', async () => {
    const path = await file('windows.grid', '\ufeffA1 = 1\r\nB1 = 2\r\n')
    await inProcess(['fmt', path])
    expect(await readFile(path, 'utf8')).toBe('A1 = 1\nB1 = 2\n')
  })

  it('leaves a file with a syntax error alone, tells it, and formats the others', async () => {
    const broken = await file('broken.grid', 'a1=(1+\n')
    const other = await file('other.grid', rough)
    const { code, out } = await inProcess(['fmt', broken, other])
    expect(code).toBe(1)
    expect(out).toContain(`${broken}:1:4 error[syntax]`)
    expect(out).toContain('1 file formatted, left alone: 1 error in 1 file')
    expect(await readFile(broken, 'utf8')).toBe('a1=(1+\n')
    expect(await readFile(other, 'utf8')).toBe(canonical)
  })

  it('--check changes nothing and leaves 1 if something would change', async () => {
    const path = await file('unchanged.grid', rough)
    const { code, out } = await inProcess(['fmt', '--check', path])
    expect(code).toBe(1)
    expect(out).toBe(`would change ${path}\n1 file to format\n`)
    expect(await readFile(path, 'utf8')).toBe(rough)
    const fine = await file('fine.grid', canonical)
    expect((await inProcess(['fmt', '--check', fine])).code).toBe(0)
  })

  it('- formats standard input to standard output, and says beside it what is wrong', async () => {
    expect(await inProcess(['fmt', '-'], rough)).toEqual({ code: 0, out: canonical, err: '' })
    const broken = await inProcess(['fmt', '-'], 'A1 = (1 +\n')
    expect(broken).toMatchObject({ code: 1, out: '' })
    expect(broken.err).toContain('<stdin>:1:6 error[syntax]')
    const mixed = await inProcess(['fmt', '-', 'a.grid'], rough)
    expect(mixed.code).toBe(2)
  })

  it('--json tells of each file whether it changed', async () => {
    const path = await file('json.grid', rough)
    const { code, out } = await inProcess(['fmt', '--json', path, folder.path('absent.grid')])
    expect(code).toBe(1)
    expect(JSON.parse(out).files).toEqual([
      { file: path, changed: true, diagnostics: [] },
      {
        file: folder.path('absent.grid'),
        changed: false,
        diagnostics: [expect.objectContaining({ code: 'unreadable' })],
      },
    ])
    const piped = await inProcess(['fmt', '--json', '-'], rough)
    expect(JSON.parse(piped.out).files[0]).toMatchObject({ changed: true, text: canonical })
  })
})
