// Goal: DEBOUNCE, its MAX and THROTTLE do what the language says, at the very millisecond. Method: tables of
// lengths, and of scripts of rises, falls and looks at the clock, against what fires when.

import { INSTANT_MAX_MS } from '@cellwake/language/time'
import {
  BLANK,
  datetime,
  durationOf,
  NOT_AVAILABLE,
  PENDING,
  schedule,
  type Value,
} from '@cellwake/runtime'
import { describe, expect, it } from 'vitest'
import {
  debounceRise,
  fall,
  type Gated,
  gateDue,
  gateMs,
  throttleRise,
} from '../../src/rules/rule-gates.ts'
import { newRuleState, type RuleState } from '../../src/rules/rule-state.ts'

describe('the length of a gate', () => {
  const right: [string, Value, number][] = [
    ['a number is seconds', 5, 5_000],
    ['a fraction of a second', 0.25, 250],
    ['16.1 s is 16,100 ms and not a bit more', 16.1, 16_100],
    ['less than a millisecond is one', 0.0001, 1],
    ['milliseconds', durationOf(0, 0, 100), 100],
    ['a third of a second is whole milliseconds', durationOf(0, 0, 1_000 / 3), 333],
    ['a day is 24 hours', durationOf(0, 1, 0), 86_400_000],
    ['a day and a second', durationOf(0, 1, 1_000), 86_401_000],
    ['a hundred years', 3_155_760_000, 3_155_760_000_000],
  ]
  it.each(right)('%s', (_what, value, ms) => {
    expect(gateMs(value)).toBe(ms)
  })

  const wrong: [string, Value][] = [
    ['zero', 0],
    ['a negative number', -1],
    ['no time', durationOf(0, 0, 0)],
    ['a negative time', durationOf(0, 0, -5)],
    ['a day back', durationOf(0, -1, 1_000)],
    ['a month, which has no one length', durationOf(1, 0, 0)],
    ['text', '5s'],
    ['a boolean', true],
    ['blank', BLANK],
    ['pending', PENDING],
    ['an error', NOT_AVAILABLE],
    ['a datetime', datetime(5)],
    ['a cron', schedule('* * * * *')],
    ['over a hundred years', 3_155_760_001],
    ['over a hundred years of days', durationOf(0, 36_526, 0)],
    ['a number that time has no end for', 1e306],
    ['infinity', Number.POSITIVE_INFINITY],
  ]
  it.each(wrong)('%s is none', (_what, value) => {
    expect(gateMs(value)).toBeUndefined()
  })
})

/** `+5` is a rise at 5 ms, `-5` a fall; a wait that ends up to there fires on the way. Gives the firings. */
function played(script: string, rise: (state: RuleState, now: number) => Gated): number[] {
  const fired: number[] = []
  let state = newRuleState(0, 1)
  const upTo = (now: number) => {
    const due = gateDue(state)
    if (due === undefined || due > now) return
    fired.push(due)
    state = { ...state, gate: null }
  }
  for (const word of script.split(' ')) {
    const now = Number(word.slice(1))
    upTo(now)
    if (word.startsWith('+') && !state.edge) {
      const gated = rise(state, now)
      state = gated.state
      if (gated.fires) fired.push(now)
    }
    if (word.startsWith('-')) state = fall(state, now)
  }
  upTo(Number.POSITIVE_INFINITY)
  return fired
}

describe('THROTTLE 10', () => {
  it.each([
    ['the first rise fires', '+0', [0]],
    ['staying true does not fire again', '+0 +50', [0]],
    ['a rise within the window does not', '+0 -1 +9', [0]],
    ['the window is over when its length has passed', '+0 -1 +10', [0, 10]],
    ['a rise that was held does not lengthen it', '+0 -1 +5 -6 +10', [0, 10]],
    ['a rise that was held does not fire later', '+0 -1 +5 +30', [0]],
    ['each firing opens a new window', '+0 -1 +10 -11 +19 -19 +20', [0, 10, 20]],
    ['a fall does not close it', '+0 -1 -2 +3', [0]],
  ])('%s', (_what, script, fired) => {
    expect(played(script, (state, now) => throttleRise(state, now, 10))).toEqual(fired)
  })
})

describe('DEBOUNCE 10', () => {
  it.each([
    ['fires when the wait is over', '+0', [10]],
    ['a fall before cancels', '+0 -9', []],
    ['a fall at that time is too late', '+0 -10', [10]],
    ['a new rise waits anew', '+0 -9 +9', [19]],
    ['fires once per streak', '+0 +30', [10]],
    ['and again in the next streak', '+0 -20 +30', [10, 40]],
    ['flapping never fires', '+0 -5 +6 -11 +12 -17', []],
  ])('%s', (_what, script, fired) => {
    const rise = (state: RuleState, now: number) => debounceRise(state, now, 10, undefined)
    expect(played(script, rise)).toEqual(fired)
  })
})

describe('DEBOUNCE 10 MAX 25', () => {
  it.each([
    ['a steady condition does not wait for MAX', '+0', [10]],
    ['a flapping one fires so long after its first rise', '+0 -8 +9 -17 +18', [25]],
    ['not true then, it fires at its next rise', '+0 -8 +9 -17 +18 -24 +33', [33]],
    ['a rise exactly then fires', '+0 -8 +9 -17 +25', [25]],
    ['a rise just before fires then', '+0 -8 +9 -17 +24', [25]],
    ['not true for so long, its next rise is a first one', '+0 -8 +18', [28]],
    ['and just less long, it is not', '+0 -8 +17 -24 +25', [25]],
    ['a blip long ago does not count', '+0 -1 +3600', [3610]],
    ['nor does the end of a streak', '+0 -8 +9 -17 +18 -24 +60', [70]],
    ['a firing ends the streak', '+0 -8 +9 -20 +30 -31', [19]],
    ['the next streak has its own first rise', '+0 -20 +30 -38 +39 -47 +48', [10, 55]],
    ['a rise after a late firing waits again', '+0 -8 +9 -17 +18 -24 +33 -34 +35', [33, 45]],
  ])('%s', (_what, script, fired) => {
    const rise = (state: RuleState, now: number) => debounceRise(state, now, 10, 25)
    expect(played(script, rise)).toEqual(fired)
  })
})

it('a MAX below the length decides', () => {
  expect(played('+0', (state, now) => debounceRise(state, now, 10, 3))).toEqual([3])
})

it('only an armed wait is due', () => {
  const state = newRuleState(0, 1)
  const armed = debounceRise(state, 5, 10, 25).state
  const open = throttleRise(state, 5, 10).state
  expect([state, armed, fall(armed, 6), open].map(gateDue)).toEqual([
    undefined,
    15,
    undefined,
    undefined,
  ])
})

it.each([
  ['THROTTLE', (state: RuleState, now: number) => throttleRise(state, now, 3_155_760_000_000)],
  ['DEBOUNCE', (state: RuleState, now: number) => debounceRise(state, now, 3e12, undefined)],
  ['its MAX', (state: RuleState, now: number) => debounceRise(state, now, 3e12, 3e12)],
])('%s ends within the calendar, also at the end of it', (_what, rise) => {
  const late = INSTANT_MAX_MS - 1_000
  const { gate } = rise(newRuleState(late, 1), late).state
  expect(gate!.dueAt).toBe(INSTANT_MAX_MS)
})
