// Counts, averages, extremes, ranks and spreads.

import { rows } from './rows.ts'

export const statistics = rows(
  'statistics',
  `
AVEDEV(number1, …) → number
  The average distance of the numbers from their mean.
  AVEDEV(2, 4, 6, 8) → 2
AVERAGE(number1, …) → number
  The arithmetic mean. Text, logical values and blanks in a range or array are left out.
  AVERAGE(1, 2, 6) → 3
AVERAGEA(value1, …) → number
  The mean with text counted as 0, TRUE as 1 and FALSE as 0.
  AVERAGEA([1, TRUE, "x", 2]) → 1
AVERAGEIF(range, criteria, [average_range]) → number, sees errors
  The mean of the numbers whose cell meets a condition.
  AVERAGEIF([1, 5, 9], ">4") → 7
AVERAGEIFS(average_range, criteria_range1, criteria1, …) → number, sees errors
  The mean of the numbers whose row meets every condition.
  AVERAGEIFS([10, 20, 60], ["a", "b", "a"], "a", [1, 1, 1], 1) → 35
AVERAGE.WEIGHTED(values, weights) → number
  The mean in which each value counts by its weight.
  AVERAGE.WEIGHTED([10, 20], [3, 1]) → 12.5
COUNT(value1, …) → number, sees errors
  How many numbers and datetimes there are. Errors do not count.
  COUNT([1, "x", 3, #N/A]) → 2
COUNTA(value1, …) → number, sees errors
  How many values are not blank, errors included.
  COUNTA([1, "x", BLANK, #N/A]) → 3
COUNTBLANK(range) → number, sees errors
  How many cells are blank or hold an empty text.
  COUNTBLANK([1, BLANK, ""]) → 2
COUNTIF(range, criteria) → number, sees errors
  How many cells meet a condition. Text may hold the wildcards * and ?.
  COUNTIF([1, 5, 9], ">=5") → 2
  COUNTIF(["apple", "pear", "apricot"], "ap*") → 2
COUNTIFS(criteria_range1, criteria1, …) → number, sees errors
  How many rows meet every condition.
  COUNTIFS([1, 5, 9], ">1", ["a", "a", "b"], "a") → 1
COUNTUNIQUE(value1, …) → number, sees errors
  How many different values there are. Blanks and errors do not count, and upper and lower case are equal.
  COUNTUNIQUE([3, 1, 3, "a", "A"]) → 3
DEVSQ(number1, …) → number
  The sum of the squared distances from the mean.
  DEVSQ(1, 2, 3) → 2
FREQUENCY(data_array, bins_array) → array
  How many numbers fall at or below each bound and above the one before; a last element counts the rest.
  FREQUENCY([1, 2, 3, 4, 9], [2, 4]) → [2; 2; 1]
GEOMEAN(number1, …) → number
  The geometric mean of positive numbers.
  ROUND(GEOMEAN(2, 8), 9) → 4
HARMEAN(number1, …) → number
  The harmonic mean of positive numbers.
  ROUND(HARMEAN(2, 6), 9) → 3
KURT(number1, …) → number
  How heavy the tails of a sample are, compared with a normal distribution.
  ROUND(KURT(1, 2, 3, 4, 5), 6) → -1.2
LARGE(array, k) → number
  The k-th largest number.
  LARGE([3, 9, 5], 2) → 5
MAX(number1, …) → number
  The largest number; 0 if there is none.
  MAX(3, 9, 5) → 9
MAXA(value1, …) → number
  The largest value, with TRUE as 1, FALSE and text as 0.
  MAXA([0.5, TRUE]) → 1
MAXIFS(max_range, criteria_range1, criteria1, …) → number, sees errors
  The largest number whose row meets every condition.
  MAXIFS([3, 9, 5], ["a", "b", "a"], "a") → 5
MEDIAN(number1, …) → number
  The middle number, or the mean of the two in the middle.
  MEDIAN(1, 9, 3, 5) → 4
MIN(number1, …) → number
  The smallest number; 0 if there is none.
  MIN(3, 9, 5) → 3
MINA(value1, …) → number
  The smallest value, with TRUE as 1, FALSE and text as 0.
  MINA([5, 3, FALSE]) → 0
MINIFS(min_range, criteria_range1, criteria1, …) → number, sees errors
  The smallest number whose row meets every condition.
  MINIFS([3, 9, 5], ["a", "b", "b"], "b") → 5
MODE.MULT(number1, …) → array
  The numbers that occur most often, as a column, in the order in which they first appear.
  MODE.MULT(1, 2, 2, 3, 3) → [2; 3]
MODE.SNGL(number1, …) → number
  The number that occurs most often; the first of them if there are several.
  MODE.SNGL(1, 2, 2, 3) → 2
PERCENTILE.EXC(array, k) → number
  The value below which a share k lies, counted without the two ends.
  PERCENTILE.EXC([1, 2, 3, 4], 0.4) → 2
PERCENTILE.INC(array, k) → number
  The value below which a share k lies; 0 gives the smallest and 1 the largest.
  PERCENTILE.INC([1, 2, 3, 4, 5], 0.5) → 3
PERCENTRANK.EXC(array, x, [significance]) → number
  Where a value stands among the others as a share, counted without the two ends, cut to three digits.
  PERCENTRANK.EXC([1, 2, 3, 4], 2) → 0.4
PERCENTRANK.INC(array, x, [significance]) → number
  Where a value stands among the others as a share from 0 to 1, cut to three digits.
  PERCENTRANK.INC([1, 2, 3, 4, 5], 4) → 0.75
PERMUT(number, number_chosen) → number
  In how many orders a group can be chosen.
  PERMUT(5, 2) → 20
PERMUTATIONA(number, number_chosen) → number
  In how many orders a group can be chosen when the same thing may be taken again.
  PERMUTATIONA(3, 2) → 9
PROB(x_range, prob_range, lower_limit, [upper_limit]) → number
  The chance that a value lies between two limits, or equals the first.
  PROB([1, 2, 3], [0.25, 0.5, 0.25], 2, 3) → 0.75
QUARTILE.EXC(array, quart) → number
  The first, second or third quartile, counted without the two ends.
  QUARTILE.EXC([1, 2, 3], 1) → 1
QUARTILE.INC(array, quart) → number
  A quartile, from 0 for the smallest value to 4 for the largest.
  QUARTILE.INC([1, 2, 3, 4, 5], 1) → 2
RANK.AVG(number, ref: array, [order]) → number
  The place of a number in a list, from the top unless the order is not 0. Equal ones share the mean place.
  RANK.AVG(5, [9, 5, 5, 1]) → 2.5
RANK.EQ(number, ref: array, [order]) → number
  The place of a number in a list, from the top unless the order is not 0. Equal ones share the best place.
  RANK.EQ(5, [9, 5, 5, 1]) → 2
SKEW(number1, …) → number
  How lopsided a sample is: positive if its longer tail is above the mean.
  SKEW(1, 2, 3) → 0
SKEW.P(number1, …) → number
  How lopsided a whole population is.
  ROUND(SKEW.P(1, 1, 4), 6) → 0.707107
SMALL(array, k) → number
  The k-th smallest number.
  SMALL([3, 9, 5], 2) → 5
STANDARDIZE(x, mean, standard_dev) → number
  How many standard deviations a value lies above the mean.
  STANDARDIZE(42, 40, 4) → 0.5
STDEV.P(number1, …) → number
  The standard deviation of a whole population.
  STDEV.P(2, 4, 4, 4, 5, 5, 7, 9) → 2
STDEV.S(number1, …) → number
  The standard deviation, estimated from a sample.
  STDEV.S(1, 3, 5) → 2
STDEVA(value1, …) → number
  The standard deviation of a sample, with TRUE as 1, FALSE and text as 0.
  STDEVA([TRUE, 3, 5]) → 2
STDEVPA(value1, …) → number
  The standard deviation of a population, with TRUE as 1, FALSE and text as 0.
  STDEVPA([FALSE, 4]) → 2
TRIMMEAN(array, percent) → number
  The mean without a share of the numbers, half of it cut from each end.
  TRIMMEAN([1, 4, 5, 6, 100], 0.4) → 5
VAR.P(number1, …) → number
  The variance of a whole population.
  VAR.P(2, 4, 4, 4, 5, 5, 7, 9) → 4
VAR.S(number1, …) → number
  The variance, estimated from a sample.
  VAR.S(1, 3, 5) → 4
VARA(value1, …) → number
  The variance of a sample, with TRUE as 1, FALSE and text as 0.
  VARA([TRUE, 3, 5]) → 4
VARPA(value1, …) → number
  The variance of a population, with TRUE as 1, FALSE and text as 0.
  VARPA([FALSE, 4]) → 4
`,
)
