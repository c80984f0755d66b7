// Goal: what goes wrong is told so that its reader can act: a person by a sentence that fits the command line, a
// machine by JSON. Method: commands that fail in each way, on a real server with tokens.

import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { exitCodeOf } from '../src/errors.ts'
import { ownCommand } from '../src/hosting/own-command.ts'
import { Output } from '../src/text/output.ts'
import { inProcess } from './in-process.ts'
import { startServer, type TestServer } from './server.ts'
import { inFolder } from './support.ts'

const folder = inFolder()
const token = 'a-token-of-at-least-24-characters'
let server: TestServer

beforeAll(async () => {
  server = await startServer([{ name: 'me', token, scopes: ['admin'] }])
})
afterAll(() => server.close())

describe('a missing or wrong token', () => {
  it('is told with the variable that holds one, not with a header', async () => {
    const none = await inProcess(['models', '--url', server.url])
    expect(none.code).toBe(1)
    expect(none.err).toContain('CELLWAKE_TOKEN')
    expect(none.err).not.toContain('Authorization')
    const wrong = await inProcess(['models', '--url', server.url, '--token', `${token}-not`])
    expect(wrong.err).toMatch(/not valid.*CELLWAKE_TOKEN/)
    expect(wrong.err).not.toContain('Authorization')
  })
})

describe('with --json', () => {
  it.each([
    [['get', 'none', '--token', token], 1, 'unknown-model'],
    [['models'], 1, 'unauthenticated'],
    [['get', '--nonsense'], 2, 'usage'],
    [['history', 'x', 'A1', '--limit', 'many'], 2, 'usage'],
    [['connections', 'test'], 2, 'usage'],
    [['connections', 'nonsense'], 2, 'usage'],
    [['workflows', 'show'], 2, 'usage'],
    [['delete', 'x', '--yes', 'y'], 1, 'not-confirmed'],
  ])(
    '%j ends with %i, and its error is one JSON object with the code %s',
    async (args, code, name) => {
      const ended = await inProcess([...args, '--url', server.url, '--json'])
      expect([ended.code, ended.err]).toEqual([code, ''])
      const { error } = JSON.parse(ended.out)
      expect([error.code, error.message]).toEqual([name, expect.stringMatching(/^(?!error)./)])
    },
  )

  it('help is still help', async () => {
    const { code, out } = await inProcess(['get', '--json', '--help'])
    expect([code, out]).toEqual([0, expect.stringContaining('Example')])
  })

  it('a failure of ours is an object too, without a stack', () => {
    const lines: string[] = []
    const stream = { write: (text: string | Uint8Array) => lines.push(String(text)) }
    const output = new Output(stream, stream, {})
    output.forMachine = true
    const broken = new TypeError('x is not a function')
    output.error(broken)
    expect(JSON.parse(lines.join(''))).toMatchObject({ error: { code: 'internal' } })
    expect(exitCodeOf(broken)).toBe(3)
  })
})

describe('an escape sequence', () => {
  it('in an error text does not reach the terminal', async () => {
    await server.engine.deploy('A1 = 1\n', { id: 'plain' })
    const at = ['--url', server.url, '--token', token]
    const { err } = await inProcess(['rules', 'plain', 'a\u001b[31mb', ...at])
    expect(err).toContain('␛[31m')
    expect(err).not.toContain('\u001b')
  })

  it('in JSON is spelled out, and means the same', () => {
    const lines: string[] = []
    const stream = { write: (text: string | Uint8Array) => lines.push(String(text)) }
    const output = new Output(stream, stream, {})
    const value = { text: 'a\u009b31m\u001b[0m\u007f\u202eb' }
    output.json(value)
    output.jsonLine(value)
    expect(lines.join('')).not.toMatch(/[^\P{Cc}\n]|\u202e/u)
    expect(lines.map((line) => JSON.parse(line))).toEqual([value, value])
  })

  it('in the name of a sheet does not either', async () => {
    // It turns what stands behind it around; control characters proper are not taken in names.
    const name = 'Q\u202eowned'
    await server.engine.deploy(`'${name}'!A1 = 1\nB1 = "\\u{1b}]0;owned\\u{7}"\n`, { id: 'sheet' })
    const at = ['--url', server.url, '--token', token]
    const all = [
      await inProcess(['get', 'sheet', ...at]),
      await inProcess(['set', 'sheet', `'${name}'!A1=2`, ...at]),
      await inProcess(['history', 'sheet', `'${name}'!A1`, ...at]),
      await inProcess(['explain', 'sheet', `'${name}'!A1`, ...at]),
      await inProcess(['export', 'sheet', '--to', 'csv', '--sheet', 'x', '--out', '-', ...at]),
      await inProcess(['audit', ...at]),
    ]
    for (const { out, err } of all) expect(out + err).not.toMatch(/[^\P{Cc}\n\r]|\u202e/u)
  })
})

describe('the command that is advised', () => {
  it('is one that runs in that folder', async () => {
    const bin = folder.path('bin')
    const project = folder.path('project')
    await mkdir(bin)
    await mkdir(`${project}/node_modules/.bin`, { recursive: true })
    await mkdir(`${project}/shop`)
    await writeFile(`${bin}/cellwake`, '')
    await symlink(`${bin}/cellwake`, `${project}/node_modules/.bin/cellwake`)
    const script = '/opt/cell wake/bin/cellwake.mjs'
    const by = (where: string, path: string) => ownCommand(where, { PATH: path }, script)
    expect(by(folder.path('.'), `/nowhere:${bin}`)).toBe('cellwake')
    expect(by(`${project}/shop`, '/nowhere')).toBe('npx cellwake')
    // What npx puts on the path is gone when it ends.
    expect(by(`${project}/shop`, `${project}/node_modules/.bin`)).toBe('npx cellwake')
    expect(by(folder.path('.'), '/nowhere')).toBe(`node '${script}'`)
  })

  it('is what init prints', async () => {
    const { out } = await inProcess(['init', folder.path('fresh')])
    expect(out).toMatch(/^ {2}(cellwake|npx cellwake|node .*cellwake.mjs'?) dev /m)
  })
})
