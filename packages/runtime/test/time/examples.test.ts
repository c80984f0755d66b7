// Goal: every example that the catalogue shows for a date, time or financial function is true.
// Method: both sides of each example are parsed and worked out, and compared.
import { catalogue } from '@cellwake/language'
import { expect, it } from 'vitest'
import { bondFunctions } from '../../src/functions/bonds.ts'
import { couponFunctions } from '../../src/functions/coupons.ts'
import { dateFunctions } from '../../src/functions/date.ts'
import { depreciationFunctions } from '../../src/functions/depreciation.ts'
import { financialFunctions } from '../../src/functions/financial.ts'
import { oddBondFunctions } from '../../src/functions/odd-bonds.ts'
import { rateFunctions } from '../../src/functions/rates.ts'
import { timeFunctions } from '../../src/functions/time.ts'
import { workdayFunctions } from '../../src/functions/workdays.ts'
import { bare, evaluator, examplesOf } from './evaluate.ts'
import { withBerlin } from './zones.ts'

const functions = {
  ...dateFunctions,
  ...workdayFunctions,
  ...timeFunctions,
  ...financialFunctions,
  ...rateFunctions,
  ...depreciationFunctions,
  ...couponFunctions,
  ...bondFunctions,
  ...oddBondFunctions,
}
const run = evaluator(functions)

it.each(examplesOf(functions))('$formula is $result', ({ formula, result }) => {
  withBerlin('as an extra zone', () => {
    expect(bare(run(formula))).toStrictEqual(bare(run(result)))
  })
})

it('every date, time and financial function of the catalogue is there', () => {
  const wanted = catalogue.names.filter((name) =>
    ['date', 'financial'].includes(catalogue.get(name)!.category),
  )
  expect(Object.keys(functions).sort()).toStrictEqual([...wanted].sort())
})
