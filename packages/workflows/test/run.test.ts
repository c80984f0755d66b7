// The machine of a run, whole: every state that can be reached, with every event. What is not in the table cannot happen.

import { describe, expect, it } from 'vitest'
import {
  FAILURES,
  PHASES,
  type Phase,
  type RunEvent,
  type RunState,
  startAfter,
  startState,
  step,
} from '../src/run.ts'

const EVENTS: readonly RunEvent[] = [
  { type: 'prepared', reserves: true },
  { type: 'prepared', reserves: false },
  { type: 'called' },
  { type: 'applied' },
  { type: 'nothing-called' },
  { type: 'committed' },
  { type: 'crashed' },
  { type: 'not-applied' },
  { type: 'skipped' },
  { type: 'expired' },
  ...FAILURES.map((of): RunEvent => ({ type: 'failed', class: of })),
  ...FAILURES.map((of): RunEvent => ({ type: 'failed', class: of, during: 'mutating' })),
  ...FAILURES.map((of): RunEvent => ({ type: 'failed', class: of, during: 'emitting' })),
]

function name({ handlerType, phase, status, outcome }: RunState): string {
  return `${handlerType} ${phase} ${status} ${outcome ?? '-'}`
}

function event(event: RunEvent): string {
  if (event.type === 'failed')
    return `failed:${event.class}${event.during ? `/${event.during}` : ''}`
  return event.type === 'prepared' ? `prepared:${event.reserves ? 'some' : 'none'}` : event.type
}

/** Every state that can be reached, and every step between them. */
function explore() {
  const seen = new Map<string, RunState>()
  const steps: { from: RunState; event: RunEvent; to: NonNullable<ReturnType<typeof step>> }[] = []
  const open = [
    startState('producer', 'preparing'),
    startState('consumer', 'preparing'),
    startState('consumer', 'prepared'),
    startState('consumer', 'emitting', 'applied'),
    startState('consumer', 'emitting', 'skipped'),
  ]
  for (let from = open.pop(); from !== undefined; from = open.pop()) {
    if (seen.has(name(from))) continue
    seen.set(name(from), from)
    for (const what of EVENTS) {
      const to = step(from, what)
      if (to === undefined) continue
      steps.push({ from, event: what, to })
      open.push(to.next)
    }
  }
  return { states: [...seen.values()], steps }
}

const { states, steps } = explore()
const line = ({ from, event: what, to }: (typeof steps)[number]) =>
  `${name(from)} + ${event(what)} = ${name(to.next)} | ${to.events} ${to.ledger ?? '-'}`

describe('the way of a consumer', () => {
  const way = steps.filter(
    ({ to, event: what }) => to.next.status !== 'crashed' && what.type !== 'failed',
  )
  it('has these steps and no others', () => {
    expect(
      way
        .filter(({ from }) => from.handlerType === 'consumer')
        .map(line)
        .sort(),
    ).toEqual([
      'consumer emitting active applied + committed = consumer committed committed applied | consume -',
      'consumer emitting active none + committed = consumer committed committed none | consume -',
      'consumer emitting active skipped + committed = consumer committed committed skipped | none -',
      'consumer mutated active applied + committed = consumer committed committed applied | consume -',
      'consumer mutating active unknown + applied = consumer mutated active applied | keep applied',
      'consumer mutating active unknown + crashed = consumer mutating paused:reconciliation unknown | keep unresolved',
      'consumer mutating paused:reconciliation unknown + applied = consumer mutating paused:reconciliation applied | keep applied',
      'consumer mutating paused:reconciliation unknown + not-applied = consumer mutating paused:reconciliation failed | release failed',
      'consumer mutating paused:reconciliation unknown + skipped = consumer mutating paused:reconciliation skipped | skip skipped',
      'consumer prepared active - + called = consumer mutating active unknown | keep in_flight',
      'consumer prepared active - + nothing-called = consumer emitting active none | keep -',
      'consumer prepared paused:approval - + expired = consumer prepared paused:transient - | release -',
      'consumer prepared paused:approval - + skipped = consumer prepared paused:approval skipped | skip -',
      'consumer preparing active - + prepared:none = consumer prepared active - | none -',
      'consumer preparing active - + prepared:some = consumer prepared active - | reserve -',
    ])
  })

  it('of a producer has one', () => {
    expect(way.filter(({ from }) => from.handlerType === 'producer').map(line)).toEqual([
      'producer preparing active - + committed = producer committed committed - | none -',
    ])
  })
})

describe('in every step', () => {
  it('the phase goes forward or stays', () => {
    const at = (phase: Phase) => PHASES.indexOf(phase)
    expect(steps.filter(({ from, to }) => at(to.next.phase) < at(from.phase)).map(line)).toEqual([])
  })

  it('mutated is reached only by what was applied', () => {
    const reached = states.filter(({ phase }) => phase === 'mutated')
    expect([...new Set(reached.map(({ outcome }) => outcome))]).toEqual(['applied'])
  })

  it('a status alone changes no phase', () => {
    const paused = steps.filter(({ from }) => from.status !== 'active')
    expect(paused.filter(({ from, to }) => from.phase !== to.next.phase)).toEqual([])
  })

  it('an unknown outcome is called failed only by whoever knows: a tool, reconcile or a person', () => {
    const decided = steps.filter(
      ({ from, to }) => from.outcome === 'unknown' && to.next.outcome === 'failed',
    )
    for (const { event: what } of decided) {
      if (what.type === 'failed') expect(what.class).not.toBe('unknown')
      else expect(what.type).toBe('not-applied')
    }
    expect(decided.length).toBeGreaterThan(0)
  })

  it('events are let go of only where nothing was sent, or it is known not to have happened', () => {
    for (const { from, to } of steps.filter(({ to: { events } }) => events === 'release')) {
      expect([undefined, 'none', 'failed']).toContain(to.next.outcome)
      expect(from.outcome === 'applied' || from.outcome === 'skipped').toBe(false)
    }
  })

  it('an outcome that is applied or skipped stays', () => {
    const settled = steps.filter(
      ({ from }) => from.outcome === 'applied' || from.outcome === 'skipped',
    )
    expect(settled.filter(({ from, to }) => from.outcome !== to.next.outcome)).toEqual([])
  })
})

describe('the attempt after', () => {
  it('starts from the beginning, unless the mutation happened, was given up, or waits for approval', () => {
    for (const state of states) {
      const start = startAfter(state)
      if (state.status === 'active' || state.status === 'committed') expect(start).toBeUndefined()
      else if (state.outcome === 'unknown') expect(start).toBeUndefined()
      else if (state.outcome === 'applied' || state.outcome === 'skipped')
        expect(start).toBe('emitting')
      else if (state.status === 'paused:approval' && state.phase === 'prepared')
        expect(start).toBe('prepared')
      else expect(start).toBe('preparing')
    }
  })

  it('is there for every run that stopped and is not waiting to know', () => {
    const stuck = states.filter(
      (state) => startAfter(state) === undefined && !['active', 'committed'].includes(state.status),
    )
    expect(stuck.map(name)).toEqual(['consumer mutating paused:reconciliation unknown'])
  })
})
