// Goal: the models in examples/ compute what they say, and their tests would notice if they did not.
// Method: every test file beside a model is run; then one word of each model is spoiled, and it must fail.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ModelTestResult, runModelTests } from '@cellwake/engine'
import { compile, parse, print } from '@cellwake/language'
import { describe, expect, it } from 'vitest'

const folder = join(import.meta.dirname, '../../../examples')
const textOf = (path: string) => readFileSync(join(folder, path), 'utf8')

const mistakesIn = (source: string) => compile(source).diagnostics.map(({ message }) => message)

/** They call functions of their own, which the command line knows: see packages/cli/test/examples.test.ts. */
const OWN = /^(own-functions|model-host)\//

const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((path) => !OWN.test(path))
  .sort()
const models = paths.filter((path) => path.endsWith('.grid'))
const files = paths
  .filter((path) => /\.test\.(json|yaml)$/.test(path))
  .map((path) => ({ path, text: textOf(path) }))

const { cases } = await runModelTests(files, { readModel: textOf })

const byFile = new Map<string, ModelTestResult[]>()
for (const result of cases) byFile.set(result.file, [...(byFile.get(result.file) ?? []), result])

describe.each([...byFile])('%s', (_file, results) => {
  it.each(results.map((result) => [result.id, result] as const))('%s', (_id, { ok, message }) => {
    expect(message).toBeUndefined()
    expect(ok).toBe(true)
  })
})

it.each(models)('%s has nothing to mend and is in canonical form', (path) => {
  const text = textOf(path)
  expect(mistakesIn(text)).toEqual([])
  expect(print(parse(text).model)).toBe(text)
})

/** Each model of real use, a word of it, and what that becomes when it is spoiled. */
const spoiled = {
  'ab-test': ['MIN(side_a.visitors', 'MAX(side_a.visitors'],
  'alert-rulebook': ['NOT link_up DEBOUNCE 10min MAX 1h', 'NOT link_up DEBOUNCE 10min'],
  'budget-vs-actual': ['LEFT(2) < -threshold', 'LEFT(2) < threshold'],
  'canonical/05-rulebook-operations': ['THROTTLE A7', 'THROTTLE A8'],
  'canonical/07-treasury-control-plane': ['thin DEBOUNCE 10min MAX 1h', 'thin DEBOUNCE 10min'],
  'capacity-plan': ['-rack_days', 'rack_days'],
  'fx-exposure': ['LEFT > 0 THEN LEFT ELSE #N/A', 'LEFT'],
  'inventory-reorder': ['<= 80pct', '<= 70pct'],
  'invoice-ageing': ['N14: 14d', 'N14: 15d'],
  'kpi-board': ['>= amber_from', '> amber_from + 5pct'],
  'loan-book': ['TRY DATEDIF(first, as_of, "m") ELSE 0', '0'],
  'on-call-rota': ['LEFT DEFAULT LEFT(2)', 'LEFT(2)'],
  portfolio: ['COVARIANCE.S', 'COVARIANCE.P'],
  'price-list': ['_ * (1 - LEFT)', '_ - LEFT'],
  'retry-counter': ['first_wait * 2 ^', 'first_wait * 3 ^'],
  'state-machine': ['WHEN poor DEBOUNCE 5min', 'WHEN poor DEBOUNCE 4min'],
  'subscription-revenue': ['INDEX(row, MAX(1, COUNT(row)))', 'MAX(row)'],
  tender: ['AT deadline BACKFILL', 'AT deadline SKIP MISSED'],
  'treasury-control': ['30 16 * * 1-5" IN "Europe/London"', '30 16 * * 1-5"'],
} as const satisfies Record<string, readonly [string, string]>

describe.each(Object.entries(spoiled))('%s', (name, [from, to]) => {
  const file = files.find(({ path }) => path === `${name}.test.json`)
  const steps: object[] = JSON.parse(file?.text ?? '{"cases":[]}').cases.flatMap(
    (one: { readonly steps: readonly object[] }) => one.steps,
  )

  it('is tested at deploy, after sets and a restart, and for what it refuses', () => {
    const kinds = steps.flatMap((step) => Object.keys(step))
    expect(kinds.filter((kind) => kind === 'expect').length).toBeGreaterThanOrEqual(8)
    expect(kinds).toEqual(expect.arrayContaining(['set', 'refuse']))
    expect(kinds.some((kind) => kind === 'restart' || kind === 'down')).toBe(true)
  })

  it('fails its tests when it is spoiled', async () => {
    const source = textOf(`${name}.grid`)
    const wrong = source.replace(from, to)
    expect(wrong).not.toBe(source)
    // It must fail by its figures, not because it is no model any more.
    expect(mistakesIn(wrong)).toEqual([])
    const { failed } = await runModelTests(file === undefined ? [] : [file], {
      readModel: () => wrong,
    })
    expect(failed).toBeGreaterThan(0)
  })
})
