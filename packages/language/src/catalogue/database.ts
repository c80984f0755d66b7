// Summaries of a table with a header row. `field` is a column by its header or its number; the criteria
// are a table too: conditions in one row must all hold, of several rows any one.

import { rows } from './rows.ts'

const table = '["tree", "height"; "apple", 18; "pear", 12; "apple", 14]'
const apples = '["tree"; "apple"]'

export const database = rows(
  'database',
  `
DAVERAGE(database, field, criteria: array) → number
  The mean of a column over the rows that fit.
  DAVERAGE(${table}, "height", ${apples}) → 16
DCOUNT(database, field, criteria: array) → number
  How many numbers a column has in the rows that fit.
  DCOUNT(${table}, "height", ["height"; ">13"]) → 2
DCOUNTA(database, field, criteria: array) → number
  How many values a column has in the rows that fit.
  DCOUNTA(${table}, "tree", ${apples}) → 2
DGET(database, field, criteria: array) → any
  The value of a column in the one row that fits; none is #VALUE!, several are #NUM!.
  DGET(${table}, "height", ["tree"; "pear"]) → 12
DMAX(database, field, criteria: array) → number
  The largest number of a column over the rows that fit.
  DMAX(${table}, "height", ${apples}) → 18
DMIN(database, field, criteria: array) → number
  The smallest number of a column over the rows that fit.
  DMIN(${table}, "height", ${apples}) → 14
DPRODUCT(database, field, criteria: array) → number
  The product of a column over the rows that fit.
  DPRODUCT(${table}, "height", ${apples}) → 252
DSTDEV(database, field, criteria: array) → number
  The standard deviation of a column, taken as a sample, over the rows that fit.
  ROUND(DSTDEV(${table}, "height", ${apples}), 6) → 2.828427
DSTDEVP(database, field, criteria: array) → number
  The standard deviation of a column, taken as a whole population, over the rows that fit.
  DSTDEVP(${table}, "height", ${apples}) → 2
DSUM(database, field, criteria: array) → number
  The sum of a column over the rows that fit.
  DSUM(${table}, 2, ${apples}) → 32
DVAR(database, field, criteria: array) → number
  The variance of a column, taken as a sample, over the rows that fit.
  DVAR(${table}, "height", ${apples}) → 8
DVARP(database, field, criteria: array) → number
  The variance of a column, taken as a whole population, over the rows that fit.
  DVARP(${table}, "height", ${apples}) → 4
`,
)
