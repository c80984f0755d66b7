// Where HyperFormula 3.5 does something else on purpose or by mistake. Excel decides what we do.
// Here: functions of numbers.

import { isFailure } from './argument.ts'
import {
  at,
  badArgument,
  both,
  type Condition,
  type Difference,
  holding,
  holdingError,
  holdingFraction,
  holdingOther,
  notWhole,
  otherError,
  refused,
  roughly,
  unchecked,
} from './difference.ts'

const numbers: Condition = ({ here, there }) =>
  typeof here === 'number' && typeof there === 'number'
const beyondThe32Bits = holding((cell) => Math.abs(Number(cell)) >= 2 ** 31)
const textOrder = holding((cell) => cell === '>b')
const theirsNotAvailable: Condition = ({ there }) => isFailure(there) && there.error === 'N/A'

export const hyperformulaFigures: readonly Difference[] = [
  {
    peer: 'hyperformula',
    functions: '*',
    when: badArgument,
    why: 'A bad argument is #NUM! in one program and #VALUE! in the other. We give what Excel documents.',
  },
  {
    peer: 'hyperformula',
    functions: `BESSELI BETA.DIST BETA.INV BETAINV BINOM.DIST BINOMDIST
      CONFIDENCE.T F.DIST F.DIST.RT F.INV F.INV.RT F.TEST FDIST FINV FTEST GAMMA T.DIST
      T.DIST.2T T.DIST.RT T.INV T.INV.2T T.TEST TDIST TINV TTEST`,
    rarely: 'CHISQ.TEST CHITEST',
    when: roughly,
    why: 'It approximates to some eight digits, with polynomials or iterations that end early. Ours agree with references to twelve.',
  },
  {
    peer: 'hyperformula',
    functions: 'BESSELJ',
    when: at(0, (x) => Math.abs(Number(x)) >= 8),
    why: 'From 8 on the fit of Excel for order 1 has one term twice, and seven digits. Ours is that of Excel.',
  },
  {
    peer: 'hyperformula',
    functions: 'BESSELI',
    why: 'For a negative x its approximation is off in the third digit and beyond x = 10 in the first. Ours is that of Excel, right to eight.',
  },
  {
    peer: 'hyperformula',
    functions: 'ACOT',
    when: at(0, (x) => Number(x) < 0),
    why: 'Excel documents an angle from 0 to pi, so ACOT(-1) is 2.36. It gives the arc tangent of 1/x, which is negative.',
  },
  {
    peer: 'hyperformula',
    functions: 'BITAND BITOR BITXOR',
    when: beyondThe32Bits,
    why: 'Excel has 48 bits. It works with 32 of them, signed.',
  },
  {
    peer: 'hyperformula',
    functions: 'CEILING.MATH FLOOR.MATH',
    when: at(2, (mode) => mode !== undefined && Number(mode) !== 1),
    why: 'In Excel any mode but 0 reverses the direction. It knows only 1.',
  },
  {
    peer: 'hyperformula',
    functions: 'CEILING',
    when: at(1, (significance) => Number(significance) === 0),
    why: 'CEILING to a significance of 0 is 0 in Excel. It gives #DIV/0!.',
  },
  {
    peer: 'hyperformula',
    functions: 'INT',
    when: numbers,
    why: 'INT rounds down in Excel, so INT(-0.5) is -1. It rounds toward zero.',
  },
  {
    peer: 'hyperformula',
    functions: 'MOD ROUNDUP TRUNC',
    rarely: 'MROUND ROUND ROUNDDOWN',
    when: numbers,
    why: 'These work on the decimal digits of a number, as in Excel: ROUNDUP(4.23, 2) is 4.23 and MOD(11, 1.1) is 0. It works on binary fractions.',
  },
  {
    peer: 'hyperformula',
    functions: 'ROUNDDOWN',
    when: refused,
    why: 'More digits than a number has leave it as it is, and fewer leave 0. It gives #NUM! where the power of ten is beyond all numbers.',
  },
  {
    peer: 'hyperformula',
    functions: 'CUMPRINC',
    rarely: 'PPMT',
    when: numbers,
    why: 'At a high rate it takes huge powers off each other, and few digits are left. Ours are worked out without that.',
  },
  {
    peer: 'hyperformula',
    functions: '',
    rarely: 'DB',
    when: numbers,
    why: 'Something worth more at the end than at the start depreciates by a negative sum, by the formula. It gives 0.',
  },
  {
    peer: 'hyperformula',
    functions: 'DOLLARDE DOLLARFR',
    when: at(1, (fraction) => Math.trunc(Number(fraction)) === 1),
    why: 'With a fraction of 1 there is nothing to convert, as in Excel. It reads the first digit as whole units.',
  },
  {
    peer: 'hyperformula',
    functions: 'BETADIST HYPGEOMDIST LOGNORMDIST NEGBINOMDIST NORMSDIST',
    when: theirsNotAvailable,
    why: 'The older names have no cumulative argument in Excel. It takes them for the newer functions and asks for it.',
  },
  {
    peer: 'hyperformula',
    functions: 'AVERAGEIF COUNTIF COUNTIFS MAXIFS MINIFS SUMIFS',
    rarely: 'SUMIF',
    when: textOrder,
    why: 'A criterion such as ">b" compares texts in Excel. It compares numbers only, and gives #VALUE!.',
  },
  {
    peer: 'hyperformula',
    functions: '',
    rarely: 'AVERAGEIF FILTER MINIFS',
    when: holdingError,
    why: 'An error that fits the condition is the result, as in Excel. It passes over some of them.',
  },
  {
    peer: 'hyperformula',
    functions: 'COUNTUNIQUE',
    when: holding((cell) => cell === null || cell === ''),
    why: 'Excel has no such function. As in Google Sheets, empty cells do not count; it counts them as one value.',
  },
  {
    peer: 'hyperformula',
    functions: 'COUNTUNIQUE',
    why: 'Texts that differ only by case are one value here, as everywhere in the language. It tells them apart.',
  },
  {
    peer: 'hyperformula',
    functions: 'DECIMAL HEX2BIN',
    when: holding((cell) => typeof cell === 'string' && /[a-z]/.test(cell)),
    why: 'Excel reads digits in small letters too. It refuses them.',
  },
  {
    peer: 'hyperformula',
    functions: 'FACTDOUBLE',
    when: at(0, (x) => Number(x) === -1),
    why: 'FACTDOUBLE(-1) is 1 in Excel. It refuses every negative number.',
  },
  {
    peer: 'hyperformula',
    functions: '',
    rarely: 'FACT',
    when: both(refused, notWhole),
    why: 'The fraction is left out first, as Excel documents, so -0.3 is 0. It looks at the sign first.',
  },
  {
    peer: 'hyperformula',
    functions: '',
    rarely: 'POWER',
    when: at(0, (number) => Number(number) === 0),
    why: 'POWER(0, 0) is #NUM! in Excel. It gives 1, as mathematicians do.',
  },
  {
    peer: 'hyperformula',
    functions: 'RRI',
    rarely: 'POWER',
    when: otherError,
    why: 'A division by zero on the way is #DIV/0!, as in Excel. It gives #NUM!.',
  },
  {
    peer: 'hyperformula',
    functions: 'MMULT QUARTILE.EXC XNPV',
    rarely: 'LARGE QUARTILE SMALL',
    when: both(otherError, holdingError),
    why: 'An error among the values comes before a bad rank, as in Excel. It looks at the rank first, or makes any error #VALUE!.',
  },
  {
    peer: 'hyperformula',
    functions: `CHISQ.TEST CHITEST GCD LCM MULTINOMIAL NPV OR SUMPRODUCT TTEST XNPV XOR NETWORKDAYS.INTL`,
    rarely: 'AND T.TEST XIRR NETWORKDAYS WORKDAY',
    when: holdingOther,
    why: 'What is no number in a range does not count, or counts as the number that it stands for where pairs must stay pairs. It converts some of them, drops pairs, or refuses.',
  },
  {
    peer: 'hyperformula',
    functions: 'BITRSHIFT DB EDATE EOMONTH NETWORKDAYS.INTL T.TEST TTEST WEEKNUM',
    rarely: `ADDRESS BITLSHIFT CUMPRINC HLOOKUP LARGE SUBTOTAL TDIST WEEKDAY WORKDAY.INTL YEARFRAC`,
    when: both(refused, holdingFraction),
    why: 'Where a whole number is asked for, the fraction is left out, as in Excel. It refuses fractions.',
  },
  {
    peer: 'hyperformula',
    functions: 'HEX2BIN',
    rarely: 'DEC2BIN DEC2HEX DEC2OCT HEX2OCT',
    when: refused,
    why: 'For a negative number the places do not matter, as Excel documents. It checks them.',
  },
  {
    peer: 'hyperformula',
    functions: '',
    rarely: 'BETA.DIST',
    when: both(
      refused,
      at(0, (x) => Number(x) === 1 || Number(x) === 0),
    ),
    why: 'The bounds belong to the distribution in Excel. It refuses them.',
  },
  {
    peer: 'hyperformula',
    functions: 'CRITBINOM NEGBINOM.DIST',
    rarely: 'BINOM.INV NEGBINOMDIST',
    when: both(
      unchecked,
      holding((cell) => cell === null || cell === 0 || cell === 1),
    ),
    why: 'Excel gives #NUM! for a chance of 0 or 1. It works with them.',
  },
  {
    peer: 'hyperformula',
    functions: `BIN2OCT COMPLEX CUMIPMT DEC2BIN DEC2HEX DEC2OCT DELTA FACTDOUBLE IMPOWER ISEVEN ISODD SERIESSUM SQRTPI
      TBILLPRICE`,
    rarely: `BESSELI BESSELJ BESSELK BESSELY BIN2HEX CUMPRINC DOLLARDE DOLLARFR EDATE EFFECT EOMONTH ERF ERFC FVSCHEDULE
      HEX2BIN HEX2OCT MROUND NETWORKDAYS NOMINAL OCT2BIN OCT2HEX QUOTIENT TBILLEQ TBILLYIELD WEEKNUM WORKDAY XIRR XNPV
      YEARFRAC`,
    when: both(
      unchecked,
      holding((cell) => typeof cell === 'boolean'),
    ),
    why: 'Functions that were an add-in once refuse TRUE and FALSE, as in Excel. It takes them for 1 and 0.',
  },
  {
    peer: 'hyperformula',
    functions: 'COMBIN COMBINA',
    when: refused,
    why: 'The numbers may be as large as the result can be held. It stops at 1030.',
  },
  {
    peer: 'hyperformula',
    functions: 'COMBINA',
    when: at(0, (number) => Number(number) === 0),
    why: 'Nothing can be chosen from nothing: #NUM!, as in Excel. It gives 1.',
  },
  {
    peer: 'hyperformula',
    functions: 'POISSON',
    when: refused,
    why: 'Far out the chance is 0 or 1, as in Excel. Its factorials are beyond all numbers there.',
  },
  {
    peer: 'hyperformula',
    functions: 'RATE',
    why: 'We find the rate wherever there is one, and give #NUM! where there is none. It gives up, or gives a rate that does not fit.',
  },
  {
    peer: 'hyperformula',
    functions: 'ROMAN',
    when: at(0, (number) => Math.trunc(Number(number)) === 0),
    why: 'ROMAN(0) is an empty text in Excel. It refuses it.',
  },
  {
    peer: 'hyperformula',
    functions: 'SUMIF',
    rarely: 'MINIFS',
    when: both(refused, ({ args }) => args.includes(null)),
    why: 'An empty criterion stands for 0, as Excel documents. It refuses it.',
  },
  {
    peer: 'hyperformula',
    functions: 'CHIDIST CHIINV CHISQ.DIST CHISQ.DIST.RT CHISQ.INV.RT DB DDB IPMT NOMINAL PPMT',
    rarely: 'BESSELI BITAND CHISQ.INV CUMPRINC EFFECT Z.TEST',
    when: unchecked,
    why: 'Excel documents #NUM! for these arguments: a negative x, a rate of 0, a period outside the term. It does not check them.',
  },
  {
    peer: 'hyperformula',
    functions: '',
    rarely: 'PRODUCT',
    why: 'Without any number the product is 0 in Excel. It gives 1.',
  },
  {
    peer: 'hyperformula',
    functions: '',
    rarely: 'TBILLEQ',
    why: 'A discount that makes the price negative gives what the formula gives, as in Excel. It refuses it.',
  },
]
