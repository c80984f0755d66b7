// Goal: what strangers send is read and simulated where it can hurt nobody: as in the process itself, within a heap and
// a time of its own. Method: real helpers; time that is not real, where a deadline is meant.

import { spawn } from 'node:child_process'
import { getPriority } from 'node:os'
import { catalogue, compile, withFunctions } from '@cellwake/language'
import { systemClock, virtualClock } from '@cellwake/scheduler'
import { openStore } from '@cellwake/store'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { Engine } from '../../src/engine.ts'
import { Helpers, type HelpersOptions } from '../../src/helpers/helpers.ts'
import { giveWay } from '../../src/helpers/priority.ts'
import {
  COMPILE_DEADLINE_MS,
  HELPER_CALLER_WAITING_JOBS,
  HELPER_NICENESS,
  SMALL_SOURCE_CHARS,
} from '../../src/limits.ts'
import { simulate } from '../../src/simulate/simulate.ts'
import { refusal } from '../support/live.ts'

/** Starting a helper from source takes seconds on a busy machine. */
const WITHIN_MS = 120_000

const open: (() => void)[] = []
afterEach(() => {
  for (const close of open.splice(0)) close()
})

function ownHelpers(options: Partial<HelpersOptions> = {}): Helpers {
  const clock = options.clock ?? systemClock({ unref: true })
  const made = new Helpers({ clock, ...options })
  open.push(() => {
    made.close()
    clock.close()
  })
  return made
}

/** One for most tests: a start from source takes a second. */
let shared: Helpers | undefined
const sharedClock = systemClock({ unref: true })
afterAll(() => {
  shared?.close()
  sharedClock.close()
})
function sharedHelpers(): Helpers {
  shared ??= new Helpers({ clock: sharedClock })
  return shared
}

const lines = (count: number, line: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => `${line(i)}\n`).join('')

/** Formulas of all kinds, like each other and others, more than one part of them. */
const LARGE = [
  'MODEL "Large"\n',
  lines(3_000, (i) => `A${i + 1} = B${i + 1} * ${i}`),
  lines(3_000, (i) => `name_${i} = IF(A${i + 1} > ${i}, "t${i}", unknown_${i % 7})`),
  lines(50, (i) => `C${i + 1} = HTTP_JSON("https://example.org/" & A${i + 1})`),
  lines(50, (i) => `WHEN A${i + 1} > 5 THEN\n  D${i + 1} = ${i}\nEND`),
].join('')

describe('a source that a helper reads', () => {
  it('is read as in the process', { timeout: WITHIN_MS }, async () => {
    expect(LARGE.length).toBeGreaterThan(SMALL_SOURCE_CHARS)
    const { ir, diagnostics } = await sharedHelpers().read(LARGE, 'me')
    const here = compile(LARGE)
    expect(ir).toEqual(here.ir)
    expect(diagnostics).toEqual(here.diagnostics)
  })

  it('knows the functions of the host', { timeout: WITHIN_MS }, async () => {
    const own = { ...catalogue.get('ABS')!, name: 'TWICE_AS' }
    const source = lines(1_000, (i) => `A${i + 1} = TWICE_AS(name_${i})`)
    const known = ownHelpers({ catalogue: withFunctions(catalogue, [own]) })
    expect((await known.read(source, 'me')).ir?.formulas).toHaveLength(1_000)
    expect((await sharedHelpers().read(source, 'me')).ir).toBeUndefined()
  })

  it('that takes too long is refused, and the next is read', { timeout: WITHIN_MS }, async () => {
    const clock = virtualClock(0)
    const made = ownHelpers({ clock })
    await made.read(LARGE, 'me')
    const long = refusal(made.read(LARGE, 'me'))
    await clock.advance(COMPILE_DEADLINE_MS)
    expect((await long).code).toBe('too-much-work')
    expect((await made.read(LARGE, 'me')).ir?.rules).toHaveLength(50)
  })

  it('is deployed, and opened again, by an engine', { timeout: WITHIN_MS }, async () => {
    await using store = await openStore('memory:')
    await using engine = new Engine({ store, reader: sharedHelpers() })
    const { model } = await engine.deploy(LARGE, { id: 'large' })
    await model.set({ B2: 21 })
    expect([model.get('A2').value, model.get('name_1').value]).toEqual([21, 't1'])
    const past = await model.cellsAt(['A2'], 1)
    expect(past.cells.A2?.value).toBe(0)
    const broken = await refusal(engine.deploy(`${LARGE}A1 = (\n`, { id: 'large' }))
    expect([broken.code, model.version]).toEqual(['diagnostics', 1])
  })
})

