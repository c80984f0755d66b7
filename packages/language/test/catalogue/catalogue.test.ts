// Goal: the catalogue is complete and every row of it is well formed, so that nothing that reads a row
// needs to doubt it. Method: the rows themselves, all of them, against the rules and a list of Excel's
// functions that is kept by hand.

import { describe, expect, it } from 'vitest'
import { catalogue, withFunctions } from '../../src/catalogue/catalogue.ts'
import { leftOut } from '../../src/catalogue/left-out.ts'
import type { Category, Signature } from '../../src/catalogue/signature.ts'
import { excelNames } from './excel-names.ts'

const all = catalogue.names.flatMap((name) => catalogue.get(name) ?? [])

/** The names of the rows that a rule does not hold for. */
function breaking(holds: (row: Signature) => boolean): string[] {
  return all.filter((row) => !holds(row)).map((row) => row.name)
}

function flagged(flag: 'volatile' | 'dynamic'): string[] {
  return all.filter((row) => row[flag]).map((row) => row.name)
}

describe('how much there is', () => {
  it('has at least 520 functions', () => {
    expect(catalogue.names.length).toBeGreaterThanOrEqual(520)
  })

  it('has each category at the size that was counted', () => {
    const counts: Partial<Record<Category, number>> = {}
    for (const { category } of all) counts[category] = (counts[category] ?? 0) + 1
    expect(counts).toEqual({
      math: 81,
      statistics: 147,
      financial: 55,
      text: 41,
      date: 38,
      lookup: 20,
      array: 27,
      logical: 12,
      lambda: 7,
      information: 25,
      engineering: 54,
      database: 12,
      object: 15,
      web: 2,
      external: 6,
    })
  })

  it.each(Object.entries(excelNames))(
    'has every %s function of Excel, or says why not',
    (_, names) => {
      expect(names.filter((name) => !catalogue.get(name) && !leftOut[name])).toEqual([])
    },
  )

  it('leaves out only functions of Excel that it does not have', () => {
    const excel = new Set(Object.values(excelNames).flat())
    const names = Object.keys(leftOut)
    expect(names.filter((name) => !excel.has(name) || catalogue.get(name))).toEqual([])
    expect(names.filter((name) => !/^[A-Z].+\.$/.test(leftOut[name] ?? ''))).toEqual([])
  })
})

describe('a row', () => {
  it('is found by its name in capitals, and the names are sorted', () => {
    expect(breaking((row) => /^[A-Z][A-Z0-9]*([._][A-Z0-9]+)*$/.test(row.name))).toEqual([])
    expect(catalogue.names).toEqual([...catalogue.names].sort())
    expect(catalogue.get('sum')).toBeUndefined()
  })

  it('has parameters that can be written as name := value', () => {
    const cell = /^[a-z]{1,3}\d{1,7}$/
    const name = /^[a-z][a-z0-9_]*$/
    expect(
      breaking(({ params }) => params.every((p) => name.test(p.name) && !cell.test(p.name))),
    ).toEqual([])
    expect(
      breaking(({ params }) => new Set(params.map((p) => p.name)).size === params.length),
    ).toEqual([])
  })

  it('has its required parameters first, but for a group that repeats', () => {
    const inOrder = ({ params, repeats }: Signature) => {
      const fixed = params.slice(0, params.length - repeats)
      const firstOptional = fixed.findIndex((param) => param.optional)
      return firstOptional < 0 || params.slice(firstOptional).every((param) => param.optional)
    }
    expect(breaking(inOrder)).toEqual([])
  })

  it('ends each parameter that repeats with the same number', () => {
    const counted = ({ params, repeats }: Signature) => {
      const group = params.slice(params.length - repeats)
      return new Set(group.map((param) => /\d+$/.exec(param.name)?.[0] ?? 'none')).size <= 1
    }
    expect(breaking((row) => row.repeats === 0 || counted(row))).toEqual([])
  })

  it('is described in whole sentences of its own', () => {
    expect(breaking(({ about }) => /^[A-Z0-9].*\.$/.test(about) && about.length < 260)).toEqual([])
    const texts = all.map((row) => row.about)
    expect(texts.filter((text, at) => texts.indexOf(text) !== at)).toEqual([])
  })

  it('has an example that names it', () => {
    const named = ({ name, examples }: Signature) =>
      examples.length > 0 && examples.every(({ formula }) => formula.includes(`${name}(`))
    expect(breaking(named)).toEqual([])
  })
})

describe('what the engine must know of a function', () => {
  it('is volatile for the five that are, and dynamic for four', () => {
    expect(flagged('volatile')).toEqual(['NOW', 'RAND', 'RANDARRAY', 'RANDBETWEEN', 'TODAY'])
    expect(flagged('dynamic')).toEqual(['INDIRECT', 'OFFSET', 'RANGE', 'SINGLE'])
  })

  it('is which arguments may stay unevaluated', () => {
    const lazy = all.flatMap((row) =>
      row.lazyFrom === undefined ? [] : [[row.name, row.lazyFrom]],
    )
    expect(Object.fromEntries(lazy)).toEqual({
      CHOOSE: 1,
      IF: 1,
      IFERROR: 1,
      IFNA: 1,
      IFS: 1,
      SWITCH: 1,
    })
  })

  it('is who looks at errors', () => {
    for (const name of [
      'IFERROR',
      'IFNA',
      'ISERROR',
      'ISERR',
      'ISNA',
      'ERROR.TYPE',
      'AGGREGATE',
      'COUNT',
    ])
      expect(catalogue.get(name)?.seesErrors, name).toBe(true)
    for (const name of ['SUM', 'IF', 'ROUND', 'VLOOKUP', 'LEN', 'AND'])
      expect(catalogue.get(name)?.seesErrors, name).toBe(false)
  })

  it('is how external functions are fetched, and what they are tagged', () => {
    const tags = all.flatMap((row) => (row.external ? [[row.name, row.tag]] : []))
    expect(Object.fromEntries(tags)).toEqual({
      AI_PROMPT: 'ai_text',
      FX_RATE: 'fx_rate',
      HTTP_JSON: 'object',
      ML_SCORE: 'score',
      PG_MUTATE: 'object',
      PG_SELECT: 'postgres_query_result',
    })
    expect(catalogue.get('FX_RATE')?.external).toEqual({
      route: 'market-data.fx',
      ttlMs: 30_000,
      maxStalenessMs: 300_000,
      refresh: 'background',
      timeoutMs: 5_000,
      staleOnError: true,
    })
    expect(
      breaking((row) => (row.category === 'external') === (row.external !== undefined)),
    ).toEqual([])
  })
})

describe('functions of a deployment', () => {
  const churn: Signature = {
    ...catalogue.get('ML_SCORE')!,
    name: 'CHURN_SCORE',
    about: 'The chance that a customer leaves.',
  }

  it('join the others without changing them', () => {
    const joined = withFunctions(catalogue, [churn])
    expect(joined.get('CHURN_SCORE')).toBe(churn)
    expect(joined.names.length).toBe(catalogue.names.length + 1)
    expect(joined.names).toEqual([...joined.names].sort())
    expect(catalogue.get('CHURN_SCORE')).toBeUndefined()
  })

  it('may not take a name that is there already', () => {
    expect(() => withFunctions(catalogue, [{ ...churn, name: 'SUM' }])).toThrow(
      'There is already a function SUM. Give the new one another name.',
    )
  })
})
