// Where HyperFormula 3.5 does something else on purpose or by mistake. Excel decides what we do.
// Here: functions of texts, dates, tables and the rest.

import { cellsOf, isTable } from './argument.ts'
import {
  at,
  blankHere,
  both,
  type Difference,
  either,
  holding,
  holdingError,
  notWhole,
  otherError,
  refused,
  unchecked,
} from './difference.ts'

const astral = holding((cell) => typeof cell === 'string' && cell.includes('😀'))

export const hyperformulaValues: readonly Difference[] = [
  {
    peer: 'hyperformula',
    functions: 'ISEVEN ISODD',
    when: either(
      notWhole,
      at(0, (x) => Number(x) < 0),
    ),
    why: 'Excel leaves the fraction out, and -1 is odd. It finds fractions neither even nor odd, and no negative number odd.',
  },
  {
    peer: 'hyperformula',
    functions: 'CODE',
    why: 'A letter beyond the ANSI letters has the code 63 in Excel, that of a question mark. It gives the code point.',
  },
  {
    peer: 'hyperformula',
    functions: 'CONCATENATE',
    rarely: 'TEXTJOIN',
    why: 'The text of a number has 15 digits and no exponent at this size, as in Excel. It writes what JavaScript writes.',
  },
  {
    peer: 'hyperformula',
    functions: 'FIND LEFT LEN MID REPLACE',
    when: astral,
    why: 'Text counts in code points here: LEN("😀") is 1, a documented difference from Excel and from it.',
  },
  {
    peer: 'hyperformula',
    functions: 'DCOUNT DGET DMAX DMIN DPRODUCT DSTDEVP DSUM DVAR DVARP',
    rarely: 'DAVERAGE DCOUNTA DSTDEV',
    when: either(unchecked, otherError),
    why: 'A criterion under a header that the table has not, or a field that is none, is #VALUE! here, as a slip should be. It leaves such a column out, or passes an error of the criteria on.',
  },
  {
    peer: 'hyperformula',
    functions: 'DCOUNT DCOUNTA DMIN',
    rarely: 'DSUM',
    when: both(refused, holdingError),
    why: 'An error in the criteria or in another column does not fit and does no harm, as in Excel. It passes it on.',
  },
  {
    peer: 'hyperformula',
    functions: 'DMIN',
    rarely: 'DAVERAGE DCOUNT DCOUNTA DGET DMAX DPRODUCT DSTDEV DSTDEVP DSUM DVAR DVARP',
    when: at(2, (criteria) => criteria !== undefined && cellsOf(criteria).includes(null)),
    why: 'A condition under an empty header is one that was computed, and a text is none that holds, as in Excel. It leaves the column out.',
  },
  {
    peer: 'hyperformula',
    functions: 'DGET IFERROR IFNA',
    when: blankHere,
    why: 'A blank stays blank here when it is passed on, so that IS BLANK can tell. It makes it 0, as Excel shows it.',
  },
  {
    peer: 'hyperformula',
    functions: 'HYPERLINK',
    why: 'The friendly name may be any value and stays what it is. It makes it a text.',
  },
  {
    peer: 'hyperformula',
    functions: 'FIND',
    why: 'Looking for an empty text finds it at the start, and a text that is not there is #VALUE!, as in Excel. It has both wrong when there is a start, and keeps the fraction of one.',
  },
  {
    peer: 'hyperformula',
    functions: '',
    rarely: 'SUBSTITUTE',
    when: at(1, (old) => old === ''),
    why: 'Where the old text is empty nothing is replaced, as in Excel. It puts the new text between the letters.',
  },
  {
    peer: 'hyperformula',
    functions: 'HLOOKUP MATCH',
    rarely: 'VLOOKUP',
    when: at(0, (wanted) => typeof wanted === 'string' && /[*?]/.test(wanted)),
    why: 'With wildcards the first fit is found, as in Excel. It gives the last, or none.',
  },
  {
    peer: 'hyperformula',
    functions: '',
    rarely: 'MATCH',
    when: at(2, (type) => type !== 0),
    why: 'Of equal values in a falling list the first is found, and a blank is no number to look for. It finds the last, and takes a blank for 0.',
  },
  {
    peer: 'hyperformula',
    functions: 'INDEX',
    when: either(otherError, refused),
    why: 'A place outside the array is #REF!, and 0 takes a whole row or column, as Excel documents. It gives #NUM! and #VALUE!.',
  },
  {
    peer: 'hyperformula',
    functions: 'SORT',
    when: at(0, (array) => array !== undefined && isTable(array) && array.length === 1),
    why: 'A list is one row here, and SORT sorts it. In Excel and in it, a row is one record, so nothing happens.',
  },
  {
    peer: 'hyperformula',
    functions: 'UNIQUE',
    rarely: 'SORT',
    when: holdingError,
    why: 'Errors are elements like others and come last, as in Excel. It gives the error alone.',
  },
  {
    peer: 'hyperformula',
    functions: 'FILTER',
    when: either(unchecked, otherError),
    why: 'Nothing left is #CALC! and a condition that is no logical value is #VALUE!, as in Excel. It gives #N/A, and takes it for FALSE.',
  },
  {
    peer: 'hyperformula',
    functions: 'SEQUENCE',
    when: otherError,
    why: 'An array of no rows or columns is #CALC!, as in Excel. It gives #VALUE!.',
  },
  {
    peer: 'hyperformula',
    functions: 'HLOOKUP ADDRESS INDEX ROUNDDOWN',
    rarely: 'VLOOKUP BASE DEC2BIN DEC2HEX DEC2OCT RIGHT LARGE HEX2BIN',
    when: notWhole,
    why: 'Where a whole number is asked for, the fraction is left out, as in Excel; LARGE goes up. It keeps the fraction in the digits, or goes another way.',
  },
  {
    peer: 'hyperformula',
    functions: 'TEXT',
    why: 'Formats work as in Excel: ".46" for "#.##", separators for "#,##0". It knows only a few formats.',
  },
  {
    peer: 'hyperformula',
    functions: 'VALUE',
    when: refused,
    why: 'Excel reads thousands separators. It does not.',
  },
  {
    peer: 'hyperformula',
    functions: '',
    rarely: 'DATE',
    why: 'Dates before 1900 exist here, and a negative year is #NUM!, as in Excel. It does the opposite.',
  },
  {
    peer: 'hyperformula',
    functions: 'EDATE EOMONTH',
    when: refused,
    why: 'Months are left without their fraction, as in Excel, and dates before 1900 exist here. It refuses both.',
  },
  {
    peer: 'hyperformula',
    functions: '',
    rarely: 'SORT',
    when: both(unchecked, ({ args }) => args.slice(1).some((arg) => typeof arg !== 'number')),
    why: 'The column to sort by and the order are numbers here. It converts texts and logical values.',
  },
  {
    peer: 'hyperformula',
    functions: '',
    rarely: 'ADDRESS',
    when: unchecked,
    why: 'There are 16384 columns. It writes addresses beyond the last.',
  },
  {
    peer: 'hyperformula',
    functions: '',
    rarely: 'DATEDIF',
    why: 'For "YD" the days are counted from the last anniversary. It is one off over some leap years.',
  },
  {
    peer: 'hyperformula',
    functions: '',
    rarely: 'ISOWEEKNUM',
    why: 'The last days of December belong to week 1 if their Thursday is in January. It gives 53.',
  },
]
