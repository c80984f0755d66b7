// Goal: an external call is a symbol of its own, named by its text alone, with arguments that stand
// on their own. Method: small models with their externals.

import { describe, expect, it } from 'vitest'
import { fingerprint } from '../../src/fingerprint.ts'
import { lowered } from './support.ts'

function symbols(source: string): string[] {
  return lowered(source).externals.map(({ symbol }) => symbol)
}

describe('external calls', () => {
  it('get a symbol with the target and six hex digits', () => {
    const [symbol] = symbols('A1 = ROUND(FX_RATE("EUR", "USD") + 0.01, 4)')
    expect(symbol).toMatch(/^__ext__:A1:[0-9a-f]{6}$/)
    const { formulas, externals } = lowered('A1 = ROUND(FX_RATE("EUR", "USD") + 0.01, 4)')
    expect(formulas[0]!.expr).toEqual(['call', 'ROUND', ['op', ['ext', symbol], '+', 0.01], 4])
    expect(formulas[0]!.reads.always).toEqual([symbol])
    expect(externals[0]).toMatchObject({ owner: 'A1', fn: 'FX_RATE', each: false, line: 1 })
    expect(externals[0]!.args.map((arg) => arg?.expr)).toEqual(['EUR', 'USD'])
  })

  it('that are equal share one in a cell, however they are spelled', () => {
    const spelled = 'A1 = FX_RATE("EUR", "USD") + fx_rate( quote := "USD", base := ("EUR") )'
    expect(symbols(spelled)).toHaveLength(1)
    expect(symbols('A1 = FX_RATE("EUR", "USD") + FX_RATE("USD", "EUR")')).toHaveLength(2)
    const [a, b] = symbols('A1 = FX_RATE("EUR", "USD")\nA2 = FX_RATE("EUR", "USD")')
    expect(a!.slice(-6)).toBe(b!.slice(-6))
    expect(a).not.toBe(b)
  })

  it('inside each other are lowered from the inside', () => {
    const { externals } = lowered('A1 = AI_PROMPT("rate: " & FX_RATE(B1, "USD"))')
    expect(externals.map(({ fn }) => fn)).toEqual(['FX_RATE', 'AI_PROMPT'])
    expect(externals[1]!.args[0]!.reads.always).toEqual([externals[0]!.symbol])
    expect(externals[0]!.args[0]!.reads.always).toEqual(['B1'])
  })

  it('take the bindings they use along', () => {
    const { externals } = lowered(
      'A1 = DO\n from = B1 & "R"\n unused_here = C1 & "x"\n to = from & "x"\n FX_RATE(to, unused_here)\nEND',
    )
    expect(externals[0]!.args.map((arg) => arg!.expr)).toEqual([
      [
        'let',
        0,
        ['op', ['cell', 0, 2, 1], '&', 'R'],
        2,
        ['op', ['local', 0], '&', 'x'],
        ['local', 2],
      ],
      ['let', 1, ['op', ['cell', 0, 3, 1], '&', 'x'], ['local', 1]],
    ])
    expect(
      lowered('A1 = B1 & "R" >> FX_RATE(_, "USD")').externals[0]!.args[0]!.reads.always,
    ).toEqual(['B1'])
  })

  it('in a rectangle are one for all its cells, or one each where the place matters', () => {
    expect(lowered('B1:B3 = FX_RATE("EUR", "USD")').externals).toMatchObject([
      { owner: 'B1:B3', each: false },
    ])
    expect(lowered('B1:B3 = FX_RATE(LEFT(1), "USD")').externals).toMatchObject([{ each: true }])
    const nested = lowered('B1:B3 = AI_PROMPT(FX_RATE(LEFT, "USD") & "")').externals
    expect(nested.map(({ each }) => each)).toEqual([true, true])
  })

  it('in a condition belong to the rule', () => {
    const { externals, rules } = lowered('WHEN FX_RATE("EUR", "USD") > 1 THEN A1 = 1; END')
    expect(externals[0]!.owner).toBe(rules[0]!.id)
    expect(rules[0]!.trigger.reads.always).toEqual([externals[0]!.symbol])
    expect(externals[0]!.symbol).toMatch(/^__ext__:when:[0-9a-f]{12}:[0-9a-f]{6}$/)
  })

  it('in a choice are read only in their branch', () => {
    const { formulas } = lowered('A1 = B1 THEN FX_RATE("EUR", "USD") ELSE 1')
    expect(formulas[0]!.reads.maybe).toHaveLength(1)
  })
})

