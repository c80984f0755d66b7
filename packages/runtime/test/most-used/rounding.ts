// Rounding to digits, to multiples and to whole numbers.

import type { Table } from './table.ts'

export const rounding: Table = {
  ROUND: `
    ROUND(2.15, 1) → 2.2
    ROUND(2.149, 1) → 2.1
    ROUND(-1.475, 2) → -1.48
    ROUND(21.5, -1) → 20
    ROUND(626.3, -3) → 1000
    ROUND(1.98, -1) → 0
    ROUND(-50.55, -2) → -100
    ROUND(2.5, 0) → 3
    ROUND(-2.5, 0) → -3
    ROUND(1.005, 2) → 1.01
    ROUND(0.285, 2) → 0.29
    ROUND(-0.4, 0) → 0
    ROUND(0, 5) → 0
    ROUND(BLANK, 2) → 0
    ROUND("2.345", 2) → 2.35
    ROUND("x", 1) → #VALUE!
    ROUND(TRUE, 0) → 1
    ROUND(#N/A, 1) → #N/A
    ROUND(1, #DIV/0!) → #DIV/0!
    ROUND(2.345, 1.9) → 2.3
    ROUND(2.345, "1") → 2.3
    ROUND([1.25, 2.35; -1.25, 0], 1) → [1.3, 2.4; -1.3, 0]
    ROUND(3.14159, [0, 2, 4]) → [3, 3.14, 3.1416]
    ROUND(number := 2.345, num_digits := 2) → 2.35
    ROUND(1) → refused
    ROUND(1, 2, 3) → refused
    ROUND(1e300, 2) → 1e300
    ROUND(1.5e-300, 2) → 0
    ROUND(1.5e-300, 300) → 2e-300
    ROUND(1234567890.5, 0) → 1234567891
    ROUND(5, -1) → 10
    ROUND(4.9, -400) → 0
    ROUND(1.4, 400) → 1.4
    ROUND(2.5, ) → 3
  `,
  ROUNDUP: `
    ROUNDUP(3.2, 0) → 4
    ROUNDUP(76.9, 0) → 77
    ROUNDUP(3.14159, 3) → 3.142
    ROUNDUP(-3.14159, 1) → -3.2
    ROUNDUP(31415.92654, -2) → 31500
    ROUNDUP(3, 0) → 3
    ROUNDUP(2.1, 1) → 2.1
    ROUNDUP(1.1 * 3, 1) → 3.3
    ROUNDUP(0, 2) → 0
    ROUNDUP(-0.1, 0) → -1
    ROUNDUP(0.0001, 2) → 0.01
    ROUNDUP(1, -3) → 1000
    ROUNDUP(BLANK, 0) → 0
    ROUNDUP("1.2", 0) → 2
    ROUNDUP("x", 0) → #VALUE!
    ROUNDUP(TRUE, 0) → 1
    ROUNDUP(#N/A, 0) → #N/A
    ROUNDUP([1.1, -1.1], 0) → [2, -2]
    ROUNDUP(1.11, [0; 1]) → [2; 1.2]
    ROUNDUP(number := 1.1, num_digits := 0) → 2
    ROUNDUP(1.1) → refused
    ROUNDUP(1, 2, 3) → refused
    ROUNDUP(1e-300, 0) → 1
    ROUNDUP(1e300, 0) → 1e300
    ROUNDUP(1, -400) → #NUM!
  `,
  ROUNDDOWN: `
    ROUNDDOWN(3.2, 0) → 3
    ROUNDDOWN(76.9, 0) → 76
    ROUNDDOWN(3.14159, 3) → 3.141
    ROUNDDOWN(-3.14159, 1) → -3.1
    ROUNDDOWN(31415.92654, -2) → 31400
    ROUNDDOWN(3, 0) → 3
    ROUNDDOWN(2.3, 1) → 2.3
    ROUNDDOWN(4.35, 2) → 4.35
    ROUNDDOWN(-0.9, 0) → 0
    ROUNDDOWN(999, -3) → 0
    ROUNDDOWN(0.0099, 2) → 0
    ROUNDDOWN(BLANK, 0) → 0
    ROUNDDOWN("1.9", 0) → 1
    ROUNDDOWN("x", 0) → #VALUE!
    ROUNDDOWN(TRUE, 0) → 1
    ROUNDDOWN(1, #N/A) → #N/A
    ROUNDDOWN([1.9, -1.9], 0) → [1, -1]
    ROUNDDOWN(1.19, [0; 1]) → [1; 1.1]
    ROUNDDOWN(number := 1.9, num_digits := 0) → 1
    ROUNDDOWN(1.1) → refused
    ROUNDDOWN(1, 2, 3) → refused
    ROUNDDOWN(1e-300, 0) → 0
    ROUNDDOWN(1e300, 0) → 1e300
    ROUNDDOWN(12345, -400) → 0
  `,
  MROUND: `
    MROUND(10, 3) → 9
    MROUND(-10, -3) → -9
    MROUND(1.3, 0.2) → 1.4
    MROUND(5, -2) → #NUM!
    MROUND(-5, 2) → #NUM!
    MROUND(7.5, 5) → 10
    MROUND(-7.5, -5) → -10
    MROUND(12, 5) → 10
    MROUND(13, 5) → 15
    MROUND(0, 5) → 0
    MROUND(5, 0) → 0
    MROUND(0, -5) → 0
    MROUND(BLANK, 2) → 0
    MROUND("10", 3) → 9
    MROUND("x", 3) → #VALUE!
    MROUND(10, #N/A) → #N/A
    MROUND([10, 11], 3) → [9, 12]
    MROUND(10, [3, 4]) → [9, 12]
    MROUND(number := 10, multiple := 3) → 9
    MROUND(10) → refused
    MROUND(10, 3, 1) → refused
    MROUND(1e300, 1e299) → 1e300
    MROUND(0.3, 0.1) → 0.3
    MROUND(17.25, 0.5) → 17.5
  `,
  CEILING: `
    CEILING(2.5, 1) → 3
    CEILING(-2.5, -2) → -4
    CEILING(-2.5, 2) → -2
    CEILING(1.5, 0.1) → 1.5
    CEILING(0.234, 0.01) → 0.24
    CEILING(2.5, -2) → #NUM!
    CEILING(4, 2) → 4
    CEILING(0, 5) → 0
    CEILING(7, 0) → 0
    CEILING(-0.5, 1) → 0
    CEILING(0.3, 0.1) → 0.3
    CEILING(1.1 * 3, 0.1) → 3.3
    CEILING(4.42, 0.05) → 4.45
    CEILING(BLANK, 2) → 0
    CEILING("2.5", 1) → 3
    CEILING("x", 1) → #VALUE!
    CEILING(2.5, #DIV/0!) → #DIV/0!
    CEILING([2.5, 3.5], 2) → [4, 4]
    CEILING(7, [2, 5]) → [8, 10]
    CEILING(number := 2.5, significance := 1) → 3
    CEILING(2.5) → refused
    CEILING(1, 2, 3) → refused
    CEILING(1e-300, 1) → 1
    CEILING(1e300, 1) → 1e300
    CEILING(TRUE, 10) → 10
  `,
  FLOOR: `
    FLOOR(3.7, 2) → 2
    FLOOR(-2.5, -2) → -2
    FLOOR(2.5, -2) → #NUM!
    FLOOR(1.58, 0.1) → 1.5
    FLOOR(0.234, 0.01) → 0.23
    FLOOR(-2.5, 2) → -4
    FLOOR(4, 2) → 4
    FLOOR(0, 5) → 0
    FLOOR(7, 0) → #DIV/0!
    FLOOR(0, 0) → 0
    FLOOR(-0.5, -1) → 0
    FLOOR(0.3, 0.1) → 0.3
    FLOOR(4.49, 0.05) → 4.45
    FLOOR(BLANK, 2) → 0
    FLOOR("3.7", 1) → 3
    FLOOR("x", 1) → #VALUE!
    FLOOR(#N/A, 1) → #N/A
    FLOOR([2.5, 5.5], 2) → [2, 4]
    FLOOR(7, [2, 5]) → [6, 5]
    FLOOR(number := 3.7, significance := 2) → 2
    FLOOR(3.7) → refused
    FLOOR(1, 2, 3) → refused
    FLOOR(1e-300, 1) → 0
    FLOOR(1e300, 1) → 1e300
    FLOOR(TRUE, 0.4) → 0.8
  `,
  INT: `
    INT(8.9) → 8
    INT(-8.9) → -9
    19.5 - INT(19.5) → 0.5
    INT(0) → 0
    INT(0.999) → 0
    INT(-0.001) → -1
    INT(5) → 5
    INT(-5) → -5
    INT(BLANK) → 0
    INT(TRUE) → 1
    INT("7.8") → 7
    INT("x") → #VALUE!
    INT("") → #VALUE!
    INT(#NUM!) → #NUM!
    INT([1.5, -1.5; 2, "x"]) → [1, -2; 2, #VALUE!]
    INT(number := 3.2) → 3
    INT() → refused
    INT(1, 2) → refused
    INT(1e300) → 1e300
    INT(1e-300) → 0
    INT(-1e-300) → -1
    INT(2147483648.5) → 2147483648
    INT(dt"1970-01-01T12:00:00Z") → 25569
  `,
  TRUNC: `
    TRUNC(8.9) → 8
    TRUNC(-8.9) → -8
    TRUNC(0.45) → 0
    TRUNC(PI()) → 3
    TRUNC(3.14159, 2) → 3.14
    TRUNC(-3.14159, 2) → -3.14
    TRUNC(1234.5, -2) → 1200
    TRUNC(99, -2) → 0
    TRUNC(-0.5) → 0
    TRUNC(4.35, 2) → 4.35
    TRUNC(BLANK) → 0
    TRUNC(TRUE) → 1
    TRUNC("7.8") → 7
    TRUNC("x") → #VALUE!
    TRUNC(#REF!) → #REF!
    TRUNC(1.5, #N/A) → #N/A
    TRUNC([1.55, -1.55]) → [1, -1]
    TRUNC(1.55, [0; 1]) → [1; 1.5]
    TRUNC(number := 1.55, num_digits := 1) → 1.5
    TRUNC() → refused
    TRUNC(1, 2, 3) → refused
    TRUNC(1e300) → 1e300
    TRUNC(1e-300) → 0
    TRUNC(5.7, BLANK) → 5
  `,
}
