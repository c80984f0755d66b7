// Goal: `cellwake simulate` runs a model through virtual time and tells what its rules did, as text, as
// JSON and as a picture. Method: the program on small models from standard input, once as a child.

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { inProcess } from './in-process.ts'
import { cellwake } from './support.ts'

const counter = `A1 = 0
limit = 10
EVERY 6h SKIP MISSED THEN
  B1 = B1 + 1
END
WHEN A1 > limit THEN
  C1 = NOW()
  alerts!high(A1)
END
`
const day = ['--from', '2026-01-01T00:00Z', '--until', '2026-01-02T00:00Z']

describe('for a machine', () => {
  it('lists every firing in order, with writes and events, and the cells at the end', async () => {
    const set = ['--set', 'A1=12@2026-01-01T07:30Z']
    const { code, out } = await inProcess(['simulate', '-', ...day, ...set, '--json'], counter)
    expect(code).toBe(0)
    const { firings, skipped, cells } = JSON.parse(out)
    expect(firings.map(({ kind, at }: { kind: string; at: string }) => `${kind} ${at}`)).toEqual([
      'every 2026-01-01T06:00:00.000Z',
      'when 2026-01-01T07:30:00.000Z',
      'every 2026-01-01T12:00:00.000Z',
      'every 2026-01-01T18:00:00.000Z',
      'every 2026-01-02T00:00:00.000Z',
    ])
    expect(firings[0]).toMatchObject({
      due: '2026-01-01T06:00:00.000Z',
      wave: 1,
      writes: { B1: 1 },
    })
    expect(firings[1].events).toEqual([{ topic: 'alerts', event: 'high', args: [12] }])
    expect(skipped).toEqual([])
    expect(cells.B1).toEqual({ kind: 'number', value: 4, typeTag: 'number', status: 'ready' })
  })

  it('a year of an hourly schedule fires 8,760 times', async () => {
    const hourly = 'EVERY cron"0 * * * *" BACKFILL THEN\n  A1 = A1 + 1\nEND\n'
    const year = ['--from', '2026-01-01T00:00Z', '--until', '2027-01-01T00:00Z', '--json']
    const { out } = await inProcess(['simulate', '-', ...year], hourly)
    expect(JSON.parse(out).cells.A1.value).toBe(8760)
  })

  it('the same call gives the same output in every process, chance included', async () => {
    const model = 'EVERY 1h BACKFILL THEN\n  A1 = RAND()\nEND\n'
    const once = await cellwake(['simulate', '-', ...day, '--json'], model)
    const again = await inProcess(['simulate', '-', ...day, '--json'], model)
    expect(again).toEqual(once)
    expect(once).toMatchObject({ code: 0, err: '' })
    expect(JSON.parse(once.out).firings).toHaveLength(24)
  })
})

describe('with fixtures', () => {
  it('external functions answer at their times, and rules act on what they answer', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'cellwake-'))
    const file = join(folder, 'fixtures.json')
    const rates = [{ returns: 1, after: '5s' }, { returns: 1.2 }, { fails: 'timeout' }]
    await writeFile(file, JSON.stringify({ FX_RATE: rates }))
    const model = 'rate = FX_RATE("EUR", "USD")\nWHEN rate > 1.1 THEN\n  C1 = NOW()\nEND\n'
    const minute = ['--from', '2026-01-01T00:00Z', '--until', '2026-01-01T00:01Z', '--json']
    const args = ['simulate', '-', ...minute, '--fixtures', file]
    const { code, out } = await inProcess(args, model)
    await rm(folder, { recursive: true })
    expect(code).toBe(0)
    const { firings, cells } = JSON.parse(out)
    expect(firings.map(({ at }: { at: string }) => at)).toEqual(['2026-01-01T00:00:35.000Z'])
    expect(cells.rate).toMatchObject({ value: 1.2, status: 'ready' })
  })

  it('of a function that is not there are refused, with the nearest that is', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'cellwake-'))
    const file = join(folder, 'fixtures.json')
    await writeFile(file, '{ "fx_raet": [{ "returns": 1 }] }')
    const ran = await inProcess(['simulate', '-', ...day, '--fixtures', file], counter)
    await rm(folder, { recursive: true })
    expect(ran).toMatchObject({ code: 1, err: expect.stringContaining('Did you mean FX_RATE?') })
  })
})

describe('for a person', () => {
  it('shows each firing on a line, then the cells', async () => {
    const { code, out } = await inProcess(['simulate', '-', ...day], counter)
    expect(code).toBe(0)
    expect(out).toMatch(/^2026-01-01 06:00:00 UTC {2}Every 6h {2}B1 = 1$/m)
    expect(out).toContain('4 firings')
    expect(out).toMatch(/^B1 +4 +number$/m)
  })

  it('draws chosen cells over time as SVG, with what is not text escaped', async () => {
    const chart = ['--chart', 'B1']
    const { code, out } = await inProcess(['simulate', '-', ...day, ...chart], counter)
    expect(code).toBe(0)
    expect(out).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg"/)
    expect(out).toContain('>B1</text>')
    // Blank until the first firing; then four steps of two points each.
    expect(/points="([^"]+)"/.exec(out)?.[1]?.split(' ')).toHaveLength(8)
  })
})

