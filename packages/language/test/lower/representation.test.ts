// Goal: the representation is plain JSON, complete, with its defaults. Method: one model with
// everything in it; every model of the tests goes through JSON and comes back the same.

import { describe, expect, it } from 'vitest'
import { compile } from '../../src/compile.ts'
import { lowered } from './support.ts'

const everything = `MODEL "All"
DESCRIPTION "of it"
RUNTIME "lua_interpreter"
VERSION "1.2.3"
AUTHOR "Ops"
TAGS "a", "b"
TIMEZONE "Europe/Berlin"
A1 as currency = 250
rate ~= FX_RATE("EUR", "USD") DEFAULT 1.08
B1 ?= A1 * rate
Data!B2:B9 = ABOVE + LEFT + ROW_INDEX
C1 = DO
  x = B1 + 1
  MAP([1, 2; 3, 4], (y) => y * x)
END
WHEN C1 > 5pct DEBOUNCE 5s MAX 1min THEN
  D1:D3 as number = ROW_INDEX
  alerts!notify("x", A1)
END
EVERY cron"0 9 * * 1-5" IN "UTC" BACKFILL MAX 5 THEN
  E1 = SCHEDULED_AT
END
F1 = 1 AT dt"2026-12-31T23:59:00Z"
END MODEL
`

describe('the representation', () => {
  it('is plain JSON', () => {
    const ir = lowered(everything)
    expect(JSON.parse(JSON.stringify(ir))).toEqual(ir)
  })

  it('has the header, the sheets and the names', () => {
    const ir = lowered(everything)
    expect(ir.irVersion).toBe(1)
    expect(ir.header).toEqual({
      model: 'All',
      description: 'of it',
      runtime: 'lua_interpreter',
      version: '1.2.3',
      author: 'Ops',
      tags: ['a', 'b'],
      timezone: 'Europe/Berlin',
    })
    expect(ir.sheets).toEqual(['Sheet1', 'Data'])
    expect(ir.names).toEqual(['rate'])
  })

  it('has defaults for an empty model', () => {
    expect(lowered('')).toEqual({
      irVersion: 1,
      header: {
        model: null,
        description: null,
        runtime: 'ts',
        version: null,
        author: null,
        tags: [],
        timezone: 'UTC',
      },
      sheets: ['Sheet1'],
      formulas: [],
      externals: [],
      rules: [],
      names: [],
    })
  })

  it('has formulas with target, mode, tag and line', () => {
    const { formulas } = lowered(everything)
    expect(formulas.map(({ id, mode, tag, input, line }) => [id, mode, tag, input, line])).toEqual([
      ['A1', 'eager', 'currency', true, 8],
      ['rate', 'lazy', null, false, 9],
      ['B1', 'conditional', null, false, 10],
      ['Data!B2:B9', 'eager', null, false, 11],
      ['C1', 'eager', null, false, 12],
    ])
    expect(formulas[3]!.target).toEqual(['range', 1, 2, 2, 2, 9])
  })

  it('has rules with trigger, gate, policy, zone and body', () => {
    const { rules } = lowered(everything)
    const [when, every, at] = rules
    expect(when).toMatchObject({ kind: 'when', policy: null, zone: null, line: 16 })
    expect(when!.gate).toMatchObject({
      kind: 'debounce',
      length: { expr: ['dur', 0, 0, 5000] },
      max: { expr: ['dur', 0, 0, 60_000] },
    })
    expect(when!.body).toMatchObject([
      { kind: 'write', id: 'D1:D3', tag: 'number', expr: ['pos', 'ROW_INDEX', 0], line: 17 },
      { kind: 'publish', topic: 'alerts', event: 'notify', line: 18 },
    ])
    expect(every).toMatchObject({
      kind: 'every',
      trigger: { expr: ['cron', '0 9 * * 1-5'] },
      policy: { kind: 'backfill', max: { expr: 5 } },
      zone: 'UTC',
      gate: null,
    })
    expect(at).toMatchObject({ kind: 'at', policy: { kind: 'skip', max: null }, line: 23 })
  })

  it('does not exist for a model with an error, and does for one with a warning', () => {
    expect(compile('A1 = NOSUCH(1)').ir).toBeUndefined()
    expect(compile('A1 = (1 +').ir).toBeUndefined()
    expect(compile('A1 = nobody').ir).toBeDefined()
  })
})
