// Sums, counts, means and extremes of what meets conditions.

import type { Table } from './table.ts'

export const conditions: Table = {
  SUMIF: `
    SUMIF([100000; 200000; 300000; 400000], ">160000", [7000; 14000; 21000; 28000]) → 63000
    SUMIF([100000; 200000; 300000; 400000], ">160000") → 900000
    SUMIF([100000; 200000; 300000; 400000], 300000, [7000; 14000; 21000; 28000]) → 21000
    SUMIF(["Vegetables", "Fruits", "", "Fruits"], "Fruits", [2300, 800, 400, 1200]) → 2000
    SUMIF(["Tomatoes", "Celery", "Oranges", "Apples"], "*es", [2300, 5500, 800, 1200]) → 4300
    SUMIF(["Vegetables", "Fruits", "", "Fruits"], "", [2300, 800, 400, 1200]) → 400
    SUMIF(["a", "A", "b"], "a", [1, 2, 4]) → 3
    SUMIF([1, 2, 3], "<>2") → 4
    SUMIF([1, 2, 3], "<=2") → 3
    SUMIF([1, 2, 3], ">9") → 0
    SUMIF(["x", "y"], "x", ["1", TRUE]) → 0
    SUMIF(["x", "x", "x"], "x", [1, BLANK, "5"]) → 1
    SUMIF([1, 2], ">1", [#N/A, 4]) → 4
    SUMIF([1, 2], ">0", [#N/A, 4]) → #N/A
    SUMIF([#N/A, 2], 2) → 2
    SUMIF([#N/A, 2], #N/A, [7, 8]) → 7
    SUMIF([TRUE, FALSE, 1], TRUE, [1, 2, 4]) → 1
    SUMIF([1, BLANK, 3], "=", [1, 2, 4]) → 2
    SUMIF([1, BLANK, 3], "<>", [1, 2, 4]) → 5
    SUMIF(["a", "b"], ["a", "b"], [1, 2]) → [1, 2]
    SUMIF([5, "5", "x"], 5, [1, 2, 4]) → 3
    SUMIF(["ab", "abc", "b"], "a?", [1, 2, 4]) → 1
    SUMIF(["a*", "ab"], "a~*", [1, 2]) → 1
    SUMIF(range := [1, 5, 9], criteria := ">4", sum_range := [1, 2, 4]) → 6
    SUMIF([1]) → refused
    SUMIF([1], 1, [1], 1) → refused
    SUMIF([1e308, 1e308], ">0") → #NUM!
    SUMIF([-1, -2, 3], "<0") → -3
    SUMIF(["a", "b", "a"], "a", [1h, 2h, 4h]) → 5h
  `,
  SUMIFS: `
    SUMIFS([5, 4, 15, 3, 22, 12, 10, 33], ["Apples", "Apples", "Artichokes", "Artichokes", "Bananas", "Bananas", "Carrots", "Carrots"], "=A*", ["Tom", "Sarah", "Tom", "Sarah", "Tom", "Sarah", "Tom", "Sarah"], "Tom") → 20
    SUMIFS([5, 4, 15, 3, 22, 12, 10, 33], ["Apples", "Apples", "Artichokes", "Artichokes", "Bananas", "Bananas", "Carrots", "Carrots"], "<>Bananas", ["Tom", "Sarah", "Tom", "Sarah", "Tom", "Sarah", "Tom", "Sarah"], "Tom") → 30
    SUMIFS([1, 2, 4], ["a", "b", "a"], "a") → 5
    SUMIFS([1, 2, 4], ["a", "b", "a"], "a", [1, 2, 3], ">1") → 4
    SUMIFS([1, 2, 4, 8], [1, 2, 3, 4], ">1", [1, 2, 3, 4], "<4") → 6
    SUMIFS([1, 2, 4], [1, 1, 1], 1, [2, 2, 2], 2, [3, 3, 0], 3) → 3
    SUMIFS([1, 2, 4], ["a", "b", "a"], "z") → 0
    SUMIFS([1, 2, 3], [1, 1], 1) → #VALUE!
    SUMIFS([1, 2], [1; 1], 1) → #VALUE!
    SUMIFS([1, 2], [1, 1], 1, [1, 1, 1], 1) → #VALUE!
    SUMIFS([1, "x", 3], [1, 1, 1], 1) → 4
    SUMIFS([1, TRUE, "4"], [1, 1, 1], 1) → 1
    SUMIFS([1, BLANK, 3], [1, 1, 1], 1) → 4
    SUMIFS([#N/A, 2], [1, 2], 2) → 2
    SUMIFS([#N/A, 2], [1, 2], ">0") → #N/A
    SUMIFS([1, 2], [#DIV/0!, 5], 5) → 2
    SUMIFS([1, 2, 4], ["x", "", BLANK], "") → 6
    SUMIFS([1, 2, 4], ["x", "", BLANK], "<>") → 3
    SUMIFS([1; 2; 4], ["a"; "b"; "a"], "A") → 5
    SUMIFS([1, 2, 4], ["a", "b", "a"], ["a", "b", "c"]) → [5, 2, 0]
    SUMIFS([1, 2, 4], [10, 20, 30], ">=" & 20) → 6
    SUMIFS(sum_range := [1, 2], criteria_range1 := [5, 6], criteria1 := 6) → 2
    SUMIFS([1, 2], [5, 6], 6, criteria_range2 := [7, 8], criteria2 := 7) → 0
    SUMIFS([1, 2], [1, 2]) → refused
    SUMIFS([1, 2], [1, 2], 1, [1, 2]) → refused
    SUMIFS([1, 2, 4], [TRUE, FALSE, TRUE], TRUE) → 5
    SUMIFS([1, 2], [dt"2026-01-01T00:00:00Z", dt"2026-02-01T00:00:00Z"], ">2026-01-15") → 2
    SUMIFS([1h, 2h, 4h], [1, 2, 3], ">1") → 6h
  `,
  COUNTIF: `
    COUNTIF(["apples"; "oranges"; "peaches"; "apples"], "apples") → 2
    COUNTIF([32; 54; 75; 86], ">55") → 2
    COUNTIF([32; 54; 75; 86], "<>" & 75) → 3
    COUNTIF(["apples"; "oranges"; "peaches"; "apples"], "*") → 4
    COUNTIF(["apples"; "oranges"; "peaches"; "apples"], "?????es") → 2
    COUNTIF(["APPLES", "Apples"], "apples") → 2
    COUNTIF([1, 5, "5"], 5) → 2
    COUNTIF([1, 5, "5"], "5") → 2
    COUNTIF([1, 5, "5"], ">=5") → 1
    COUNTIF([1, BLANK, "", "x"], "") → 2
    COUNTIF([1, BLANK, "", "x"], "=") → 1
    COUNTIF([1, BLANK, "", "x"], "<>") → 3
    COUNTIF([1, BLANK, "x"], "<>1") → 2
    COUNTIF([TRUE, FALSE, 1, 0], TRUE) → 1
    COUNTIF([TRUE, FALSE, 1, 0], 0) → 1
    COUNTIF([0, BLANK, 1], 0) → 1
    COUNTIF([#N/A, 1, #DIV/0!], #N/A) → 1
    COUNTIF([#N/A, 1, #DIV/0!], 1) → 1
    COUNTIF(["a?", "ab"], "a~?") → 1
    COUNTIF(["x", 5, TRUE, BLANK], "*") → 1
    COUNTIF([1, 2, 3], ["<2", ">1"]) → [1, 2]
    COUNTIF(["a", "b", "a"], ["a"; "b"; "c"]) → [2; 1; 0]
    COUNTIF(["b", "a", "c"], ">a") → 2
    COUNTIF([1e308, -1e308, 1e-308], ">0") → 2
    COUNTIF(range := [1, 2], criteria := 2) → 1
    COUNTIF([1]) → refused
    COUNTIF([1], 1, 1) → refused
    SUM(1 / COUNTIF(["a", "b", "a"], ["a", "b", "a"])) → 2
    COUNTIF([0.1, 0.2], "10%") → 1
  `,
  COUNTIFS: `
    COUNTIFS(["Yes", "Yes", "Yes", "No"], "=Yes") → 3
    COUNTIFS(["Yes", "Yes", "Yes", "No"], "=Yes", ["No", "Yes", "Yes", "Yes"], "=Yes") → 2
    COUNTIFS([1, 2, 3, 4, 5, 6], "<6", [1, 2, 3, 4, 5, 6], ">1") → 4
    COUNTIFS([1, 5, 9], ">1") → 2
    COUNTIFS([1, 5, 9], ">1", ["a", "a", "b"], "a") → 1
    COUNTIFS([1, 2], 1, [1, 2], 2) → 0
    COUNTIFS([1, 1], 1, [2, 2], 2, [3, 4], 4) → 1
    COUNTIFS([1, 2], 1, [1, 2, 3], 1) → #VALUE!
    COUNTIFS([1, 2], 1, [1; 2], 1) → #VALUE!
    COUNTIFS([1; 2; 3], "<>2") → 2
    COUNTIFS([BLANK, 0, ""], "") → 2
    COUNTIFS([BLANK, 0, ""], "=") → 1
    COUNTIFS([BLANK, 0, ""], 0) → 1
    COUNTIFS(["ab", "AC", "b"], "a*") → 2
    COUNTIFS([#N/A, 2], 2) → 1
    COUNTIFS([#N/A, 2], "#N/A") → 1
    COUNTIFS([TRUE, "TRUE!", 1], TRUE) → 1
    COUNTIFS([1, 2, 3], [1, 2, 7]) → [1, 1, 0]
    COUNTIFS(criteria_range1 := [1, 2], criteria1 := 1) → 1
    COUNTIFS([1, 2]) → refused
    COUNTIFS([1], 1, [1]) → refused
    COUNTIFS([1, 2; 3, 4], ">1", [1, 2; 3, 4], "<4") → 2
    COUNTIFS([-5, 5], "<0") → 1
    COUNTIFS(["-5", "x"], -5) → 1
  `,
  AVERAGEIF: `
    AVERAGEIF([7000, 14000, 21000, 28000], "<23000") → 14000
    AVERAGEIF([100000, 200000, 300000, 400000], "<250000") → 150000
    AVERAGEIF([100000, 200000, 300000, 400000], "<95000") → #DIV/0!
    AVERAGEIF([100000, 200000, 300000, 400000], ">250000", [7000, 14000, 21000, 28000]) → 24500
    AVERAGEIF(["East", "West", "North", "South (New Office)", "MidWest"], "=*West", [45678, 23789, -4789, 0, 9678]) → 16733.5
    AVERAGEIF(["East", "West", "North", "South (New Office)", "MidWest"], "<>*(New Office)", [45678, 23789, -4789, 0, 9678]) → 18589
    AVERAGEIF([1, 5, 9], 5) → 5
    AVERAGEIF(["a", "b", "A"], "a", [1, 2, 4]) → 2.5
    AVERAGEIF(["a", "a", "a"], "a", [1, BLANK, 3]) → 2
    AVERAGEIF(["a", "a", "a"], "a", [1, "5", TRUE]) → 1
    AVERAGEIF(["a"], "a", ["x"]) → #DIV/0!
    AVERAGEIF(["a", "b"], "a", [1, #N/A]) → 1
    AVERAGEIF(["a", "b"], "b", [1, #N/A]) → #N/A
    AVERAGEIF([#N/A, 4], 4) → 4
    AVERAGEIF([0, 2, 4], "<>0") → 3
    AVERAGEIF([BLANK, 2, 4], "<>") → 3
    AVERAGEIF([TRUE, FALSE], TRUE, [3, 5]) → 3
    AVERAGEIF([1; 2; 3], ">=2", [10; 20; 40]) → 30
    AVERAGEIF([1, 2, 3], [">1", "<3"]) → [2.5, 1.5]
    AVERAGEIF(range := [1, 5], criteria := ">0") → 3
    AVERAGEIF([1]) → refused
    AVERAGEIF([1], 1, [1], 1) → refused
    AVERAGEIF([1e308, 1e308], ">0") → #NUM!
    AVERAGEIF([-3, -1, 5], "<0") → -2
    AVERAGEIF([1, 2, 3], ">1", [1h, 2h, 4h]) → 3h
  `,
  AVERAGEIFS: `
    AVERAGEIFS([75, 94, 86, "incomplete"], [75, 94, 86, "incomplete"], ">70", [75, 94, 86, "incomplete"], "<90") → 80.5
    AVERAGEIFS([85, 80, 93, 75], [85, 80, 93, 75], ">95") → #DIV/0!
    AVERAGEIFS([87, 88, "incomplete", 75], [87, 88, "incomplete", 75], "<>incomplete", [87, 88, "incomplete", 75], ">80") → 87.5
    AVERAGEIFS([10, 20, 60], ["a", "b", "a"], "a") → 35
    AVERAGEIFS([10, 20, 60], ["a", "b", "a"], "a", [1, 1, 2], 1) → 10
    AVERAGEIFS([1, 2, 6], [1, 2, 2], 2) → 4
    AVERAGEIFS([1, 2], [1, 2], 3) → #DIV/0!
    AVERAGEIFS([1, 2, 3], [1, 1], 1) → #VALUE!
    AVERAGEIFS([1, 2], [1; 2], 1) → #VALUE!
    AVERAGEIFS(["x", BLANK], [1, 1], 1) → #DIV/0!
    AVERAGEIFS([TRUE, 4], [1, 1], 1) → 4
    AVERAGEIFS([1, BLANK, 3], [1, 1, 1], 1) → 2
    AVERAGEIFS([#N/A, 4], [1, 2], 2) → 4
    AVERAGEIFS([#N/A, 4], [1, 2], ">0") → #N/A
    AVERAGEIFS([1, 2], [#NUM!, 7], 7) → 2
    AVERAGEIFS([1, 2, 3], ["ab", "b", "ac"], "a*") → 2
    AVERAGEIFS([1; 3], ["a"; "A"], "a") → 2
    AVERAGEIFS([1, 2, 3], ["a", "b", "a"], ["a", "b"]) → [2, 2]
    AVERAGEIFS(average_range := [1, 2], criteria_range1 := [5, 6], criteria1 := 6) → 2
    AVERAGEIFS([1, 2], [1, 2]) → refused
    AVERAGEIFS([1], [1], 1, [1]) → refused
    AVERAGEIFS([0, 5], [1, 1], 1) → 2.5
    AVERAGEIFS([1, 2, 3, 4], [1, 2, 3, 4], ">1", [1, 2, 3, 4], "<=3") → 2.5
  `,
}