describe('what it refuses', () => {
  it.each([
    [['simulate', '-', '--from', 'today', '--until', '2026-01-02T00:00Z'], 1, '--from'],
    [['simulate', '-', '--from', '2026-01-02T00:00Z', '--until', '2026-01-01T00:00Z'], 1, 'before'],
    [['simulate', '-', ...day, '--set', 'A1=5'], 1, '@'],
    [['simulate', '-', ...day, '--set', 'A1=5@2025-01-01T00:00Z'], 1, 'before --from'],
    [
      ['simulate', '-', ...day, '--set', 'limt=5@2026-01-01T09:00Z'],
      1,
      'The model has no name limt. Did you mean limit?',
    ],
    [['simulate', '-', ...day, '--set', 'other=5@2026-01-01T09:00Z'], 1, '[unknown-name]'],
    [['simulate', '-'], 2, '--from'],
  ])('%j ends with %i and says %s', async (args, code, words) => {
    const ended = await inProcess(args, counter)
    expect(ended.code).toBe(code)
    expect(ended.err).toContain(words)
  })

  it('names that are only read or written by rules, and any cell, may be set', async () => {
    const source = 'B1 = quantity * 2\nEVERY 6h SKIP MISSED THEN\n  beats = beats + 1\nEND\n'
    const sets = ['quantity=3', 'beats=10', 'Z99=1'].flatMap((set) => [
      '--set',
      `${set}@2026-01-01T01:00Z`,
    ])
    const { code, out } = await inProcess(['simulate', '-', ...day, ...sets, '--json'], source)
    const { cells } = JSON.parse(out)
    expect([code, cells.B1.value, cells.beats.value, cells.Z99.value]).toEqual([0, 6, 14, 1])
  })

  it('a source with errors ends with 1 and its diagnostics', async () => {
    const { code, err } = await inProcess(['simulate', '-', ...day], 'A1 = NOSUCH(1)\n')
    expect(code).toBe(1)
    expect(err).toContain('unknown-function')
  })
})

describe('with workflows beside it', () => {
  const examples = new URL('../../../examples/workflows/', import.meta.url).pathname
  const tank = `${examples}tank.grid`
  const set = ['--set', 'level=96@2026-01-01T07:30Z']

  it('both run in the same time, and what a person must decide is told', async () => {
    const given = ['simulate', tank, ...day, ...set, '--workflows', `${examples}raise-limit.ts`]
    const { code, out } = await inProcess([...given, '--json'])
    expect(code).toBe(0)
    const { runs, workflows, calls, cells } = JSON.parse(out)
    expect(calls).toEqual([])
    expect(workflows).toMatchObject([{ name: 'raise-limit', status: 'Needs attention' }])
    expect(workflows[0].issue.sentence).toContain('set limit = 98 in tank')
    const asked = { at: '2026-01-01T07:30:00.000Z', status: 'paused:approval' }
    expect(runs).toContainEqual(expect.objectContaining(asked))
    expect(cells.limit.value).toBe(90)
    const text = await inProcess(given)
    expect(text.out).toContain('raise-limit raise  The tank is at 96 %  paused:approval')
  })

  it('nothing outside is touched: tools answer as they are told, and what they were asked is shown', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'cellwake-simulate-'))
    const tools = join(folder, 'tools.json')
    const invoices = [{ id: 'i-1', customer: 'Acme', amount: 120 }]
    const answers = {
      http: [{ fails: 'transient' }, { returns: { status: 200, body: invoices } }],
      postgres: [{ returns: { rows: 1 } }],
    }
    await writeFile(tools, JSON.stringify(answers))
    const given = ['--workflows', `${examples}invoice-intake.ts`, '--tools', tools, '--json']
    const until = ['--from', '2026-01-01T00:00Z', '--until', '2026-01-01T00:06Z']
    const { out } = await inProcess(['simulate', tank, ...until, ...given])
    await rm(folder, { recursive: true })
    const { calls, runs } = JSON.parse(out)
    expect(calls.map(({ tool }: { tool: string }) => tool)).toEqual([
      'http',
      'http',
      'postgres',
      'http',
    ])
    expect(calls[1].at).toBe('2026-01-01T00:00:10.000Z')
    expect(calls[2].input.values).toEqual(['i-1', 'Acme', 120])
    const filed = { handler: 'file', outcome: 'applied', title: 'File invoice i-1 of Acme' }
    expect(runs).toContainEqual(expect.objectContaining(filed))
  })

  it.each([
    ['htpp', 'there is no tool htpp. There are http, '],
    ['models.set', 'models.set works in the simulated model, and takes no answers'],
  ])('answers of %s, which nobody would be given, are refused', async (tool, why) => {
    const folder = await mkdtemp(join(tmpdir(), 'cellwake-simulate-'))
    const tools = join(folder, 'tools.json')
    await writeFile(tools, JSON.stringify({ [tool]: [{ returns: 1 }] }))
    const given = ['--workflows', `${examples}invoice-intake.ts`, '--tools', tools]
    const { code, err } = await inProcess(['simulate', tank, ...day, ...given])
    await rm(folder, { recursive: true })
    expect(err).toContain(why)
    expect(code).toBe(1)
  })
})
