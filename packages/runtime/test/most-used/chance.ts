// Chance: what is true of every draw, and of many together.

import type { Table } from './table.ts'

export const chance: Table = {
  RAND: `
    RAND() >= 0 → TRUE
    RAND() < 1 → TRUE
    INT(RAND()) → 0
    INT(RAND() * 100) < 100 → TRUE
    INT(RAND() * -1) >= -1 → TRUE
    ISNUMBER(RAND()) → TRUE
    RAND() IS NUMBER → TRUE
    RAND() = RAND() → FALSE
    RAND() * 0 → 0
    MAX(RAND(), 1) → 1
    MIN(RAND(), 0) → 0
    COUNT(RAND(), RAND()) → 2
    CEILING(RAND(), 1) <= 1 → TRUE
    RAND() + #N/A → #N/A
    RAND() / 0 → #DIV/0!
    IFERROR(RAND() / 0, "none") → "none"
    AND(RAND() * (9 - 4) + 4 >= 4, RAND() * (9 - 4) + 4 < 9) → TRUE
    AVERAGE(MAP(SEQUENCE(1000), (x) => RAND())) ≈ 0.5
    STDEV.P(MAP(SEQUENCE(1000), (x) => RAND())) ≈ 0.3
    ROWS(UNIQUE(MAP(SEQUENCE(50), (x) => RAND()))) → 50
    SUM(--(MAP(SEQUENCE(100), (x) => RAND()) >= 1)) → 0
    RAND(1) → refused
    RAND(1, 2) → refused
  `,
  RANDBETWEEN: `
    RANDBETWEEN(4, 4) → 4
    RANDBETWEEN(-4, -4) → -4
    RANDBETWEEN(0, 0) → 0
    RANDBETWEEN(1, 100) >= 1 → TRUE
    RANDBETWEEN(1, 100) <= 100 → TRUE
    MOD(RANDBETWEEN(1, 1000), 1) → 0
    AND(RANDBETWEEN(-1, 1) >= -1, RANDBETWEEN(-1, 1) <= 1) → TRUE
    RANDBETWEEN(2, 1) → #NUM!
    RANDBETWEEN(1.2, 1.8) → #NUM!
    RANDBETWEEN(BLANK, 0) → 0
    RANDBETWEEN("3", "3") → 3
    RANDBETWEEN("x", 3) → #VALUE!
    RANDBETWEEN(1, "x") → #VALUE!
    RANDBETWEEN(#N/A, 1) → #N/A
    RANDBETWEEN(1, #DIV/0!) → #DIV/0!
    RANDBETWEEN([3, 4], [3, 4]) → [3, 4]
    RANDBETWEEN([5; 6], 5) → [5; #NUM!]
    RANDBETWEEN(bottom := 7, top := 7) → 7
    RANDBETWEEN(1) → refused
    RANDBETWEEN(1, 2, 3) → refused
    RANDBETWEEN(1e15, 1e15) → 1e15
    SORT(UNIQUE(MAP(SEQUENCE(300), (x) => RANDBETWEEN(1, 6)))) → SEQUENCE(6)
    AVERAGE(MAP(SEQUENCE(1000), (x) => RANDBETWEEN(0, 1))) ≈ 0.5
    MAX(MAP(SEQUENCE(300), (x) => RANDBETWEEN(1, 3))) → 3
    MIN(MAP(SEQUENCE(300), (x) => RANDBETWEEN(1, 3))) → 1
  `,
}
