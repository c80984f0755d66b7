// Goal: what is a cron is compiled, what is not is refused with its place. Method: cases and fuzz.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nextOccurrence, parseCron, TimeError, utc } from '../src/index.ts'
import { refusedTexts } from './support/croner-differences.ts'

const bits = (...values: number[]) => values.reduce((mask, value) => mask | (1 << value), 0)

describe('a cron', () => {
  it('has five fields, each a value, a list, a range or a step', () => {
    expect(parseCron('5,35 9-17/4 1,15 2-3 1-5')).toEqual({
      text: '5,35 9-17/4 1,15 2-3 1-5',
      minutesLow: bits(5),
      minutesHigh: bits(5),
      hours: bits(9, 13, 17),
      days: bits(0, 14),
      months: bits(1, 2),
      weekdays: bits(1, 2, 3, 4, 5),
      eitherDay: true,
      fixed: false,
      firstMinute: 9 * 60 + 5,
    })
  })

  it.each([
    ['0 0 * jan,Dec MON-fri', '0 0 * 1,12 1-5'],
    ['0 0 * * SUN', '0 0 * * 0'],
    ['0 0 * * 7', '0 0 * * 0'],
    ['0 0 * * 5-7', '0 0 * * 5,6,0'],
    ['0 0 * * FRI-SUN', '0 0 * * 5-7'],
    ['0 0 * * SUN-TUE', '0 0 * * 0-2'],
    ['0 0 * * 1-7/2', '0 0 * * 1,3,5,0'],
    ['*/20 * * * *', '0-59/20 * * * *'],
    ['00 09 01 01 *', '0 9 1 1 *'],
    ['  0\t0  * * * ', '0 0 * * *'],
    ['@hourly', '0 * * * *'],
    ['@daily', '0 0 * * *'],
    ['@weekly', '0 0 * * 0'],
    ['@monthly', '0 0 1 * *'],
    ['@yearly', '0 0 1 1 *'],
    ['@Daily', '0 0 * * *'],
    ['1,1,1 0 * * *', '1 0 * * *'],
    ['5-5 0 * * *', '5 0 * * *'],
  ])('%s means %s', (text, same) => {
    const { text: _, ...cron } = parseCron(text)
    const { text: __, ...expected } = parseCron(same)
    expect(cron).toEqual(expected)
  })

  it.each([
    ['0 0 13 * 5', true],
    ['0 0 * * 5', false],
    ['0 0 13 * *', false],
    ['0 0 */2 * 5', false],
    ['0 0 13 * */2', false],
    ['0 0 *,13 * 5', false],
    ['0 0 13,*/2 * 5', true],
    ['0 0 1-31 * 5', true],
  ])('%s: one matching day field is enough: %s', (text, either) => {
    expect(parseCron(text).eitherDay).toBe(either)
  })

  it.each([
    ['30 2 * * *', true],
    ['0,30 1-4 * * *', true],
    ['0-59 0-23 * * *', true],
    ['* 2 * * *', false],
    ['30 * * * *', false],
    ['*/5 2 * * *', false],
    ['0-30/5 2 * * *', false],
    ['30 0-4/2 * * *', false],
    ['30 2 */2 * *', true],
  ])('%s has fixed times: %s', (text, fixed) => {
    expect(parseCron(text).fixed).toBe(fixed)
  })

  it.each([
    ['', 'it is empty', 0],
    ['   ', 'it is empty', 0],
    ['* * * *', 'the field day of week is missing', 7],
    ['0 9', 'the field day of month is missing', 3],
    ['0 0 0 * * *', 'a sixth field; there are five', 10],
    ['60 * * * *', 'minute 60 is not in 0 to 59', 0],
    ['0 24 * * *', 'hour 24 is not in 0 to 23', 2],
    ['0 0 0 * *', 'day of month 0 is not in 1 to 31', 4],
    ['0 0 32 * *', 'day of month 32', 4],
    ['0 0 1 13 *', 'month 13 is not in 1 to 12', 6],
    ['0 0 * * 8', 'day of week 8 is not in 0 to 7', 8],
    ['0 0 * * MONDAY', 'day of week cannot be "MONDAY"; it is 0 to 7, or SUN to SAT', 8],
    ['0 0 * MON *', 'month cannot be "MON"', 6],
    ['0 JAN * * *', 'hour cannot be "JAN"', 2],
    ['1,,2 * * * *', 'an entry of the list of minute is empty', 2],
    ['1, * * * *', 'an entry of the list', 2],
    ['0 22-2 * * *', 'the range "22-2" of hour runs backwards', 2],
    ['0 1-2-3 * * *', 'hour cannot be "2-3"', 4],
    ['0 1- * * *', 'hour cannot be ""', 4],
    ['-1 * * * *', 'minute cannot be ""', 0],
    ['*/0 * * * *', 'a step must be a number from 1, not "0"', 2],
    ['*/x * * * *', 'a step must be a number from 1, not "x"', 2],
    ['*/ * * * *', 'a step must be a number', 2],
    ['*/5/5 * * * *', 'a step must be a number from 1, not "5/5"', 2],
    ['*/61 * * * *', 'a step of 61 is more than minute has values (60)', 2],
    ['5/15 * * * *', 'a step needs * or a range, such as 5-59/15', 0],
    ['*-5 * * * *', 'minute cannot be "*"', 0],
    ['1.5 * * * *', 'minute cannot be "1.5"', 0],
    ['٣ * * * *', 'minute cannot be', 0],
    ['0 0 31 2 *', 'it never runs', 4],
    ['0 0 30,31 2 *', 'it never runs', 4],
    ['0 0 31 2,4,6,9,11 */2', 'it never runs', 4],
    ['@reboot', 'is not one of @hourly @daily', 0],
    ['@annually', 'is not one of', 0],
    ['@constructor', 'is not one of', 0],
    ['@daily 5', 'nothing may follow @daily', 7],
    ['x'.repeat(5000), 'longer than 1024 characters', 1024],
  ])('%s is refused with its place', (text, problem, offset) => {
    expect(() => parseCron(text)).toThrow(
      expect.objectContaining({
        code: 'bad-literal',
        offset,
        message: expect.stringContaining(problem),
      }),
    )
    expect(() => parseCron(text)).toThrow(`column ${offset + 1}`)
  })

  it('runs on 31 February or a Monday, so it is not refused', () => {
    expect(nextOccurrence(parseCron('0 0 31 2 1'), utc, Date.UTC(2026, 0, 1))).toBe(
      Date.UTC(2026, 1, 2),
    )
  })

  it.each(Object.keys(refusedTexts))('%s is taken by croner and refused here', (text) => {
    expect(() => parseCron(text)).toThrow(expect.objectContaining({ code: 'bad-literal' }))
  })

  it('is compiled or refused, whatever the text, and never hangs', () => {
    const letters = fc.string({
      unit: fc.constantFrom(...'0123456789*/,- \t@LWFRISUNJA?#'),
      maxLength: 60,
    })
    const field = fc.string({
      unit: fc.constantFrom(...'0123456789*/,-'),
      minLength: 1,
      maxLength: 2,
    })
    const five = fc.array(field, { minLength: 5, maxLength: 5 }).map((fields) => fields.join(' '))
    let read = 0
    fc.assert(
      fc.property(
        fc.oneof(letters, five, fc.string({ unit: 'binary', maxLength: 1100 })),
        (text) => {
          try {
            const at = nextOccurrence(parseCron(text), utc, 0)
            expect(at).toBeGreaterThan(0)
            read++
          } catch (error) {
            if (!(error instanceof TimeError)) throw error
            expect(error.code).toBe('bad-literal')
          }
        },
      ),
      { seed: 10, numRuns: 20_000 },
    )
    expect(read).toBeGreaterThan(10)
  })

  it('of ten million characters is refused at once', () => {
    expect(() => parseCron('1,'.repeat(5_000_000))).toThrow(/longer than/)
  })
})
