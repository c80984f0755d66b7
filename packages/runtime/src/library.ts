// All functions, from the files of their areas.

import { aggregateFunctions } from './functions/aggregates.ts'
import { arrayFunctions } from './functions/array.ts'
import { bondFunctions } from './functions/bonds.ts'
import { compatibilityFunctions } from './functions/compatibility.ts'
import { complexFunctions } from './functions/complex.ts'
import { couponFunctions } from './functions/coupons.ts'
import { databaseFunctions } from './functions/database.ts'
import { dateFunctions } from './functions/date.ts'
import { depreciationFunctions } from './functions/depreciation.ts'
import { distributionFunctions } from './functions/distributions.ts'
import { engineeringFunctions } from './functions/engineering.ts'
import { financialFunctions } from './functions/financial.ts'
import { informationFunctions } from './functions/information.ts'
import { lambdaFunctions } from './functions/lambda.ts'
import { logicalFunctions } from './functions/logical.ts'
import { lookupFunctions } from './functions/lookup.ts'
import { mathFunctions } from './functions/math.ts'
import { matrixFunctions } from './functions/matrices.ts'
import { numeralFunctions } from './functions/numerals.ts'
import { objectFunctions } from './functions/object.ts'
import { oddBondFunctions } from './functions/odd-bonds.ts'
import { rateFunctions } from './functions/rates.ts'
import { regressionFunctions } from './functions/regression.ts'
import { roundingFunctions } from './functions/rounding.ts'
import { statisticsFunctions } from './functions/statistics.ts'
import { sumFunctions } from './functions/sums.ts'
import { textFunctions } from './functions/text.ts'
import { timeFunctions } from './functions/time.ts'
import { trigonometryFunctions } from './functions/trigonometry.ts'
import { webFunctions } from './functions/web.ts'
import { wholeNumberFunctions } from './functions/whole-numbers.ts'
import { workdayFunctions } from './functions/workdays.ts'
import type { Functions } from './functions.ts'

export const functions: Functions = {
  ...mathFunctions,
  ...roundingFunctions,
  ...trigonometryFunctions,
  ...wholeNumberFunctions,
  ...numeralFunctions,
  ...sumFunctions,
  ...aggregateFunctions,
  ...matrixFunctions,
  ...dateFunctions,
  ...workdayFunctions,
  ...timeFunctions,
  ...financialFunctions,
  ...rateFunctions,
  ...depreciationFunctions,
  ...couponFunctions,
  ...bondFunctions,
  ...oddBondFunctions,
  ...textFunctions,
  ...webFunctions,
  ...lookupFunctions,
  ...arrayFunctions,
  ...logicalFunctions,
  ...informationFunctions,
  ...lambdaFunctions,
  ...statisticsFunctions,
  ...databaseFunctions,
  ...objectFunctions,
  ...engineeringFunctions,
  ...complexFunctions,
  ...distributionFunctions,
  ...regressionFunctions,
  ...compatibilityFunctions,
}
