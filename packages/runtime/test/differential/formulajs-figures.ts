// Where Formula.js 4.6 does something else. It is a library of functions without cells, so much of what
// a spreadsheet checks or converts is left to its caller. Excel decides what we do.
// Here: functions of numbers.

import {
  at,
  badArgument,
  type Condition,
  type Difference,
  either,
  holding,
  notWhole,
  noValue,
  otherCase,
  otherError,
  refused,
  roughly,
  unchecked,
} from './difference.ts'

const beyond32Bits: Condition = ({ here }) => typeof here !== 'number' || here >= 2 ** 31
const large = holding((cell) => typeof cell === 'number' && Math.abs(cell) >= 2 ** 31)
const criteria = holding(
  (cell) => typeof cell === 'string' && (/[*?<>=]/.test(cell) || /[a-z]/i.test(cell)),
)

export const formulajsFigures: readonly Difference[] = [
  {
    peer: 'formulajs',
    functions: '*',
    when: badArgument,
    why: 'A bad argument is #NUM! in one program and #VALUE! in the other. We give what Excel documents.',
  },
  {
    peer: 'formulajs',
    functions: '*',
    when: noValue,
    why: 'It throws, or gives NaN, infinity or undefined, where Excel gives an error and so do we.',
  },
  {
    peer: 'formulajs',
    functions: `ASINH BESSELI BETA.DIST BETA.INV BETAINV BINOM.DIST BINOMDIST
      CHISQ.TEST CHITEST CONFIDENCE.T COTH CUMIPMT F.DIST F.DIST.RT F.INV F.INV.RT GAMMA IRR
      NEGBINOM.DIST T.DIST.2T T.DIST.RT T.INV T.INV.2T TDIST DOLLARDE TRUNC`,
    rarely: 'CSCH STDEVA',
    when: roughly,
    why: 'It approximates, ends iterations early, rounds results or loses digits near zero. Ours agree with references to twelve digits.',
  },
  {
    peer: 'formulajs',
    functions: 'BESSELJ',
    when: at(0, (x) => Math.abs(Number(x)) >= 8),
    why: 'From 8 on the fit of Excel for order 1 has one term twice, and seven digits. Ours is that of Excel.',
  },
  {
    peer: 'formulajs',
    functions: 'BESSELI',
    why: 'For a negative x its approximation is off in the third digit and beyond x = 10 in the first. Ours is that of Excel, right to eight.',
  },
  {
    peer: 'formulajs',
    functions: 'CHISQ.TEST CHITEST',
    why: 'It rounds the result to six decimals, and its sum of a far tail fails. Excel gives all digits.',
  },
  {
    peer: 'formulajs',
    functions: 'LOGEST',
    why: 'It rounds the results to six decimals, and wants the known x. Excel does neither.',
  },
  {
    peer: 'formulajs',
    functions: 'LINEST',
    why: 'Without known x they are 1, 2, 3 in Excel. It gives no numbers then.',
  },
  {
    peer: 'formulajs',
    functions: 'ACOT',
    when: at(0, (x) => Number(x) < 0),
    why: 'Excel documents an angle from 0 to pi, so ACOT(-1) is 2.36. It gives the arc tangent of 1/x, which is negative.',
  },
  {
    peer: 'formulajs',
    functions: 'ATAN2',
    why: 'Excel takes x before y. It takes y first, as JavaScript does.',
  },
  {
    peer: 'formulajs',
    functions: 'ASINH COTH FISHERINV TANH',
    when: refused,
    why: 'It takes large powers off each other and is left with no number. Excel gives the limit.',
  },
  {
    peer: 'formulajs',
    functions: 'BITAND BITOR BITXOR',
    when: large,
    why: 'Excel has 48 bits. It works with 32 of them, signed.',
  },
  {
    peer: 'formulajs',
    functions: 'BITLSHIFT BITRSHIFT',
    when: either(large, beyond32Bits),
    why: 'Excel has 48 bits, and more is #NUM!. It works with 32 of them, signed.',
  },
  {
    peer: 'formulajs',
    functions: 'BASE BIN2HEX DEC2HEX OCT2HEX',
    when: otherCase,
    why: 'Excel writes digits beyond 9 in capitals. It writes small letters.',
  },
  {
    peer: 'formulajs',
    functions: 'DECIMAL',
    when: unchecked,
    why: 'A digit that the base has not is #NUM! in Excel. It reads up to it.',
  },
  {
    peer: 'formulajs',
    functions: 'ARABIC',
    when: refused,
    why: 'Excel reads small letters too. It refuses them.',
  },
  {
    peer: 'formulajs',
    functions: 'ROMAN',
    why: 'The form makes numerals shorter in Excel. It writes the classic form only.',
  },
  {
    peer: 'formulajs',
    functions: 'ISO.CEILING',
    why: 'The significance is 1 if it is left out, and its sign does not matter. It takes 0, and refuses or goes by the sign.',
  },
  {
    peer: 'formulajs',
    functions: 'FLOOR',
    why: 'These work on the decimal digits of a number, as in Excel, and FLOOR(0, 0) is 0. It works on binary fractions, and divides by 0.',
  },
  {
    peer: 'formulajs',
    functions: 'MOD',
    why: 'The result has the sign of the divisor in Excel. It is wrong for a negative divisor.',
  },
  {
    peer: 'formulajs',
    functions: 'QUOTIENT ROUNDUP TRUNC',
    rarely: 'ROUNDDOWN',
    when: ({ here, there }) => typeof here === 'number' && typeof there === 'number',
    why: 'It goes through the text of a number, and reads one with an exponent up to its first letter. Excel works on the digits.',
  },
  {
    peer: 'formulajs',
    functions: 'COMBINA',
    when: refused,
    why: 'More may be chosen than there are kinds, as in Excel: COMBINA(6, 9) is 2002. It refuses that.',
  },
  {
    peer: 'formulajs',
    functions: 'ERF',
    when: ({ args }) => args.length > 1,
    why: 'With two limits it is the integral between them in Excel. It leaves the second out.',
  },
  {
    peer: 'formulajs',
    functions: 'DOLLARDE',
    when: at(1, (fraction) => Math.trunc(Number(fraction)) === 1),
    why: 'With a fraction of 1 there is nothing to convert, as in Excel. It rounds digits away.',
  },
  {
    peer: 'formulajs',
    functions: 'CONVERT',
    why: 'Temperatures and spoons convert as in Excel. It does not convert temperatures, has rounded factors, and an electron volt that is off by a power of ten.',
  },
  {
    peer: 'formulajs',
    functions: '',
    rarely: 'COMPLEX',
    why: 'An imaginary part of -1 is written -i, as in Excel. It writes -1i.',
  },
  {
    peer: 'formulajs',
    functions: 'IMLN IMLOG10 IMLOG2 IMARGUMENT IMPOWER IMSQRT',
    why: 'The angle of a number left of the axis is that of Excel. It takes the arc tangent of the quotient, gives -pi for a negative number, and refuses 0.',
  },
  {
    peer: 'formulajs',
    functions: 'IMAGINARY IMREAL IMDIV IMPRODUCT IMSINH IMSUB IMSUM IMCSCH IMTAN IMCOT',
    rarely: 'IMSIN IMCSC',
    why: 'A part is a number and a complex number is a text, as in Excel. It mixes them for real numbers and 0.',
  },
  {
    peer: 'formulajs',
    functions: 'AVERAGEIF AVERAGEIFS COUNTIF COUNTIFS MAXIFS MINIFS SUMIF SUMIFS',
    when: either(
      criteria,
      unchecked,
      holding((cell) => cell === '' || cell === null),
    ),
    why: 'Texts fit without regard to case, wildcards count, comparisons go by kind, and nothing that fits is #DIV/0! for a mean, as in Excel. Its criteria are expressions of JavaScript.',
  },
  {
    peer: 'formulajs',
    functions: 'COUNTA',
    when: holding((cell) => cell === ''),
    why: 'An empty text counts in Excel, since the cell is not empty. It does not count it.',
  },
  {
    peer: 'formulajs',
    functions: 'MAXA MINA STDEVA STDEVPA VARA VARPA',
    when: holding((cell) => cell === null || typeof cell === 'string'),
    why: 'A text is 0 and an empty cell does not count, as in Excel. It reads digits in texts and takes an empty cell for 0.',
  },
  {
    peer: 'formulajs',
    functions: 'AGGREGATE MODE.MULT MODE.SNGL',
    why: 'Without a repeated number there is no mode, #N/A, and of several the first one counts, as in Excel. It sorts them and gives one anyway.',
  },
  {
    peer: 'formulajs',
    functions: 'PERCENTRANK.EXC PERCENTRANK.INC',
    why: 'A value outside the data is #N/A in Excel, and one between two is interpolated from the places next to it. It gives 0, and starts from the first of repeated values.',
  },
  {
    peer: 'formulajs',
    functions: 'QUARTILE.INC',
    when: refused,
    why: 'Quarts 0 and 4 are the least and the greatest number in Excel. It refuses them.',
  },
  {
    peer: 'formulajs',
    functions: 'RANK.AVG RANK.EQ',
    when: unchecked,
    why: 'A number that is not in the list is #N/A in Excel. It gives 0.',
  },
  {
    peer: 'formulajs',
    functions: 'TRIMMEAN',
    why: 'A share too small for one value at each end leaves out none, as Excel documents. It leaves out one anyway.',
  },
  {
    peer: 'formulajs',
    functions: 'TREND',
    why: 'Without new x the known ones are taken, as Excel documents. It takes the number 1.',
  },
  {
    peer: 'formulajs',
    functions: 'CHIDIST CHIINV FDIST FINV LOGNORMDIST NORMSDIST TINV',
    why: 'The older names are the right tail, or cumulative, or two tails, as Excel documents. It takes them for the newer functions.',
  },
  {
    peer: 'formulajs',
    functions: 'BETADIST',
    when: refused,
    why: 'The older name has no cumulative argument in Excel. It asks for it.',
  },
  {
    peer: 'formulajs',
    functions: `CHISQ.DIST CHISQ.DIST.RT CHISQ.INV CHISQ.INV.RT F.DIST F.DIST.RT F.INV F.INV.RT
      NEGBINOM.DIST NEGBINOMDIST T.INV T.INV.2T T.DIST.RT T.DIST.2T`,
    when: notWhole,
    why: 'Degrees of freedom and counts are left without their fraction, as Excel documents. It keeps the fraction.',
  },
  {
    peer: 'formulajs',
    functions: 'CHISQ.DIST.RT CHISQ.INV.RT F.INV HYPGEOM.DIST T.DIST T.DIST.RT',
    when: either(refused, otherError),
    why: 'These are defined over the whole range that Excel documents: x from 0 on, or of any sign. It refuses parts of it.',
  },
  {
    peer: 'formulajs',
    functions: `BINOM.DIST BINOMDIST CHISQ.DIST CHISQ.INV EXPON.DIST EXPONDIST F.DIST GAMMAINV IPMT
      LOGINV LOGNORM.DIST LOGNORM.INV NEGBINOM.DIST NEGBINOMDIST NORM.INV NORM.S.INV NORMINV
      NORMSINV PPMT STANDARDIZE WEIBULL.DIST DATE`,
    rarely: 'LOG PERMUTATIONA',
    when: unchecked,
    why: 'Excel documents #NUM! for these arguments: a negative x or deviation, a probability of 0 or 1, a period outside the term. It does not check them.',
  },
  {
    peer: 'formulajs',
    functions: 'VARPA',
    rarely: 'SLN',
    when: otherError,
    why: 'A division by zero is #DIV/0! in Excel. It gives #NUM!.',
  },
  {
    peer: 'formulajs',
    functions: 'F.TEST FTEST',
    why: 'The test gives the two-tailed chance, as Excel documents. It gives the quotient of the variances.',
  },
  {
    peer: 'formulajs',
    functions: 'T.TEST TTEST',
    why: 'Tails and type choose the test, as Excel documents. It leaves them out, and always makes the same one.',
  },
  {
    peer: 'formulajs',
    functions: '',
    rarely: 'DB',
    when: refused,
    why: 'A first year of fewer months leaves a last period after the life, as Excel documents. It refuses that one.',
  },
  {
    peer: 'formulajs',
    functions: 'TBILLEQ TBILLPRICE TBILLYIELD',
    why: 'Days are counted by the calendar, as in Excel. It counts months of 30 days.',
  },
  {
    peer: 'formulajs',
    functions: 'ACCRINT DISC PRICEDISC',
    rarely: 'COUPDAYS',
    why: 'Interest goes by coupon periods, a leap year has 366 days in basis 1, and month ends are those of Excel. It uses one year fraction for all.',
  },
  {
    peer: 'formulajs',
    functions: 'XIRR',
    when: refused,
    why: 'We find a rate wherever there is one. It gives up on a large loss.',
  },
]
