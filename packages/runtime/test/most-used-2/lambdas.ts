// Names for values and functions made on the spot.

import type { Table } from '../most-used/table.ts'

export const lambdas: Table = {
  REDUCE: `
    REDUCE(0, [1, 2, 3; 4, 5, 6], LAMBDA(a, b, a + b ^ 2)) → 91
    REDUCE(, [1, 2, 3; 4, 5, 6], LAMBDA(a, b, a + b ^ 2)) → 91
    REDUCE(, [2, 3, 4], (t, x) => t * x) → 24
    REDUCE(, ["a", "b"], (t, x) => t & "-" & x) → "a-b"
    REDUCE(1, [27; 56; 17; 60], LAMBDA(a, b, IF(b > 50, a * b, a))) → 3360
    REDUCE(0, [1; 2; 4; 6], LAMBDA(a, n, IF(ISEVEN(n), 1 + a, a))) → 3
    REDUCE(0, [1, 2, 3], (t, x) => t + x) → 6
    REDUCE(10, [1, 2, 3], (t, x) => t - x) → 4
    REDUCE(1, [2, 3, 4], (t, x) => t * x) → 24
    REDUCE("", ["a", "b", "c"], (t, x) => t & x) → "abc"
    REDUCE("", ["a", "b", "c"], (t, x) => x & t) → "cba"
    REDUCE(0, [1, 2; 3, 4], (t, x) => t * 10 + x) → 1234
    REDUCE(0, [1; 2; 3], (t, x) => t * 10 + x) → 123
    REDUCE(0, 5, (t, x) => t + x) → 5
    REDUCE(-1e300, [1, 9, 4], (t, x) => MAX(t, x)) → 9
    REDUCE(0, [1, #N/A, 3], (t, x) => t + x) → #N/A
    REDUCE(0, [1, #N/A, 3], (t, x) => t + IFERROR(x, 0)) → 4
    REDUCE(0, [1, "x"], (t, x) => t + x) → #VALUE!
    REDUCE(#REF!, [1], (t, x) => t + x) → #REF!
    REDUCE(0, #NUM!, (t, x) => t + x) → #NUM!
    REDUCE(0, [1, 2], (t) => t) → #VALUE!
    REDUCE(0, [1, 2], (a, b, c) => a) → #VALUE!
    REDUCE(0, [1, 2], 5) → #VALUE!
    REDUCE(TRUE, [1, 2, 3], (t, x) => AND(t, x > 0)) → TRUE
    REDUCE([0, 0], [1, 2], (t, x) => t + x) → [3, 3]
    REDUCE(0, [1, 2], (t, x) => VSTACK(t, x)) → [0; 1; 2]
    REDUCE("a-b.c", ["-", "."], (t, x) => SUBSTITUTE(t, x, "")) → "abc"
    REDUCE(0, SEQUENCE(100), (t, x) => t + x) → 5050
    REDUCE(initial_value := 1, array := [5], lambda := (t, x) => t + x) → 6
    REDUCE(0, [1]) → refused
    REDUCE(0, [1], (t, x) => t, 1) → refused
  `,
  LET: `
    LET(x, 5, SUM(x, 1)) → 6
    LET(x, 5, x) → 5
    LET(x, 1, y, 2, x + y) → 3
    LET(x, 2, y, x * 3, y + x) → 8
    LET(x, "a", x & x) → "aa"
    LET(x, [1, 2, 3], SUM(x)) → 6
    LET(x, [1, 2, 3], x * 2) → [2, 4, 6]
    LET(x, #N/A, IFNA(x, 0)) → 0
    LET(x, #N/A, x + 1) → #N/A
    LET(x, 1 / 0, 5 + ISERROR(x)) → 6
    LET(f, (n) => n * 2, f(4)) → 8
    LET(f, LAMBDA(n, n + 1), f(f(1))) → 3
    LET(f, (n) => n * 2, MAP([1, 2], f)) → [2, 4]
    LET(k, 10, f, (n) => n * k, f(3)) → 30
    LET(x, 1, LET(x, 2, x) + x) → 3
    LET(x, 1, y, LET(z, x + 1, z * 2), x + y) → 5
    LET(x, BLANK, ISBLANK(x)) → TRUE
    LET(x, TRUE, IF(x, "yes", "no")) → "yes"
    LET(x, 3, x ^ 2 - x) → 6
    LET(rate, 5pct, years, 2, 100 * (1 + rate) ^ years) ≈ 110.25
    LET(list, FILTER([1; 2; 3], [1; 2; 3] > 1), SUM(list) / COUNT(list)) → 2.5
    LET(a, 1, b, a + 1, c, b + 1, d, c + 1, a + b + c + d) → 10
    SUM(LET(x, [1, 2], x), 3) → 6
    LET(x, 1e300, x * x) → #NUM!
    LET(_unused, 1, 2) → 2
    LET(x, 1) → unreadable
    LET(x, 1, y, 2) → unreadable
    LET(5, 1, 2) → unreadable
    LET(A1, 1, A1) → unreadable
    LET() → unreadable
  `,
  LAMBDA: `
    LAMBDA(x, y, x + y)(1, 2) → 3
    LAMBDA(x, x * x)(4) → 16
    LAMBDA(x, y, SQRT(x ^ 2 + y ^ 2))(3, 4) → 5
    LAMBDA(temp, (5 / 9) * (temp - 32))(104) → 40
    LAMBDA(5)() → 5
    LAMBDA("a" & "b")() → "ab"
    LAMBDA(x, x & "!")("hi") → "hi!"
    LAMBDA(x, SUM(x))([1, 2, 3]) → 6
    LAMBDA(x, x + 1)([1, 2]) → [2, 3]
    LAMBDA(x, x)(#N/A) → #N/A
    LAMBDA(x, IFNA(x, 0))(#N/A) → 0
    LAMBDA(x, 5)(1 / 0) → 5
    LAMBDA(x, LAMBDA(y, x + y))(1)(2) → 3
    LAMBDA(f, f(3))(LAMBDA(x, x * 2)) → 6
    LAMBDA(f, x, f(f(x)))((n) => n + 1, 5) → 7
    LAMBDA(x, x + 1)(1, 2) → #VALUE!
    LAMBDA(x, y, ISOMITTED(y))(1, ) → TRUE
    LAMBDA(x, y, ISOMITTED(y))(1, 2) → FALSE
    LAMBDA(x, y, IF(ISOMITTED(y), x, x * y))(3, ) → 3
    LET(gcd, LAMBDA(me, a, b, IF(b = 0, a, me(me, b, MOD(a, b)))), gcd(gcd, 12, 18)) → 6
    LET(fact, LAMBDA(me, n, IF(n < 2, 1, n * me(me, n - 1))), fact(fact, 10)) → 3628800
    MAP([1, 2], LAMBDA(x, x * 3)) → [3, 6]
    BYROW([1, 2; 3, 4], LAMBDA(r, SUM(r))) → [3; 7]
    LAMBDA(x, IF(x > 0, "plus", "minus"))(-5) → "minus"
    LET(add, LAMBDA(x, y, x + y), add(1, 2) = add(2, 1)) → TRUE
    LAMBDA(x, LET(y, x * 2, y + 1))(5) → 11
    LAMBDA() → unreadable
    LAMBDA(5, 6)(1) → unreadable
  `,
}
