// Signs, division, powers, logarithms and chance.

import type { Table } from './table.ts'

export const numbers: Table = {
  ABS: `
    ABS(2) → 2
    ABS(-2) → 2
    ABS(-4) → 4
    ABS(0) → 0
    ABS(-0.5) → 0.5
    ABS(BLANK) → 0
    ABS(TRUE) → 1
    ABS("-3.5") → 3.5
    ABS("-1e3") → 1000
    ABS("50%") → 0.5
    ABS("1,234") → 1234
    ABS(" -7 ") → 7
    ABS("x") → #VALUE!
    ABS("") → #VALUE!
    ABS(#DIV/0!) → #DIV/0!
    ABS([-1, 2; -3, "x"]) → [1, 2; 3, #VALUE!]
    ABS([-1, #N/A]) → [1, #N/A]
    ABS(number := -9) → 9
    ABS() → refused
    ABS(1, 2) → refused
    ABS(n := 1) → refused
    ABS(-1e308) → 1e308
    ABS(-1e-308) → 1e-308
    ABS({ a: 1 }) → #VALUE!
  `,
  MOD: `
    MOD(3, 2) → 1
    MOD(-3, 2) → 1
    MOD(3, -2) → -1
    MOD(-3, -2) → -1
    MOD(6, 3) → 0
    MOD(-6, 3) → 0
    MOD(5, 0) → #DIV/0!
    MOD(0, 5) → 0
    MOD(5.5, 2) → 1.5
    MOD(-5.5, 2) → 0.5
    MOD(10, 2.5) → 0
    MOD(BLANK, 3) → 0
    MOD(5, BLANK) → #DIV/0!
    MOD("7", "4") → 3
    MOD("x", 2) → #VALUE!
    MOD(TRUE, 2) → 1
    MOD(#N/A, 2) → #N/A
    MOD(5, #REF!) → #REF!
    MOD([5, 6, 7], 3) → [2, 0, 1]
    MOD(7, [2; 4]) → [1; 3]
    MOD(number := 7, divisor := 4) → 3
    MOD(7) → refused
    MOD(7, 4, 1) → refused
    MOD(1e300, 7) → #NUM!
    MOD(123456789012, 1000) → 12
    MOD(3, 1e300) → 3
    INT(17 / 5) * 5 + MOD(17, 5) → 17
    MOD(5, ) → #DIV/0!
  `,
  QUOTIENT: `
    QUOTIENT(5, 2) → 2
    QUOTIENT(4.5, 3.1) → 1
    QUOTIENT(-10, 3) → -3
    QUOTIENT(10, -3) → -3
    QUOTIENT(-10, -3) → 3
    QUOTIENT(6, 3) → 2
    QUOTIENT(1, 3) → 0
    QUOTIENT(-1, 3) → 0
    QUOTIENT(5, 0) → #DIV/0!
    QUOTIENT(0, 5) → 0
    QUOTIENT(BLANK, 5) → 0
    QUOTIENT(5, BLANK) → #DIV/0!
    QUOTIENT("9", 2) → 4
    QUOTIENT("x", 2) → #VALUE!
    QUOTIENT(#N/A, 0) → #N/A
    QUOTIENT(5, #NUM!) → #NUM!
    QUOTIENT([5, 9], 2) → [2, 4]
    QUOTIENT(9, [2; 4]) → [4; 2]
    QUOTIENT(numerator := 9, denominator := 4) → 2
    QUOTIENT(9) → refused
    QUOTIENT(9, 2, 1) → refused
    QUOTIENT(1e300, 1e-300) → #NUM!
    QUOTIENT(1e-300, 1) → 0
    QUOTIENT(1e300, 1e299) → 10
  `,
  POWER: `
    POWER(5, 2) → 25
    POWER(98.6, 3.2) ≈ 2401077.2220695773
    POWER(4, 5 / 4) ≈ 5.65685424949238
    POWER(2, 10) → 1024
    POWER(2, -1) → 0.5
    POWER(2, 0) → 1
    POWER(0, 5) → 0
    POWER(0, 0) → #NUM!
    POWER(0, -1) → #DIV/0!
    POWER(-2, 3) → -8
    POWER(-2, 2) → 4
    POWER(-2, -2) → 0.25
    POWER(-8, 1 / 3) → #NUM!
    POWER(-2, 0.5) → #NUM!
    POWER(9, 0.5) → 3
    POWER(BLANK, 2) → 0
    POWER(3, BLANK) → 1
    POWER("3", 2) → 9
    POWER("x", 2) → #VALUE!
    POWER(TRUE, 5) → 1
    POWER(#N/A, 2) → #N/A
    POWER([1, 2, 3], 2) → [1, 4, 9]
    POWER(2, [1; 2; 3]) → [2; 4; 8]
    POWER([1, 2], [1; 2]) → [1, 2; 1, 4]
    POWER(number := 3, power := 4) → 81
    POWER(3) → refused
    POWER(3, 2, 1) → refused
    POWER(10, 308) → 1e308
    POWER(10, 309) → #NUM!
    POWER(10, -400) → 0
    POWER(7, 3) - 7 ^ 3 → 0
    POWER(, 2) → 0
  `,
  SQRT: `
    SQRT(16) → 4
    SQRT(-16) → #NUM!
    SQRT(ABS(-16)) → 4
    SQRT(2) ≈ 1.41421356237310
    SQRT(0) → 0
    SQRT(1) → 1
    SQRT(0.25) → 0.5
    SQRT(BLANK) → 0
    SQRT(TRUE) → 1
    SQRT("9") → 3
    SQRT("x") → #VALUE!
    SQRT("") → #VALUE!
    SQRT(#N/A) → #N/A
    SQRT([4, 9; -1, 0]) → [2, 3; #NUM!, 0]
    SQRT(number := 25) → 5
    SQRT() → refused
    SQRT(4, 2) → refused
    SQRT(1e300) → 1e150
    SQRT(1e-300) → 1e-150
    SQRT(-1e-300) → #NUM!
    SQRT(1e16) → 100000000
    SQRT(15241578750190521) → 123456789
  `,
  EXP: `
    EXP(1) ≈ 2.71828182845905
    EXP(2) ≈ 7.38905609893065
    EXP(0) → 1
    EXP(-1) ≈ 0.367879441171442
    EXP(0.5) ≈ 1.64872127070013
    EXP(BLANK) → 1
    EXP(TRUE) ≈ 2.71828182845905
    EXP("0") → 1
    EXP("x") → #VALUE!
    EXP(#NUM!) → #NUM!
    EXP(709) ≈ 8.21840746155497e307
    EXP(710) → #NUM!
    EXP(-1000) → 0
    EXP(1e-20) → 1
    EXP([0, 0; 1000, "x"]) → [1, 1; #NUM!, #VALUE!]
    EXP(number := 0) → 1
    EXP() → refused
    EXP(1, 2) → refused
    EXP(LN(3)) ≈ 3.00000000000000
    EXP(1) * EXP(-1) ≈ 1.00000000000000
    EXP(10) ≈ 22026.4657948067
  `,
  LN: `
    LN(86) ≈ 4.45434729625351
    LN(2.7182818) ≈ 0.9999999895305
    LN(EXP(3)) → 3
    LN(1) → 0
    LN(0) → #NUM!
    LN(-1) → #NUM!
    LN(10) ≈ 2.30258509299405
    LN(0.5) ≈ -0.693147180559945
    LN(BLANK) → #NUM!
    LN(TRUE) → 0
    LN(FALSE) → #NUM!
    LN("1") → 0
    LN("x") → #VALUE!
    LN(#N/A) → #N/A
    LN([1, 0; "x", 1]) → [0, #NUM!; #VALUE!, 0]
    LN(number := 1) → 0
    LN() → refused
    LN(1, 2) → refused
    LN(1e300) ≈ 690.775527898214
    LN(1e-300) ≈ -690.775527898214
    LN(1.0000000001) ≈ 1.0000000827e-10
    LN(6) - LN(2) - LN(3) ≈ 0.00000000000000
  `,
  LOG: `
    LOG(10) → 1
    LOG(8, 2) → 3
    LOG(86, 2.7182818) ≈ 4.4543473
    LOG(100) → 2
    LOG(1000) → 3
    LOG(1) → 0
    LOG(1, 7) → 0
    LOG(0.01) → -2
    LOG(125, 5) → 3
    LOG(8, 0.5) → -3
    LOG(0) → #NUM!
    LOG(-1) → #NUM!
    LOG(5, 0) → #NUM!
    LOG(5, -2) → #NUM!
    LOG(5, 1) → #DIV/0!
    LOG(BLANK) → #NUM!
    LOG("100") → 2
    LOG("x") → #VALUE!
    LOG(10, "x") → #VALUE!
    LOG(#DIV/0!) → #DIV/0!
    LOG(10, #N/A) → #N/A
    LOG([10, 100]) → [1, 2]
    LOG(64, [2; 4; 8]) → [6; 3; 2]
    LOG(number := 9, base := 3) → 2
    LOG() → refused
    LOG(1, 2, 3) → refused
    LOG(1e300) → 300
    LOG(1e-300) → -300
    LOG(1024, 2) → 10
  `,
  LOG10: `
    LOG10(86) ≈ 1.93449845124357
    LOG10(10) → 1
    LOG10(1E5) → 5
    LOG10(10 ^ 5) → 5
    LOG10(1) → 0
    LOG10(0.001) → -3
    LOG10(2) ≈ 0.301029995663981
    LOG10(0) → #NUM!
    LOG10(-10) → #NUM!
    LOG10(BLANK) → #NUM!
    LOG10(TRUE) → 0
    LOG10("1000") → 3
    LOG10("x") → #VALUE!
    LOG10(#REF!) → #REF!
    LOG10([1, 10; 100, 0]) → [0, 1; 2, #NUM!]
    LOG10(number := 100) → 2
    LOG10() → refused
    LOG10(10, 2) → refused
    LOG10(1e308) → 308
    LOG10(1e-308) → -308
    LOG10(50) - LOG(50) → 0
  `,
  SIGN: `
    SIGN(10) → 1
    SIGN(4 - 4) → 0
    SIGN(-0.00001) → -1
    SIGN(0) → 0
    SIGN(-7) → -1
    SIGN(0.5) → 1
    SIGN(BLANK) → 0
    SIGN(TRUE) → 1
    SIGN(FALSE) → 0
    SIGN("-3") → -1
    SIGN("x") → #VALUE!
    SIGN("") → #VALUE!
    SIGN(#N/A) → #N/A
    SIGN([-2, 0; 3, #NUM!]) → [-1, 0; 1, #NUM!]
    SIGN(number := 8) → 1
    SIGN() → refused
    SIGN(1, 2) → refused
    SIGN(1e308) → 1
    SIGN(-1e-308) → -1
    SIGN(-5) * ABS(-5) → -5
  `,
}
