// Objects and JSON, as HTTP_JSON returns and events carry them. Objects are immutable; functions give
// new ones. A path is a text of fields and places, counted from 1: `items[2].price`.

import { rows } from './rows.ts'

export const object = rows(
  'object',
  `
ENTRIES(object) → array
  The fields of an object as an array of two columns, names and values.
  ENTRIES({ a: 1, b: 2 }) → ["a", 1; "b", 2]
GET(object: array, path, [if_missing]) → any, sees errors
  The value at a path; #N/A, or another value, if there is none.
  GET({ items: [{ price: 3 }, { price: 5 }] }, "items[2].price") → 5
  GET({ a: 1 }, "b", 0) → 0
HAS(object: array, path) → logical
  Whether there is a value at a path.
  HAS({ a: { b: 1 } }, "a.b") → TRUE
JSON_PARSE(text) → any
  Reads JSON. A list of lists becomes an array, null becomes blank.
  GET(JSON_PARSE("{ \\"a\\": [1, 2] }"), "a[2]") → 2
JSON_TEXT(value: array, [indent]) → text
  Writes a value as JSON, on one line or with an indent.
  JSON_TEXT({ a: [1, 2] }) → "{""a"":[1,2]}"
KEYS(object) → array
  The names of an object's fields, as a row.
  KEYS({ a: 1, b: 2 }) → ["a", "b"]
MERGE(object1, …) → object
  One object with the fields of all; later ones win.
  MERGE({ a: 1, b: 2 }, { b: 3 }) → { a: 1, b: 3 }
OBJECT(keys, values) → object
  An object from a row of names and a row of values.
  OBJECT(["a", "b"], [1, 2]) → { a: 1, b: 2 }
OMIT(object, keys) → object
  An object without the named fields.
  OMIT({ a: 1, b: 2 }, ["b"]) → { a: 1 }
PICK(object, keys) → object
  An object with only the named fields.
  PICK({ a: 1, b: 2, c: 3 }, ["a", "c"]) → { a: 1, c: 3 }
RECORDS(table) → array
  A list of objects, one for each row below the header row of a table.
  RECORDS(["n", "q"; "x", 2]) → [{ n: "x", q: 2 }]
REMOVE(object: array, path) → any
  The same value without what stands at a path.
  REMOVE({ a: { b: 1, c: 2 } }, "a.b") → { a: { c: 2 } }
SET(object: array, path, value: array) → any
  The same value with another one at a path.
  SET({ a: { b: 1 } }, "a.b", 5) → { a: { b: 5 } }
TABLE(records, [columns: array]) → array
  A table with a header row from a list of objects, with all fields or the named ones.
  TABLE([{ n: "x", q: 2 }, { n: "y", q: 5 }]) → ["n", "q"; "x", 2; "y", 5]
VALUES(object) → array
  The values of an object's fields, as a row.
  VALUES({ a: 1, b: 2 }) → [1, 2]
`,
)
