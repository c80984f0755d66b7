// Goal: the commands against a server do what they say, for people and for machines, and leave the right code.
// Method: the program in this process, a real server on a free port, a store in memory.

import { readFile, writeFile } from 'node:fs/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { inProcess } from './in-process.ts'
import { withServer } from './server.ts'
import { inFolder } from './support.ts'

const folder = inFolder()
const server = withServer()

const model = `MODEL "Desk"
rate as percentage = 5pct
A1 = 100
B1 = A1 * (1 + rate)
C1 ~= B1 * 2

# Too much
WHEN B1 > 200 THEN
  D1 = "over"
  alerts!notify("over", B1)
END

# Beat
EVERY 1h SKIP MISSED THEN
  beats = beats + 1
END
END MODEL
`

beforeAll(async () => {
  await writeFile(folder.path('desk.grid'), model)
  const { code, out } = await server.run('deploy', folder.path('desk.grid'))
  expect(out).toContain('desk runs as v1.')
  expect(code).toBe(0)
})

describe('deploy', () => {
  it('says what it keeps, drops and adds, and a dry run changes nothing', async () => {
    await server.run('set', 'desk', 'A1=120', 'E1=1')
    const next = folder.path('next.grid')
    await writeFile(next, `${model.replace('END MODEL\n', '')}F1 = 1\nEND MODEL\n`)
    const dry = await server.run('deploy', next, '--dry-run')
    expect(dry.out).toContain('desk would become v2.')
    expect((await server.json('versions', 'desk')).current).toBe(1)
    const real = await server.json('deploy', next)
    expect(real).toMatchObject({ id: 'desk', version: 2 })
    expect(real.kept).toContain('A1')
    await server.run('rollback', 'desk', '1')
    await server.run('set', 'desk', 'A1=100', 'E1=BLANK')
  })

  it('names rules by their titles', async () => {
    const file = folder.path('rules.grid')
    const rule = (limit: number) => `# Above ${limit}\nWHEN A1 > ${limit} THEN\n B1 = 1\nEND\n`
    await writeFile(file, `A1 = 0\n${rule(1)}${rule(2)}`)
    const first = await server.run('deploy', file)
    expect(first.out).toContain('adds   the rule “Above 1”, the rule “Above 2”, A1')
    await writeFile(file, `A1 = 0\n${rule(2)}`)
    const second = await server.run('deploy', file)
    expect(second.out).toContain('keeps  the rule “Above 2”, A1')
    expect(second.out).toContain('drops  the rule “Above 1”')
    await server.run('delete', 'rules', '--yes', 'rules')
  })

  it('a source with mistakes is told with lines and carets, and changes nothing', async () => {
    const wrong = folder.path('wrong.grid')
    await writeFile(wrong, 'MODEL "Desk"\nA1 = NO(1)\n')
    const { code, err } = await server.run('deploy', wrong)
    expect(code).toBe(1)
    expect(err).toContain(':2:6 error[unknown-function]')
    expect(err).toContain('^^')
    const json = await inProcess(['deploy', wrong, '--url', server.url, '--json'])
    expect(json.code).toBe(1)
    expect(JSON.parse(json.out).files[0].diagnostics[0].code).toBe('unknown-function')
  })

  it('on another version than the one expected is refused', async () => {
    const file = folder.path('versions.grid')
    await writeFile(file, 'A1 = 1\n')
    const deploy = (version: string) => server.run('deploy', file, '--expect-version', version)
    expect((await deploy('0')).code).toBe(0)
    const { code, err } = await deploy('0')
    expect([code, err]).toEqual([1, expect.stringContaining('is at version 1, not at 0')])
    expect((await deploy('1')).out).toContain('runs as v2.')
    await server.run('delete', 'versions', '--yes', 'versions')
  })

  it('a file without a name gives its own to the model', async () => {
    const file = folder.path('no name.grid')
    await writeFile(file, 'A1 = 1\n')
    expect((await server.json('deploy', file)).id).toBe('no-name')
    await server.run('delete', 'no-name', '--yes', 'no-name')
  })
})

describe('reading and setting', () => {
  it('models lists what there is', async () => {
    const { out } = await server.run('models')
    expect(out).toMatch(/^Model +Version +Rev/)
    expect(out).toContain('desk')
    expect((await server.json('models')).models[0].id).toBe('desk')
    // Nobody fetches it: that is not well.
    await server.engine.deploy('rate = HTTP_JSON("https://example.com/rate")\n', { id: 'waiting' })
    const { out: both } = await server.run('models')
    expect(both.split('\n').find((line) => line.startsWith('waiting'))).toContain('1 cell waits')
    await server.engine.delete('waiting', 'waiting')
  })

  it('get prints cells as eval does, and those of a rectangle', async () => {
    expect((await server.run('get', 'desk', 'A1', 'rate')).out).toBe(
      'A1    100   number\nrate  0.05  number percentage\n',
    )
    const { cells } = await server.json('get', 'desk', 'A1:B1')
    expect(cells).toMatchObject({ A1: { value: 100 }, B1: { value: 105 } })
  })

  it('get --at shows what was', async () => {
    const { rev } = await server.json('set', 'desk', 'A1=101')
    await server.run('set', 'desk', 'A1=100')
    const { cells } = await server.json('get', 'desk', 'A1', '--at', String(rev))
    expect(cells.A1.value).toBe(101)
  })

  it('set tells what changed and which rules fired', async () => {
    const { out } = await server.run('set', 'desk', 'A1=300')
    expect(out).toMatch(/^rev \d+: \d+ cells changed/)
    expect(out).toContain('Too much fired  D1 = "over", alerts!notify("over", 315)')
    await server.run('set', 'desk', 'A1=100')
  })

  it('set with a revision that has passed is refused; a key is done once', async () => {
    const { code, err } = await server.run('set', 'desk', 'A1=7', '--expect-rev', '1')
    expect([code, err]).toEqual([1, expect.stringContaining('[wrong-revision]')])
    const first = await server.json('set', 'desk', 'A1=110', '--key', 'once')
    await server.run('set', 'desk', 'A1=100')
    const again = await server.json('set', 'desk', 'A1=110', '--key', 'once')
    expect(again.rev).toBe(first.rev)
    expect((await server.json('get', 'desk', 'A1')).cells.A1.value).toBe(100)
  })

  it('resolve and refresh compute what is lazy', async () => {
    expect((await server.json('get', 'desk', 'C1')).cells.C1.status).not.toBe('ready')
    expect((await server.run('resolve', 'desk', 'C1')).out).toBe('C1  210  number\n')
    await server.run('set', 'desk', 'A1=200')
    expect((await server.run('refresh', 'desk', 'C1')).out).toBe('C1  420  number\n')
    await server.run('set', 'desk', 'A1=100')
  })
})

