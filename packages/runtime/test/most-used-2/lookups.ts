// Finding things by key: in tables, in rows and columns, exactly, next to it or by wildcard.

import type { Table } from '../most-used/table.ts'

/** Density, viscosity and temperature of air: a table that rises in its first column. */
const air =
  '[0.457, 3.55, 500; 0.525, 3.25, 400; 0.606, 2.93, 300; 0.675, 2.75, 250; 0.746, 2.57, 200; ' +
  '0.835, 2.38, 150; 0.946, 2.17, 100; 1.09, 1.95, 50; 1.29, 1.71, 0]'
const parts = '["Axles", "Bearings", "Bolts"; 4, 4, 9; 5, 7, 10; 6, 8, 11]'
const waves = '[4.14; 4.19; 5.17; 5.77; 6.39], ["red"; "orange"; "yellow"; "green"; "blue"]'
const fruit = '["Apple"; "Grape"; "Pear"; "Banana"; "Cherry"]'

export const lookups: Table = {
  VLOOKUP: `
    VLOOKUP(1, ${air}, 2) → 2.17
    VLOOKUP(1, ${air}, 3, TRUE) → 100
    VLOOKUP(0.7, ${air}, 3, FALSE) → #N/A
    VLOOKUP(0.1, ${air}, 2, TRUE) → #N/A
    VLOOKUP(2, ${air}, 2, TRUE) → 1.71
    VLOOKUP(0.606, ${air}, 3, FALSE) → 300
    VLOOKUP("b", ["a", 1; "b", 2; "b", 3], 2, FALSE) → 2
    VLOOKUP("B", ["a", 1; "b", 2], 2, FALSE) → 2
    VLOOKUP("gr*", ["apple", 1; "grape", 2], 2, FALSE) → 2
    VLOOKUP("?pple", ["apple", 1; "grape", 2], 2, FALSE) → 1
    VLOOKUP("a~*", ["ab", 1; "a*", 2], 2, FALSE) → 2
    VLOOKUP("1", [1, "number"; "1", "text"], 2, FALSE) → "text"
    VLOOKUP(TRUE, [1, "number"; TRUE, "logical"], 2, FALSE) → "logical"
    VLOOKUP(1, [1, 2], 1, FALSE) → 1
    VLOOKUP(1, [1, 2], 2.9, FALSE) → 2
    VLOOKUP(1, [1, 2], 0, FALSE) → #VALUE!
    VLOOKUP(1, [1, 2], -1, FALSE) → #VALUE!
    VLOOKUP(1, [1, 2], 3, FALSE) → #REF!
    VLOOKUP(9, [1, 2], 3, FALSE) → #REF!
    VLOOKUP(#DIV/0!, [1, 2], 2) → #DIV/0!
    VLOOKUP(1, [1, #NUM!], 2, FALSE) → #NUM!
    VLOOKUP(1, [1, 2], "x") → #VALUE!
    VLOOKUP([1, 3], [1, "a"; 2, "b"; 3, "c"], 2, FALSE) → ["a", "c"]
    VLOOKUP(2, [1, "a", "A"; 2, "b", "B"], [2, 3], FALSE) → ["b", "B"]
    VLOOKUP(1e300, [1, "a"; 2, "b"], 2) → "b"
    VLOOKUP(2, [1, "a"; 2, "b"], 2, 0) → "b"
    VLOOKUP(2.5, [1, "a"; 2, "b"; 3, "c"], 2, 1) → "b"
    VLOOKUP(2, [1, "a"; 2, "b"], 2, range_lookup := FALSE) → "b"
    VLOOKUP(DATE(2026, 1, 2), [DATE(2026, 1, 1), "a"; DATE(2026, 1, 2), "b"], 2, FALSE) → "b"
    VLOOKUP(1, [1, 2]) → refused
    VLOOKUP(1, [1, 2], 1, TRUE, 5) → refused
  `,
  HLOOKUP: `
    HLOOKUP("Axles", ${parts}, 2, TRUE) → 4
    HLOOKUP("Bearings", ${parts}, 3, FALSE) → 7
    HLOOKUP("B", ${parts}, 3, TRUE) → 5
    HLOOKUP("Bolts", ${parts}, 4) → 11
    HLOOKUP(3, [1, 2, 3; "a", "b", "c"; "d", "e", "f"], 2, TRUE) → "c"
    HLOOKUP("bolts", ${parts}, 2, FALSE) → 9
    HLOOKUP("bo*", ${parts}, 2, FALSE) → 9
    HLOOKUP("Nuts", ${parts}, 2, FALSE) → #N/A
    HLOOKUP("A", ${parts}, 2, TRUE) → #N/A
    HLOOKUP("Axles", ${parts}, 1, FALSE) → "Axles"
    HLOOKUP("Axles", ${parts}, 0, FALSE) → #VALUE!
    HLOOKUP("Axles", ${parts}, -2, FALSE) → #VALUE!
    HLOOKUP("Axles", ${parts}, 5, FALSE) → #REF!
    HLOOKUP("Axles", ${parts}, 2.9, FALSE) → 4
    HLOOKUP(#N/A, ${parts}, 2) → #N/A
    HLOOKUP(1 / 0, ${parts}, 2, FALSE) → #DIV/0!
    HLOOKUP(1, [1, 2; #REF!, 5], 2, FALSE) → #REF!
    HLOOKUP([1, 2], [1, 2; "a", "b"], 2, FALSE) → ["a", "b"]
    HLOOKUP(25, [10, 20, 30; "x", "y", "z"], 2) → "y"
    HLOOKUP(5, [10, 20; "x", "y"], 2) → #N/A
    HLOOKUP(1e300, [10, 20; "x", "y"], 2) → "y"
    HLOOKUP("2", [2, "2"; "number", "text"], 2, FALSE) → "text"
    HLOOKUP(20, [10, 20; "x", "y"], 2, range_lookup := FALSE) → "y"
    HLOOKUP(20, [10, 20; "x", "y"], 2) = VLOOKUP(20, TRANSPOSE([10, 20; "x", "y"]), 2) → TRUE
    HLOOKUP(1, [1, 2]) → refused
    HLOOKUP(1, [1, 2], 1, TRUE, 5) → refused
  `,
  XLOOKUP: `
    XLOOKUP("BR", ["CN"; "IN"; "US"; "ID"; "BR"], ["+86"; "+91"; "+1"; "+62"; "+55"]) → "+55"
    XLOOKUP(8389, [4390; 8604; 8389], ["Ned", "Marketing"; "Margo", "Sales"; "Dianne", "Finance"]) → ["Dianne", "Finance"]
    XLOOKUP(1234, [4390; 8604], ["a"; "b"], "ID not found") → "ID not found"
    XLOOKUP(46523, [9700; 39475; 84200], [0.1; 0.22; 0.24], 0, 1) → 0.24
    XLOOKUP(46523, [9700; 39475; 84200], [0.1; 0.22; 0.24], 0, -1) → 0.22
    XLOOKUP(9, [1, 2], [3, 4]) → #N/A
    XLOOKUP(2, [1, 2, 2], ["a", "b", "c"]) → "b"
    XLOOKUP(2, [1, 2, 2], ["a", "b", "c"], , 0, -1) → "c"
    XLOOKUP("GRAPE", ${fruit}, [1; 2; 3; 4; 5]) → 2
    XLOOKUP("gra*", ${fruit}, [1; 2; 3; 4; 5], , 2) → 2
    XLOOKUP("gra*", ${fruit}, [1; 2; 3; 4; 5], "none") → "none"
    XLOOKUP("?ear", ${fruit}, [1; 2; 3; 4; 5], "none", 2) → 3
    XLOOKUP("~*", ["a"; "*"], [1; 2], "none", 2) → 2
    XLOOKUP(25, [10, 20, 30], ["a", "b", "c"], "none", -1, 2) → "b"
    XLOOKUP(25, [30, 20, 10], ["a", "b", "c"], "none", 1, -2) → "a"
    XLOOKUP(5, [10, 20], ["a", "b"], "none", -1) → "none"
    XLOOKUP(35, [10, 20], ["a", "b"], "none", 1) → "none"
    XLOOKUP("2", [2, "2"], ["number", "text"]) → "text"
    XLOOKUP(TRUE, [1, TRUE], ["number", "logical"]) → "logical"
    XLOOKUP([1, 3], [1, 2, 3], ["a", "b", "c"]) → ["a", "c"]
    XLOOKUP([1; 9], [1, 2], ["a", "b"], "none") → ["a"; "none"]
    XLOOKUP(2, [1, 2, 3], [1, 2]) → #VALUE!
    XLOOKUP(2, [1, 2; 3, 4], [1, 2]) → #VALUE!
    XLOOKUP(2, [1, 2], [3, 4], 0, 9) → #VALUE!
    XLOOKUP(2, [1, 2], [3, 4], 0, 0, 0) → #VALUE!
    XLOOKUP(#REF!, [1, 2], [3, 4], "none") → #REF!
    XLOOKUP(1, [1, 2], [#NUM!, 4], "none") → #NUM!
    XLOOKUP(1, [1, 2], #DIV/0!, "none") → #DIV/0!
    XLOOKUP(9, [1, 2], [3, 4], #DIV/0!) → #DIV/0!
    XLOOKUP(20, [10, 20, 30], XLOOKUP("y", ["x"; "y"], [1, 2, 3; 4, 5, 6])) → 5
    XLOOKUP(9, [1, 2], [3, 4], if_not_found := "named") → "named"
    XLOOKUP(3, [1, 2, 5], ["a", "b", "c"], match_mode := -1) → "b"
    XLOOKUP(1, [1]) → refused
    XLOOKUP(1, [1], [1], 0, 0, 1, 9) → refused
  `,
  LOOKUP: `
    LOOKUP(4.19, ${waves}) → "orange"
    LOOKUP(5.75, ${waves}) → "yellow"
    LOOKUP(7.66, ${waves}) → "blue"
    LOOKUP(0, ${waves}) → #N/A
    LOOKUP("C", ["a", "b", "c", "d"; 1, 2, 3, 4]) → 3
    LOOKUP("bump", ["a", 1; "b", 2; "c", 3]) → 2
    LOOKUP(2, [1, 2, 3]) → 2
    LOOKUP(2.5, [1, 2, 3]) → 2
    LOOKUP(0.5, [1, 2, 3]) → #N/A
    LOOKUP(2, [1; 2; 3], ["a", "b", "c"]) → "b"
    LOOKUP(1e300, [1, 2, 3]) → 3
    LOOKUP(9.9e307, [4, 8, "x", 15, BLANK]) → 15
    LOOKUP("zzz", ["a", 5, "b", 6]) → "b"
    LOOKUP(2, [1, #DIV/0!, 1, #DIV/0!], ["a", "b", "c", "d"]) → "c"
    LOOKUP(2, 1 / (["x", "y", "x"] = "x"), [10, 20, 30]) → 30
    LOOKUP(77, [0, 60, 70, 80, 90], ["F", "D", "C", "B", "A"]) → "C"
    LOOKUP(60, [0, 60, 70, 80, 90], ["F", "D", "C", "B", "A"]) → "D"
    LOOKUP([65, 95], [0, 60, 70, 80, 90], ["F", "D", "C", "B", "A"]) → ["D", "A"]
    LOOKUP(2, [1, 2, 2, 3], ["a", "b", "c", "d"]) → "c"
    LOOKUP("B", ["a", "b", "c"], [1, 2, 3]) → 2
    LOOKUP(TRUE, [FALSE, TRUE], ["no", "yes"]) → "yes"
    LOOKUP(#N/A, [1, 2]) → #N/A
    LOOKUP(1, [1, 2], [#REF!, 5]) → #REF!
    LOOKUP("a", [1, 2, 3]) → #N/A
    LOOKUP(3, [1, 2, 3; 4, 5, 6]) → 6
    LOOKUP(lookup_value := 2, lookup_vector := [1, 2], result_vector := ["a", "b"]) → "b"
    LOOKUP(1) → refused
    LOOKUP(1, [1], [1], [1]) → refused
  `,
  MATCH: `
    MATCH(39, [25; 38; 40; 41], 1) → 2
    MATCH(41, [25; 38; 40; 41], 0) → 4
    MATCH(40, [25; 38; 40; 41], -1) → #N/A
    MATCH("b", ["a", "b", "c"], 0) → 2
    MATCH("B", ["a", "b", "c"], 0) → 2
    MATCH("d", ["a", "b", "c"], 0) → #N/A
    MATCH("b*", ["abc", "bcd", "bde"], 0) → 2
    MATCH("?c*", ["abc", "bcd"], 0) → 2
    MATCH("~?", ["a", "?"], 0) → 2
    MATCH(2, [1, 2, 2, 3], 0) → 2
    MATCH(2, [1, 2, 2, 3]) → 3
    MATCH(2.5, [1, 2, 3]) → 2
    MATCH(0, [1, 2, 3]) → #N/A
    MATCH(99, [1, 2, 3]) → 3
    MATCH(2.5, [4, 3, 2, 1], -1) → 2
    MATCH(2, [4, 3, 2, 1], -1) → 3
    MATCH(5, [4, 3, 2, 1], -1) → #N/A
    MATCH(0, [4, 3, 2, 1], -1) → 4
    MATCH("1", [1, "1"], 0) → 2
    MATCH(1, ["1", TRUE, 1], 0) → 3
    MATCH(TRUE, [1, FALSE, TRUE], 0) → 3
    MATCH(TRUE, [3, 8, 9] > 5, 0) → 2
    MATCH([2, 9], [1, 2, 3], 0) → [2, #N/A]
    MATCH(1, [1, 2; 3, 4], 0) → #N/A
    MATCH(#NUM!, [1, 2], 0) → #NUM!
    MATCH(2, [#N/A, 2], 0) → 2
    MATCH(1e300, [5, 8, "x", 3]) → 4
    INDEX(["x", "y", "z"], MATCH(20, [10, 20, 30], 0)) → "y"
    MATCH(3, [1, 3], match_type := 0) → 2
    MATCH(1) → refused
    MATCH(1, [1], 0, 0) → refused
  `,
  XMATCH: `
    XMATCH("Gra", ${fruit}, 1) → 2
    XMATCH("Gra*", ${fruit}, 2) → 2
    XMATCH("Grape", ${fruit}) → 2
    XMATCH("grape", ${fruit}) → 2
    XMATCH("Plum", ${fruit}) → #N/A
    XMATCH(4, [5, 4, 3, 2, 1]) → 2
    XMATCH(4.5, [5, 4, 3, 2, 1], 1) → 1
    XMATCH(4.5, [5, 4, 3, 2, 1], -1) → 2
    XMATCH(9, [5, 4, 3], 1) → #N/A
    XMATCH(0, [5, 4, 3], -1) → #N/A
    XMATCH(2, [2, 1, 2]) → 1
    XMATCH(2, [2, 1, 2], 0, -1) → 3
    XMATCH(20, [10, 20, 30], 0, 2) → 2
    XMATCH(25, [10, 20, 30], -1, 2) → 2
    XMATCH(25, [10, 20, 30], 1, 2) → 3
    XMATCH(20, [30, 20, 10], 0, -2) → 2
    XMATCH(25, [30, 20, 10], -1, -2) → 2
    XMATCH("1", [1, "1"]) → 2
    XMATCH(TRUE, [1, TRUE]) → 2
    XMATCH([3, 1], [1, 2, 3]) → [3, 1]
    XMATCH(1, [1, 2; 3, 4]) → #VALUE!
    XMATCH(1, [1, 2], 5) → #VALUE!
    XMATCH(1, [1, 2], 0, 3) → #VALUE!
    XMATCH(#REF!, [1, 2]) → #REF!
    XMATCH(2, [#N/A, 2]) → 2
    XMATCH("?", ["?", "a"]) → 1
    XMATCH(3, [1, 3], match_mode := 0, search_mode := -1) → 2
    XMATCH(1) → refused
    XMATCH(1, [1], 0, 1, 9) → refused
  `,
  INDEX: `
    INDEX(["Apples", "Lemons"; "Bananas", "Pears"], 2, 2) → "Pears"
    INDEX(["Apples", "Lemons"; "Bananas", "Pears"], 2, 1) → "Bananas"
    INDEX([1, 2; 3, 4], 1, 2) → 2
    INDEX([1, 2; 3, 4], 2, 2) → 4
    INDEX([1, 2; 3, 4], 0, 2) → [2; 4]
    INDEX([1, 2; 3, 4], 2, 0) → [3, 4]
    INDEX([1, 2; 3, 4], 0, 0) → [1, 2; 3, 4]
    INDEX([1, 2; 3, 4], , 2) → [2; 4]
    INDEX([1, 2; 3, 4], 2, ) → [3, 4]
    INDEX([1, 2; 3, 4], 2) → [3, 4]
    INDEX([5, 6, 7], 2) → 6
    INDEX([5; 6; 7], 3) → 7
    INDEX([5, 6, 7], 1, 3) → 7
    INDEX([1, 2; 3, 4], 3, 1) → #REF!
    INDEX([1, 2; 3, 4], 1, 3) → #REF!
    INDEX([5, 6, 7], 4) → #REF!
    INDEX([1, 2; 3, 4], -1, 1) → #VALUE!
    INDEX([1, 2; 3, 4], 1, -1) → #VALUE!
    INDEX([1, 2; 3, 4], 1.9, 2.9) → 2
    INDEX([1, 2; 3, 4], "2", "1") → 3
    INDEX([1, 2; 3, 4], "x", 1) → #VALUE!
    INDEX([1, 2; 3, 4], TRUE, TRUE) → 1
    INDEX([1, #N/A], 2) → #N/A
    INDEX([1, #N/A], 1) → 1
    INDEX(#REF!, 1) → #REF!
    INDEX([1, 2], #NUM!) → #NUM!
    INDEX(5, 1, 1) → 5
    INDEX([1, 2; 3, 4], [1, 2], [1, 2]) → [1, 4]
    SUM(INDEX([1, 2; 3, 4], 0, 1)) → 4
    INDEX([1, 2; 3, 4], 1e300, 1) → #REF!
    INDEX(array := [1, 2; 3, 4], row_num := 2, column_num := 1) → 3
    INDEX() → refused
    INDEX([1], 1, 1, 1, 1) → refused
  `,
}
