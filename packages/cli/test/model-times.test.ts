// Goal: a person reads the times of a model in its own zone, with the zone's name; a machine gets ISO in UTC.
// Method: one model in Berlin on a real server, and every command that shows a time of it.

import { writeFile } from 'node:fs/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { inProcess } from './in-process.ts'
import { withServer } from './server.ts'
import { inFolder } from './support.ts'

const folder = inFolder()
const server = withServer()

const model = `MODEL "Frankfurt"
TIMEZONE "Europe/Berlin"
opened = dt"2026-01-15T17:00:00Z"
day as date = DATE(2026, 7, 1)
A1 = 0
list = [opened, 1, "x"]
off ~= opened

# Close of day
EVERY cron"0 18 * * *" SKIP MISSED THEN
  closed = NOW()
END

# Held for a while
WHEN A1 > 10 DEBOUNCE 10h THEN
  B1 = "calm"
END

# At once
WHEN A1 > 5 THEN
  since = opened
  desk!opened(opened, A1)
END
END MODEL
`
const zone = 'Europe/Berlin'
const shown = '2026-01-15 18:00:00 Europe/Berlin'

beforeAll(async () => {
  await writeFile(folder.path('frankfurt.grid'), model)
  await server.run('deploy', folder.path('frankfurt.grid'))
})

/** An instant of an answer as a person in Berlin writes it. */
function inBerlin(iso: string): string {
  const parts = { dateStyle: 'short', timeStyle: 'medium', timeZone: zone } as const
  return new Intl.DateTimeFormat('sv-SE', parts).format(Date.parse(iso))
}

describe('times of a model are shown in its zone, which is named', () => {
  it('in cells: get, resolve, refresh and eval', async () => {
    const { out } = await server.run('get', 'frankfurt', 'opened', 'day', 'list')
    expect(out).toContain(`opened  ${shown}`)
    expect(out).toMatch(/^day +2026-07-01 +datetime date$/m)
    expect(out).toContain(`[${shown}, 1, "x"]`)
    for (const command of ['resolve', 'refresh']) {
      expect((await server.run(command, 'frankfurt', 'off')).out).toContain(shown)
    }
    expect((await inProcess(['eval', '-', '--get', 'opened'], model)).out).toContain(shown)
    const { cells } = await server.json('get', 'frankfurt', 'opened')
    expect(cells.opened.value).toBe('2026-01-15T17:00:00.000Z')
  })

  it('in the lists of models, versions and rules', async () => {
    const { models } = await server.json('models')
    const [{ next, timezone }] = models
    expect([timezone, inBerlin(next.due)]).toEqual([zone, expect.stringContaining(' 18:00:00')])
    expect((await server.run('models')).out).toContain(`${inBerlin(next.due)} ${zone}`)
    const [version] = (await server.json('versions', 'frankfurt')).versions
    const versions = (await server.run('versions', 'frankfurt')).out
    expect(versions).toContain(`Deployed, ${zone}`)
    expect(versions).toContain(inBerlin(version.at))
    const rules = (await server.run('rules', 'frankfurt')).out
    expect(rules).toContain(`Next, ${zone}`)
    expect(rules).toContain(inBerlin(next.due))
  })

  it('in what rules did: set, firings, history and why', async () => {
    const set = (await server.run('set', 'frankfurt', 'A1=6')).out
    expect(set).toContain(`At once fired  since = ${shown}, desk!opened(${shown}, 6)`)
    const firings = (await server.run('rules', 'frankfurt', 'At once')).out
    expect(firings).toContain(`When, ${zone}`)
    expect(firings).toContain(`since: blank → ${shown}`)
    const [entry] = (await server.json('history', 'frankfurt', 'since')).entries
    const history = (await server.run('history', 'frankfurt', 'since')).out
    expect(history).toContain(`When, ${zone}`)
    expect(history).toContain(inBerlin(entry.at))
    const why = (await server.run('explain', 'frankfurt', 'since')).out
    expect(why).toContain(`since  ${shown}`)
    expect(why).toContain(`At once, ${inBerlin(entry.at)} ${zone}`)
  })

  it('in a simulation, where rules have their titles', async () => {
    const span = ['--from', '2026-01-15T00:00Z', '--until', '2026-01-16T00:00Z']
    const set = ['--set', 'A1=7@2026-01-15T09:00Z']
    const { out } = await inProcess(['simulate', '-', ...span, ...set], model)
    expect(out).toContain(`2026-01-15 10:00:00 ${zone}  At once  since = ${shown}, desk!opened(`)
    expect(out).toContain(`${shown}  Close of day  closed = ${shown}`)
    expect(out).not.toMatch(/when:|every:|datetime":|T17:00/)
    const chart = await inProcess(['simulate', '-', ...span, ...set, '--chart', 'A1'], model)
    expect(chart.out).toContain(`>2026-01-15 01:00:00 ${zone}</text>`)
  })

  it('in the audit of one model', async () => {
    expect((await server.run('audit', 'frankfurt')).out).toContain(`When, ${zone}`)
    expect((await server.run('audit', 'sheet')).out).toContain('Nothing')
  })

  it('and what belongs to no model is in UTC, which is named', async () => {
    expect((await server.run('audit')).out).toContain('When, UTC')
    expect((await server.run('topics')).out).toContain('Last, UTC')
    expect((await server.run('events', 'desk')).out).toContain('When, UTC')
  })
})

describe('a rule that is armed says when it will fire', () => {
  it('in its own list, and in the explanation of what it writes and of what it reads', async () => {
    await server.run('set', 'frankfurt', 'A1=11')
    const { rules } = await server.json('rules', 'frankfurt')
    const { gateAt } = rules.find(({ title }: { title: string }) => title === 'Held for a while')
    const fires = `fires at ${inBerlin(gateAt)} ${zone}`
    const firings = (await server.run('rules', 'frankfurt', 'Held for a while')).out
    expect(firings).toContain(`Armed: it ${fires}`)
    expect(firings).toContain('It has not fired yet.')
    const written = (await server.run('explain', 'frankfurt', 'B1')).out
    expect(written).toContain(`Held for a while, which is armed and ${fires}`)
    const read = (await server.run('explain', 'frankfurt', 'A1')).out
    expect(read).toContain(`Held for a while, which is armed and ${fires}`)
    expect(read).not.toContain('when:')
  })

  it('and one with a schedule when it comes next', async () => {
    const [rule] = (await server.json('rules', 'frankfurt')).rules
    const firings = (await server.run('rules', 'frankfurt', 'Close of day')).out
    expect(firings).toContain(`Scheduled: it fires at ${inBerlin(rule.next)} ${zone}`)
  })
})
