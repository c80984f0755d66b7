// What lies between two dates: days, working days, whole months and shares of a year.

import type { Table } from '../most-used/table.ts'

const autumn = 'DATE(2012, 10, 1)'
const spring = 'DATE(2013, 3, 1)'
const start = 'DATE(2008, 10, 1)'
const free = '[DATE(2008, 11, 26); DATE(2008, 12, 4); DATE(2009, 1, 21)]'
const newYear = 'DATE(2012, 1, 1)'
const july = 'DATE(2012, 7, 30)'

export const spans: Table = {
  DATEDIF: `
    DATEDIF(DATE(2001, 1, 1), DATE(2003, 1, 1), "Y") → 2
    DATEDIF(DATE(2001, 6, 1), DATE(2002, 8, 15), "D") → 440
    DATEDIF(DATE(2001, 6, 1), DATE(2002, 8, 15), "YD") → 75
    DATEDIF(DATE(2001, 6, 1), DATE(2002, 8, 15), "M") → 14
    DATEDIF(DATE(2001, 6, 1), DATE(2002, 8, 15), "YM") → 2
    DATEDIF(DATE(2001, 6, 1), DATE(2002, 8, 15), "MD") → 14
    DATEDIF(DATE(2001, 6, 1), DATE(2002, 8, 15), "Y") → 1
    DATEDIF(DATE(2001, 6, 15), DATE(2002, 6, 14), "Y") → 0
    DATEDIF(DATE(2001, 6, 15), DATE(2002, 6, 15), "Y") → 1
    DATEDIF(DATE(2001, 1, 31), DATE(2001, 2, 28), "M") → 0
    DATEDIF(DATE(2012, 2, 29), DATE(2013, 2, 28), "Y") → 0
    DATEDIF(DATE(2012, 2, 29), DATE(2013, 3, 1), "Y") → 1
    DATEDIF(DATE(2001, 6, 1), DATE(2001, 6, 1), "D") → 0
    DATEDIF(DATE(2001, 6, 1), DATE(2001, 6, 1), "Y") → 0
    DATEDIF(DATE(2002, 1, 1), DATE(2001, 1, 1), "D") → #NUM!
    DATEDIF(DATE(2001, 1, 1), DATE(2002, 1, 1), "X") → #NUM!
    DATEDIF(DATE(2001, 1, 1), DATE(2002, 1, 1), "") → #NUM!
    DATEDIF(DATE(2001, 1, 1), DATE(2003, 1, 1), "y") → 2
    DATEDIF("2001-01-01", "2003-01-01", "m") → 24
    DATEDIF(36892, 37622, "Y") → 2
    DATEDIF("x", 37622, "Y") → #VALUE!
    DATEDIF(#N/A, 37622, "Y") → #N/A
    DATEDIF(36892, 37622, #REF!) → #REF!
    DATEDIF(36892, 37622, ["Y", "M", "D"]) → [2, 24, 730]
    DATEDIF(36892, 37622, "D") = DAYS(37622, 36892) → TRUE
    DATEDIF(36892, 37622, unit := "Y") → 2
    DATEDIF(1, 2) → refused
    DATEDIF(1, 2, "D", 4) → refused
  `,
  DAYS: `
    DAYS("15-MAR-2021", "1-FEB-2021") → 42
    DAYS(DATE(2021, 12, 31), DATE(2021, 1, 1)) → 364
    DAYS(DATE(2021, 1, 1), DATE(2021, 12, 31)) → -364
    DAYS(DATE(2021, 1, 1), DATE(2021, 1, 1)) → 0
    DAYS(DATE(2021, 3, 1), DATE(2021, 2, 28)) → 1
    DAYS(DATE(2020, 3, 1), DATE(2020, 2, 28)) → 2
    DAYS(DATE(2001, 1, 1), DATE(2000, 1, 1)) → 366
    DAYS(DATE(1901, 1, 1), DATE(1900, 3, 1)) → 306
    DAYS(DATE(9999, 12, 31), DATE(2000, 1, 1)) → 2921939
    DAYS(44000, 43990) → 10
    DAYS(44000.9, 43990.1) → 10
    DAYS(44000.1, 43999.9) → 1
    DAYS("44000", 43990) → 10
    DAYS(dt"2021-01-02T00:00:00Z", dt"2021-01-01T23:59:59Z") → 1
    DAYS(TRUE, FALSE) → 1
    DAYS("x", 43990) → #VALUE!
    DAYS(44000, "") → #VALUE!
    DAYS(#N/A, 1) → #N/A
    DAYS(1, #REF!) → #REF!
    DAYS(1e300, 1) → #NUM!
    DAYS([44000, 44001], 43990) → [10, 11]
    DAYS(44000, [43990; 43980]) → [10; 20]
    DAYS(DATE(2021, 5, 1), DATE(2021, 4, 1)) = N(DATE(2021, 5, 1)) - N(DATE(2021, 4, 1)) → TRUE
    DAYS(start_date := 43990, end_date := 44000) → 10
    DAYS(1) → refused
    DAYS(1, 2, 3) → refused
  `,
  NETWORKDAYS: `
    NETWORKDAYS(${autumn}, ${spring}) → 110
    NETWORKDAYS(${autumn}, ${spring}, DATE(2012, 11, 22)) → 109
    NETWORKDAYS(${autumn}, ${spring}, [DATE(2012, 11, 22); DATE(2012, 12, 4); DATE(2013, 1, 21)]) → 107
    NETWORKDAYS(${spring}, ${autumn}) → -110
    NETWORKDAYS(${autumn}, ${autumn}) → 1
    NETWORKDAYS(DATE(2012, 10, 6), DATE(2012, 10, 6)) → 0
    NETWORKDAYS(DATE(2012, 10, 6), DATE(2012, 10, 7)) → 0
    NETWORKDAYS(DATE(2012, 10, 5), DATE(2012, 10, 8)) → 2
    NETWORKDAYS(${autumn}, DATE(2012, 10, 7)) → 5
    NETWORKDAYS(${autumn}, DATE(2012, 10, 14)) → 10
    NETWORKDAYS(${autumn}, DATE(2012, 10, 31)) → 23
    NETWORKDAYS(${autumn}, DATE(2012, 10, 7), DATE(2012, 10, 6)) → 5
    NETWORKDAYS(${autumn}, DATE(2012, 10, 7), [DATE(2012, 10, 2), DATE(2012, 10, 2)]) → 4
    NETWORKDAYS(${autumn}, DATE(2012, 10, 7), DATE(2013, 10, 2)) → 5
    NETWORKDAYS(${autumn}, ${autumn}, ${autumn}) → 0
    NETWORKDAYS("10/1/2012", "10/7/2012") → 5
    NETWORKDAYS(41183, 41189) → 5
    NETWORKDAYS(41183.9, 41189.1) → 5
    NETWORKDAYS("x", 41189) → #VALUE!
    NETWORKDAYS(41183, 41189, "x") → #VALUE!
    NETWORKDAYS(#N/A, 41189) → #N/A
    NETWORKDAYS(41183, 41189, #REF!) → #REF!
    NETWORKDAYS(41183, [41183, 41189]) → [1, 5]
    NETWORKDAYS(DATE(2000, 1, 1), DATE(2099, 12, 31)) → 26089
    NETWORKDAYS(41183, 41189, holidays := 41184) → 4
    NETWORKDAYS(41183) → refused
    NETWORKDAYS(1, 2, 3, 4) → refused
  `,
  WORKDAY: `
    WORKDAY(${start}, 151) → dt"2009-04-30T00:00:00Z"
    WORKDAY(${start}, 151, ${free}) → dt"2009-05-05T00:00:00Z"
    WORKDAY(${start}, 1) → dt"2008-10-02T00:00:00Z"
    WORKDAY(${start}, 0) → dt"2008-10-01T00:00:00Z"
    WORKDAY(${start}, -1) → dt"2008-09-30T00:00:00Z"
    WORKDAY(${start}, 3) → dt"2008-10-06T00:00:00Z"
    WORKDAY(${start}, 5) → dt"2008-10-08T00:00:00Z"
    WORKDAY(${start}, -3) → dt"2008-09-26T00:00:00Z"
    WORKDAY(DATE(2008, 10, 4), 1) → dt"2008-10-06T00:00:00Z"
    WORKDAY(DATE(2008, 10, 4), 0) → dt"2008-10-04T00:00:00Z"
    WORKDAY(DATE(2008, 10, 5), -1) → dt"2008-10-03T00:00:00Z"
    WORKDAY(${start}, 1, DATE(2008, 10, 2)) → dt"2008-10-03T00:00:00Z"
    WORKDAY(${start}, 1, [DATE(2008, 10, 2), DATE(2008, 10, 3)]) → dt"2008-10-06T00:00:00Z"
    WORKDAY(${start}, -1, DATE(2008, 9, 30)) → dt"2008-09-29T00:00:00Z"
    WORKDAY(${start}, 1.9) → dt"2008-10-02T00:00:00Z"
    WORKDAY(39722, 1) → dt"2008-10-02T00:00:00Z"
    WORKDAY("10/1/2008", "1") → dt"2008-10-02T00:00:00Z"
    WORKDAY(dt"2008-10-01T18:00:00Z", 1) → dt"2008-10-02T00:00:00Z"
    WORKDAY("x", 1) → #VALUE!
    WORKDAY(${start}, "x") → #VALUE!
    WORKDAY(#N/A, 1) → #N/A
    WORKDAY(${start}, #REF!) → #REF!
    WORKDAY(${start}, 1e300) → #NUM!
    WORKDAY(39722, [1, 3]) → [dt"2008-10-02T00:00:00Z", dt"2008-10-06T00:00:00Z"]
    NETWORKDAYS(${start}, WORKDAY(${start}, 151)) → 152
    WORKDAY(39722, 1, holidays := 39723) → dt"2008-10-03T00:00:00Z"
    WORKDAY(1) → refused
    WORKDAY(1, 2, 3, 4) → refused
  `,
  YEARFRAC: `
    YEARFRAC(${newYear}, ${july}) ≈ 0.58055556
    YEARFRAC(${newYear}, ${july}, 1) ≈ 0.57650273
    YEARFRAC(${newYear}, ${july}, 3) ≈ 0.57808219
    YEARFRAC(${newYear}, ${july}, 0) ≈ 0.58055556
    YEARFRAC(${newYear}, ${july}, 2) ≈ 0.58611111
    YEARFRAC(${newYear}, ${july}, 4) ≈ 0.58055556
    YEARFRAC(${july}, ${newYear}) ≈ 0.58055556
    YEARFRAC(${newYear}, ${newYear}) → 0
    YEARFRAC(${newYear}, DATE(2013, 1, 1)) → 1
    YEARFRAC(${newYear}, DATE(2013, 1, 1), 1) → 1
    YEARFRAC(${newYear}, DATE(2013, 1, 1), 3) ≈ 1.00273973
    YEARFRAC(DATE(2011, 1, 1), DATE(2012, 1, 1), 1) → 1
    YEARFRAC(DATE(2012, 1, 30), DATE(2012, 1, 31)) → 0
    YEARFRAC(DATE(2011, 2, 28), DATE(2012, 2, 29)) → 1
    YEARFRAC(${newYear}, DATE(2012, 7, 1)) → 0.5
    YEARFRAC(${newYear}, ${july}, 1.9) ≈ 0.57650273
    YEARFRAC(${newYear}, ${july}, 5) → #NUM!
    YEARFRAC(${newYear}, ${july}, -1) → #NUM!
    YEARFRAC("1/1/2012", "7/30/2012") ≈ 0.58055556
    YEARFRAC(40909, 41120) ≈ 0.58055556
    YEARFRAC("x", 41120) → #VALUE!
    YEARFRAC(#N/A, 41120) → #N/A
    YEARFRAC(40909, 41120, #REF!) → #REF!
    YEARFRAC(40909, [40909, 41091]) → [0, 0.5]
    INT(YEARFRAC(DATE(1990, 3, 6), DATE(2026, 3, 5))) → 35
    YEARFRAC(40909, 41120, basis := 2) ≈ 0.58611111
    YEARFRAC(1) → refused
    YEARFRAC(1, 2, 3, 4) → refused
  `,
}