describe('queries', () => {
  it('are calls of PG_SELECT in which every literal and cell is a value of its own', () => {
    const { externals } = lowered(
      'A1 = SELECT id, amount FROM finance.public.orders WHERE amount >= 100 AND NOT (region = B1 & "x" OR note IS BLANK) ORDER BY id DESC, amount LIMIT C1 + 5',
    )
    expect(externals[0]!.fn).toBe('PG_SELECT')
    const [table, query] = externals[0]!.args
    expect(table!.expr).toBe('finance.public.orders')
    const op = (name: string, ...args: unknown[]) => [
      'object',
      'op',
      name,
      'args',
      ['array', args.length, ...args],
    ]
    const column = (name: string) => ['object', 'column', name]
    const value = (of: unknown) => ['object', 'value', of]
    expect(query!.expr).toEqual([
      'object',
      'select',
      ['array', 2, 'id', 'amount'],
      'where',
      op(
        'AND',
        op('>=', column('amount'), value(100)),
        op(
          'NOT',
          op(
            'OR',
            op('=', column('region'), value(['op', ['cell', 0, 2, 1], '&', 'x'])),
            op('IS BLANK', column('note')),
          ),
        ),
      ),
      'orderBy',
      [
        'array',
        2,
        ['object', 'column', 'id', 'descending', true],
        ['object', 'column', 'amount', 'descending', false],
      ],
      'limit',
      ['op', ['cell', 0, 3, 1], '+', 5],
    ])
    expect(query!.reads.always).toEqual(['B1', 'C1'])
  })

  it('compare columns with names of the model: on the right of a comparison those are values', () => {
    const where = (condition: string) => {
      const query = `A1 = SELECT id FROM a.b.c WHERE ${condition}`
      const source = `minimum = 1\n${query}\nregion = "EU"`
      const { externals } = lowered(source)
      const [, asked] = externals[0]!.args
      return { expr: (asked!.expr as readonly unknown[]).at(-1), reads: asked!.reads.always }
    }
    const compared = (op: string, left: unknown, right: unknown) => [
      ...['object', 'op', op, 'args'],
      ['array', 2, left, right],
    ]
    const column = (name: string) => ['object', 'column', name]
    const value = (of: unknown) => ['object', 'value', of]
    const minimum = ['name', 'minimum']
    expect(where('amount >= minimum')).toEqual({
      expr: compared('>=', column('amount'), value(minimum)),
      reads: ['minimum'],
    })
    // The column of that name, and the name: on its own side each.
    expect(where('region = region').expr).toEqual(
      compared('=', column('region'), value(['name', 'region'])),
    )
    expect(where('(amount < (minimum * 2))').expr).toEqual(
      compared('<', column('amount'), value(['op', minimum, '*', 2])),
    )
    expect(where('amount > 5 AND amount <= minimum').reads).toEqual(['minimum'])
    for (const columns of ['minimum > 1', '1 < minimum', 'amount > price', 'a = price + minimum'])
      expect(where(columns).reads).toEqual([])
  })

  it('of all columns say nothing about columns', () => {
    expect(lowered('A1 = SELECT * FROM a.b.c').externals[0]!.args[1]!.expr).toEqual(['object'])
  })
})

describe('the hash', () => {
  it('is 64 bits, the same everywhere, and differs for texts that differ a little', () => {
    expect(fingerprint('')).toMatch(/^[0-9a-f]{16}$/)
    expect(fingerprint('FX_RATE')).toBe(fingerprint('FX_RATE'))
    const seen = new Set<string>()
    for (let at = 0; at < 50_000; at++) seen.add(fingerprint(`A${at} = A${at + 1}`))
    expect(seen.size).toBe(50_000)
    const short = new Set([...seen].map((hash) => hash.slice(0, 6)))
    // 50,000 of 16.7 million places: chance leaves about 75 shared.
    expect(short.size).toBeGreaterThan(49_700)
  })
})
