// How two or more rows of figures go together: correlation, trend lines and tests.

import { rows } from './rows.ts'

export const regression = rows(
  'statistics',
  `
CHISQ.TEST(actual_range, expected_range) → number
  The chance of counts that differ from the expected ones at least as much as these do.
  CHISQ.TEST([10; 20; 30], [10; 20; 30]) → 1
  ROUND(CHISQ.TEST([20, 30, 50], [25, 25, 50]), 6) → 0.367879
CONFIDENCE.NORM(alpha, standard_dev, size) → number
  Half the width of the interval that holds the mean, when the standard deviation is known.
  ROUND(CONFIDENCE.NORM(0.05, 2.5, 50), 6) → 0.692952
CONFIDENCE.T(alpha, standard_dev, size) → number
  Half the width of the interval that holds the mean, by Student's distribution.
  ROUND(CONFIDENCE.T(0.05, 1, 50), 6) → 0.284197
CORREL(array1, array2) → number
  How closely two rows of figures follow each other, from -1 to 1.
  ROUND(CORREL([1, 2, 3], [2, 4, 6]), 9) → 1
COVARIANCE.P(array1, array2) → number
  The covariance of a whole population.
  COVARIANCE.P([1, 2, 3, 4], [2, 4, 6, 8]) → 2.5
COVARIANCE.S(array1, array2) → number
  The covariance, estimated from a sample.
  COVARIANCE.S([1, 2, 3], [2, 4, 6]) → 2
F.TEST(array1, array2) → number
  The chance that two samples with equal variances differ as much as these do.
  ROUND(F.TEST([1, 2, 3], [4, 5, 6]), 9) → 1
FISHER(x) → number
  Fisher's transformation of a correlation.
  ROUND(FISHER(0.75), 6) → 0.972955
FISHERINV(y) → number
  Undoes Fisher's transformation.
  ROUND(FISHERINV(0.972955), 6) → 0.75
FORECAST.LINEAR(x, known_ys, known_xs) → number
  The value at x of the straight line that fits the known points best.
  ROUND(FORECAST.LINEAR(5, [2, 4, 6], [1, 2, 3]), 9) → 10
GROWTH(known_ys, [known_xs], [new_xs], [const]) → array
  Values of the exponential curve that fits the known points best.
  ROUND(GROWTH([2; 4; 8], [1; 2; 3], [4; 5]), 6) → [16; 32]
INTERCEPT(known_ys, known_xs) → number
  Where the straight line that fits best meets the y axis.
  ROUND(INTERCEPT([3, 5, 7], [1, 2, 3]), 9) → 1
LINEST(known_ys, [known_xs], [const], [stats]) → array
  The slopes and the intercept of the straight line that fits best, last slope first; with stats, five rows.
  ROUND(LINEST([3; 5; 7], [1; 2; 3]), 9) → [2, 1]
LOGEST(known_ys, [known_xs], [const], [stats]) → array
  The factors and the constant of the exponential curve that fits best; with stats, five rows.
  ROUND(LOGEST([6; 12; 24], [1; 2; 3]), 6) → [2, 3]
PEARSON(array1, array2) → number
  Pearson's correlation of two rows of figures.
  ROUND(PEARSON([1, 2, 3], [3, 2, 1]), 9) → -1
RSQ(known_ys, known_xs) → number
  The square of the correlation.
  ROUND(RSQ([2, 4, 6], [1, 2, 3]), 9) → 1
SLOPE(known_ys, known_xs) → number
  How steep the straight line is that fits best.
  ROUND(SLOPE([3, 5, 7], [1, 2, 3]), 9) → 2
STEYX(known_ys, known_xs) → number
  The standard error of the y values that a straight line predicts.
  ROUND(STEYX([1, 3, 2], [1, 2, 3]), 6) → 1.224745
T.TEST(array1, array2, tails, type) → number
  The chance that two samples with one mean differ as much as these; type 1 is paired, 2 equal and 3
  unequal variances.
  ROUND(T.TEST([1, 2, 3], [2, 4, 6], 2, 1), 6) → 0.07418
  ROUND(T.TEST([1, 2, 3], [2, 4, 6], 2, 2), 4) → 0.1963
TREND(known_ys, [known_xs], [new_xs], [const]) → array
  Values of the straight line that fits the known points best.
  ROUND(TREND([3; 5; 7], [1; 2; 3], [4; 5]), 9) → [9; 11]
Z.TEST(array, x, [sigma]) → number
  The chance that the mean of a sample lies above the one found, if the true mean is x.
  ROUND(Z.TEST([1, 2, 3], 2), 6) → 0.5
`,
)
