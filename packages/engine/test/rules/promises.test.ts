// Goal: every promise about rules has a test, and an idle model costs nothing. Method: the table beside this file
// names tests, and each must be there; the alarms of a clock are counted while time passes.

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { virtualClock } from '@cellwake/scheduler'
import { describe, expect, it } from 'vitest'
import { openHost } from '../support/live.ts'

const root = join(import.meta.dirname, '../../../..')
const table = readFileSync(join(import.meta.dirname, 'README.md'), 'utf8')
const rows = table.split('\n').filter((line) => /^\| (?!promise|\*\*|-)/.test(line))

interface Named {
  readonly file: string
  readonly title: string
}

function testsOf(row: string): Named[] {
  const cells = row.split(' | ')
  return [...cells.at(-1)!.matchAll(/`([^`]+)`/g)].map(([, name]) => {
    const [file = '', ...title] = name!.split(': ')
    return { file, title: title.join(': ') }
  })
}

/** Whether a test of this name is there: a case by its id, another by its title in the source. */
function isThere({ file, title }: Named): boolean {
  const isCase = !file.includes('/')
  const path = join(root, isCase ? `packages/engine/test/conformance/${file}.test.json` : file)
  if (!existsSync(path)) return false
  const text = readFileSync(path, 'utf8')
  if (!isCase) return text.includes(`'${title}'`)
  const { cases } = JSON.parse(text) as { cases: { id: string }[] }
  return cases.some(({ id }) => id === title)
}

describe('the table of promises', () => {
  it('has tests in every row', () => {
    expect(rows.length).toBeGreaterThan(40)
    expect(rows.filter((row) => testsOf(row).length === 0)).toEqual([])
  })

  it('names tests that exist', () => {
    expect(rows.flatMap(testsOf).filter((named) => !isThere(named))).toEqual([])
  })

  it('would notice one that does not', () => {
    expect(isThere({ file: 'rules-seed', title: 'no such case' })).toBe(false)
    expect(isThere({ file: 'rules-nothing', title: 'no such file' })).toBe(false)
    expect(isThere({ file: 'packages/engine/test/wake.test.ts', title: 'nor this' })).toBe(false)
  })
})

/** A model, and the clock that it runs on. */
async function onClock(source: string) {
  const clock = virtualClock('2026-01-01T00:00:00Z')
  const { engine } = await openHost(undefined, { clock })
  clock.onSettle(() => engine.idle())
  const { model } = await engine.deploy(source, { id: 'm' })
  return { clock, model, start: clock.now() }
}

it('a model without schedules has no alarm, and time costs it nothing', async () => {
  const { clock, model } = await onClock('A1 = 0\nWHEN A1 > 0 THEN\n B1 = 1\nEND\n')
  await model.set({ A1: 1 })
  expect(model.get('B1').value).toBe(1)
  model.takeRuns()
  await clock.advance(86_400_000)
  expect(clock.pending).toBe(0)
  expect(model.takeRuns().size).toBe(0)
})

it('a model has one alarm, for the earliest of its schedules', async () => {
  const rule = (i: number) => `EVERY ${i}min SKIP MISSED THEN\n B${i} = B${i} + 1\nEND\n`
  const { clock, start } = await onClock([5, 3, 9, 4].map(rule).join(''))
  expect(clock.pending).toBe(1)
  expect(clock.nextAt - start).toBe(3 * 60_000)
})

it('after a firing the next is armed, and after the last none', async () => {
  const at = (time: string) => `AT dt"2026-01-01T${time}Z" SKIP MISSED THEN\n B1 = B1 + 1\nEND\n`
  const { clock, model, start } = await onClock(at('00:10:00') + at('00:20:00'))
  await clock.advance(10 * 60_000)
  expect(clock.nextAt - start).toBe(20 * 60_000)
  await clock.advance(10 * 60_000)
  expect(model.get('B1').value).toBe(2)
  expect(clock.pending).toBe(0)
})