describe('why', () => {
  it('explain draws a tree down to what was set', async () => {
    const { out, code } = await server.run('explain', 'desk', 'B1')
    expect(code).toBe(0)
    expect(out).toContain('B1  105')
    expect(out).toContain('= A1 * (1 + rate)')
    expect(out).toMatch(/[├└]─ A1 {2}100/)
    expect((await server.json('explain', 'desk', 'B1')).why.symbol).toBe('B1')
  })

  it('history is newest first, with causes', async () => {
    const { out } = await server.run('history', 'desk', 'A1', '--limit', '2')
    const lines = out.trim().split('\n')
    expect(lines[0]).toMatch(/^When, UTC +Rev +Value +Because/)
    expect(lines[1]).toMatch(/100 +set by local/)
    expect((await server.json('history', 'desk', 'A1')).entries.length).toBeGreaterThan(2)
  })

  it('rules are listed, and what one did', async () => {
    const { out } = await server.run('rules', 'desk')
    expect(out).toContain('Too much')
    expect(out).toContain('Beat')
    const fired = await server.run('rules', 'desk', 'Too much', 'firings')
    expect(fired.out).toContain('alerts!notify("over", ')
    const unknown = await server.run('rules', 'desk', 'Nothing')
    expect([unknown.code, unknown.err]).toEqual([1, expect.stringContaining('"Too much", "Beat"')])
  })

  it('audit says who did what', async () => {
    const { out } = await server.run('audit', 'desk', '--limit', '5')
    expect(out).toMatch(/local +set +desk/)
    expect((await server.json('audit')).entries.length).toBeGreaterThan(5)
  })

  it('topics and events show what was published', async () => {
    expect((await server.run('topics')).out).toMatch(/alerts +\d/)
    expect((await server.run('events', 'alerts', '--limit', '1')).out).toContain('"over"')
  })
})

describe('versions', () => {
  it('rollback deploys an older one as a new one', async () => {
    const before = (await server.json('versions', 'desk')).current
    const { out } = await server.run('rollback', 'desk', '1')
    expect(out).toContain(`desk runs as v${before + 1}, which is v1 again.`)
    expect((await server.run('versions', 'desk')).out).toMatch(/runs/)
  })

  it('delete needs the name twice', async () => {
    await server.engine.deploy('MODEL "Gone"\nA1 = 1\n')
    const refused = await server.run('delete', 'gone', '--yes', 'desk')
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('[not-confirmed]')])
    const alone = await server.run('delete', 'gone')
    expect(alone.code).toBe(1)
    expect((await server.run('delete', 'gone', '--yes', 'gone')).out).toBe('gone is deleted.\n')
    expect((await server.run('get', 'gone')).err).toContain('[unknown-model]')
  })
})

describe('when it cannot work', () => {
  it('a server that is not there is told, with 1', async () => {
    const { code, err } = await inProcess(['models', '--url', 'http://127.0.0.1:9'])
    expect([code, err]).toEqual([1, expect.stringContaining('[unreachable]')])
  })

  it('wrong usage is 2, an unknown model 1', async () => {
    expect((await inProcess(['set', 'desk'])).code).toBe(2)
    expect((await inProcess(['history', 'desk', 'A1', '--limit', 'x'])).code).toBe(2)
    expect((await server.run('get', 'nowhere')).code).toBe(1)
    expect((await inProcess(['models', '--url', 'ftp://x'])).err).toContain('[bad-setting]')
  })

  it('every command has help with an example', async () => {
    const { out } = await inProcess(['--help'])
    const names = [...out.matchAll(/^ {2}([a-z]+) /gm)].map(([, name]) => name!)
    expect(names.length).toBeGreaterThanOrEqual(30)
    for (const name of names.filter((one) => one !== 'help')) {
      const help = await inProcess([name, '--help'])
      expect([name, help.code, help.out.includes('Example')]).toEqual([name, 0, true])
      expect([name, help.out.includes('--json')]).toEqual([name, true])
    }
  })
})

it('export grid gives the source back', async () => {
  const out = folder.path('again.grid')
  expect((await server.run('export', 'desk', '--to', 'grid', '--out', out)).code).toBe(0)
  expect(await readFile(out, 'utf8')).toBe(model)
})