describe('a process that works for another', () => {
  it('gives way to it', async () => {
    const child = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60_000)'])
    try {
      giveWay(child)
      expect(getPriority(child.pid)).toBe(Math.max(getPriority(), HELPER_NICENESS))
    } finally {
      child.kill('SIGKILL')
    }
  })
})

describe('a simulation by a helper', () => {
  const source = 'A1 = 1\nB1 = A1 * 2\nEVERY 1h SKIP MISSED THEN\n  C1 = C1 + B1\nEND\n'
  const from = Date.UTC(2026, 0, 1)
  const limits = {
    firings: 1_000,
    wallMs: 15_000,
    shownFirings: 5,
    shownPoints: 3,
    shownCells: 100,
  }
  const options = {
    from,
    until: from + 86_400_000,
    sets: [{ at: from + 7_200_000, values: { A1: 5 } }],
    follow: ['C1'],
    given: [['Z1', 7]] as const,
    limits,
  }

  it('gives what one in the process gives', { timeout: WITHIN_MS }, async () => {
    const found = await sharedHelpers().simulate(source, options, 'me')
    expect(found).toEqual(JSON.parse(JSON.stringify(await simulate(source, options))))
    expect([found.firings.length, found.more, found.cells.Z1?.value]).toEqual([5, 19, 7])
    expect(found.series.C1!.length).toBeLessThanOrEqual(4)
  })

  it('says what is wrong with its source, and what is too much', {
    timeout: WITHIN_MS,
  }, async () => {
    const made = sharedHelpers()
    expect(await refusal(made.simulate('A1 = (', options, 'me'))).toMatchObject({
      code: 'diagnostics',
      diagnostics: [{ code: 'syntax' }],
    })
    const few = { ...options, limits: { ...limits, firings: 10 } }
    const stopped = await refusal(made.simulate(source, few, 'me'))
    expect([stopped.code, stopped.message]).toEqual([
      'simulation-too-large',
      expect.stringMatching(/It had reached 2026-01-01.* with 11 firings\./),
    ])
  })

  it('of long texts is refused before it ends the process', { timeout: WITHIN_MS }, async () => {
    const texts = 'A1:A1000000 = REPT("x", 1000) & ROW_INDEX\nB1:B1000000 = A1:A1000000 & "y"\n'
    const failed = await refusal(sharedHelpers().simulate(texts, options, 'me'))
    expect(failed.code).toMatch(/^too-much-/)
  })

  it('of one caller waits with its others, and beyond that is refused', {
    timeout: WITHIN_MS,
  }, async () => {
    const made = sharedHelpers()
    const asked = Array.from({ length: HELPER_CALLER_WAITING_JOBS + 2 }, () =>
      made.simulate(source, options, 'me').then(
        () => 'done',
        (error: { readonly code: string }) => error.code,
      ),
    )
    expect(await made.simulate(source, options, 'other')).toMatchObject({ more: 19 })
    const ends = await Promise.all(asked)
    expect(ends.filter((end) => end === 'busy')).toHaveLength(1)
    expect(ends.filter((end) => end === 'done')).toHaveLength(HELPER_CALLER_WAITING_JOBS + 1)
  })
})
