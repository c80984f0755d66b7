// Where Formula.js 4.6 does something else. It is a library of functions without cells, so much of what
// a spreadsheet checks or converts is left to its caller. Excel decides what we do.
// Here: functions of texts, dates, tables and the rest.

import { isTable, type Outcome } from './argument.ts'
import {
  at,
  type Difference,
  either,
  holding,
  otherError,
  refused,
  unchecked,
} from './difference.ts'

const astral = holding((cell) => typeof cell === 'string' && cell.includes('😀'))
const isText = (outcome: Outcome) => typeof outcome === 'string'

export const formulajsValues: readonly Difference[] = [
  {
    peer: 'formulajs',
    functions: 'FIXED',
    when: ({ here }) => isText(here),
    why: 'Halves of the decimal digits are rounded up, as in Excel. It rounds the binary fraction.',
  },
  {
    peer: 'formulajs',
    functions: 'DOLLAR',
    why: 'Excel writes the sign of the currency inside the parentheses of a negative number. It writes it before them.',
  },
  {
    peer: 'formulajs',
    functions: 'CODE',
    why: 'A letter beyond the ANSI letters has the code 63 in Excel, that of a question mark. It gives the code point.',
  },
  {
    peer: 'formulajs',
    functions: 'CONCATENATE',
    rarely: 'CONCAT',
    why: 'The text of a number has 15 digits and no exponent at this size, as in Excel. It writes what JavaScript writes.',
  },
  {
    peer: 'formulajs',
    functions: 'TEXTJOIN',
    why: 'TRUE is written in capitals, FALSE is not empty and numbers have 15 digits, as in Excel. It writes what JavaScript writes.',
  },
  {
    peer: 'formulajs',
    functions: 'LEFT LEN MID REPLACE UNICODE',
    when: astral,
    why: 'Text counts in code points here: LEN("😀") is 1, a documented difference from Excel and from it.',
  },
  {
    peer: 'formulajs',
    functions: 'LEFT REPLACE REPT RIGHT UNICHAR VALUE',
    rarely: 'FIND SEARCH',
    when: unchecked,
    why: 'A count or a place below its least value, or a text that is no number, is #VALUE! in Excel. It does not check them.',
  },
  {
    peer: 'formulajs',
    functions: 'MID REPT',
    when: refused,
    why: 'No letters at all are an empty text, and a fraction is left out, as in Excel. It refuses both.',
  },
  {
    peer: 'formulajs',
    functions: 'PROPER',
    why: 'Every letter after something else is a capital, also beyond ASCII, as in Excel. It knows ASCII words.',
  },
  {
    peer: 'formulajs',
    functions: '',
    rarely: 'SUBSTITUTE',
    why: 'The first occurrence may be the whole text. It does not find that one.',
  },
  {
    peer: 'formulajs',
    functions: 'TRIM',
    why: 'Excel takes out blanks only. It takes out tabs too.',
  },
  {
    peer: 'formulajs',
    functions: 'UNICHAR',
    why: 'Code points beyond the first 65536 exist in Excel too. It cuts them.',
  },
  {
    peer: 'formulajs',
    functions: 'VALUE',
    why: 'Parentheses make a number negative in Excel. It leaves them out.',
  },
  {
    peer: 'formulajs',
    functions: 'TEXT',
    why: 'Formats work as in Excel, "000000" with leading zeros for one. It knows only a few formats and throws at others.',
  },
  {
    peer: 'formulajs',
    functions: 'NUMBERVALUE',
    why: 'Separators have defaults, blanks and % are read, as in Excel. It gives no number then.',
  },
  {
    peer: 'formulajs',
    functions: 'NOT TYPE',
    when: refused,
    why: 'The text "TRUE" is true, and an empty cell is a number, as in Excel. It refuses them.',
  },
  {
    peer: 'formulajs',
    functions: 'DAVERAGE DCOUNT DCOUNTA DGET DMAX DMIN DPRODUCT DSTDEV DSTDEVP DSUM DVAR DVARP',
    why: 'It does not look at the first column of the criteria, counts texts in a column as numbers, and has no answer when nothing fits. We do as Excel documents.',
  },
  {
    peer: 'formulajs',
    functions: 'SORT',
    when: at(0, (array) => array !== undefined && isTable(array) && array.length === 1),
    why: 'A list is one row here, and SORT sorts it. In Excel and in it, a row is one record, so nothing happens.',
  },
  {
    peer: 'formulajs',
    functions: 'UNIQUE',
    why: 'The rows of a column are compared, without regard to case, as in Excel. It takes a list for one record.',
  },
  {
    peer: 'formulajs',
    functions: 'DROP',
    when: unchecked,
    why: 'Nothing left is #CALC! in Excel. It gives an empty array.',
  },
  {
    peer: 'formulajs',
    functions: 'INDEX',
    why: 'A column of 0 takes the whole row, as Excel documents. It takes the first.',
  },
  {
    peer: 'formulajs',
    functions: 'HLOOKUP VLOOKUP',
    when: either(otherError, refused),
    why: 'Wildcards count, and a place outside the table is #REF! or #VALUE! before anything is looked up, as in Excel. It looks for the exact text first.',
  },
  {
    peer: 'formulajs',
    functions: '',
    rarely: 'LOOKUP MATCH',
    why: 'Of equal values in a rising list the last is found, as in Excel. It finds the first.',
  },
  {
    peer: 'formulajs',
    functions: '',
    rarely: 'DAYS360 YEARFRAC',
    why: 'Month ends are those of the method, and the order of dates does not matter to YEARFRAC, as in Excel. It is a day off, or negative.',
  },
  {
    peer: 'formulajs',
    functions: 'DATE',
    why: 'Years below 1900 count from 1900, as in Excel. It counts some of them from 0.',
  },
  {
    peer: 'formulajs',
    functions: '',
    rarely: 'DATEDIF',
    why: 'For "MD" and "YD" whole months or years are left out, by the calendar. It forgets to borrow from the month or year before.',
  },
  {
    peer: 'formulajs',
    functions: 'NETWORKDAYS NETWORKDAYS.INTL',
    when: ({ here }) => typeof here === 'number' && here <= 0,
    why: 'From a later day back to an earlier one, workdays are counted and the sign is turned, as in Excel. It counts all days.',
  },
  {
    peer: 'formulajs',
    functions: 'WORKDAY.INTL',
    when: refused,
    why: 'Excel takes weekends as seven digits too. It takes numbers only.',
  },
  {
    peer: 'formulajs',
    functions: 'TIME',
    when: ({ there }) => typeof there === 'number' && there >= 1,
    why: 'Whole days are left out, as Excel documents. It keeps them.',
  },
  {
    peer: 'formulajs',
    functions: 'TIMEVALUE',
    why: 'Excel reads "21:58". It wants a date with it.',
  },
  {
    peer: 'formulajs',
    functions: 'WEEKNUM',
    why: 'A week starts on the day that the type names, as in Excel. It is a week off for some types, and has no 11.',
  },
]
