// Objects and JSON. Objects are never changed; functions give new ones.

import type { Stop } from '../coerce.ts'
import { toText } from '../coerce.ts'
import { type Args, array, type Functions, numOr, text } from '../functions.ts'
import { readJson } from '../json-read.ts'
import { writeJson } from '../json-write.ts'
import { STRING_MAX_CHARS } from '../limits.ts'
import { stepsOf, valueAt, withoutValue, withValue } from '../path.ts'
import { argCount, burn, repeatText, textsFit } from '../primitives.ts'
import {
  arrayOf,
  BLANK,
  errorOf,
  isObject,
  itemAt,
  listOf,
  NOT_AVAILABLE,
  type ObjectValue,
  objectOf,
  type Value,
} from '../values.ts'
import { asArray, single, stopAmong, truncated } from './arguments.ts'

function objectAt(args: Args, at: number): ObjectValue {
  return args[at] as ObjectValue
}

/** Collects fields; a later one of the same name takes the place of the earlier. */
interface Fields {
  readonly keys: string[]
  readonly values: Value[]
  readonly places: Record<string, number>
}

/** Cost of finding or adding a field by its name. */
const FIELD_STEPS = 12

function noFields(): Fields {
  return { keys: [], values: [], places: {} }
}

function put(fields: Fields, key: string, value: Value): void {
  burn(FIELD_STEPS)
  const before = fields.places[`.${key}`]
  if (before !== undefined) {
    fields.values[before] = value
    return
  }
  fields.places[`.${key}`] = fields.keys.length
  fields.keys.push(key)
  fields.values.push(value)
}

function namesIn(items: readonly Value[]): string[] | Stop {
  const found: string[] = []
  burn(2 * items.length)
  for (const item of items) {
    const name = toText(item)
    if (typeof name !== 'string') return name
    found.push(name)
  }
  return found
}

function get(args: Args): Value {
  const stop = stopAmong(args, [0, 1])
  if (stop !== undefined) return stop
  const steps = stepsOf(text(args, 1))
  if ('k' in steps) return steps
  const found = valueAt(single(args[0]), steps)
  if (found !== undefined) return found
  return args[2] === undefined ? NOT_AVAILABLE : single(args[2])
}

function has(args: Args): Value {
  const steps = stepsOf(text(args, 1))
  return 'k' in steps ? steps : valueAt(single(args[0]), steps) !== undefined
}

function set(args: Args): Value {
  const steps = stepsOf(text(args, 1))
  return 'k' in steps ? steps : withValue(single(args[0]), steps, 0, single(args[2]))
}

function remove(args: Args): Value {
  const steps = stepsOf(text(args, 1))
  return 'k' in steps ? steps : withoutValue(single(args[0]), steps, 0)
}

function entries(args: Args): Value {
  const { keys, values } = objectAt(args, 0)
  const items: Value[] = []
  burn(3 * keys.length)
  for (let i = 0; i < keys.length; i++) {
    items.push(keys[i]!)
    items.push(values[i]!)
  }
  return items.length === 0 ? listOf([]) : arrayOf(keys.length, 2, items)
}

function merge(args: Args): Value {
  const fields = noFields()
  const count = argCount(args)
  for (let at = 0; at < count; at++) {
    if (args[at] === undefined) continue
    const { keys, values } = objectAt(args, at)
    for (let i = 0; i < keys.length; i++) put(fields, keys[i]!, values[i]!)
  }
  return objectOf(fields.keys, fields.values)
}

function fromLists(args: Args): Value {
  const names = namesIn(array(args, 0).items)
  if ('k' in names) return names
  const values = array(args, 1).items
  if (names.length !== values.length)
    return errorOf('VALUE!', 'there must be one value for each name')
  const fields = noFields()
  for (let i = 0; i < names.length; i++) put(fields, names[i]!, values[i]!)
  return objectOf(fields.keys, fields.values)
}

function omit(args: Args): Value {
  const names = namesIn(array(args, 1).items)
  if ('k' in names) return names
  const unwanted: Record<string, boolean> = {}
  burn(FIELD_STEPS * (names.length + objectAt(args, 0).keys.length))
  for (const name of names) unwanted[`.${name}`] = true
  const fields = noFields()
  const { keys, values } = objectAt(args, 0)
  for (let i = 0; i < keys.length; i++) {
    if (unwanted[`.${keys[i]!}`] !== true) put(fields, keys[i]!, values[i]!)
  }
  return objectOf(fields.keys, fields.values)
}

/** In the order in which they are named; missing ones are left out. */
function pick(args: Args): Value {
  const names = namesIn(array(args, 1).items)
  if ('k' in names) return names
  const all = noFields()
  const { keys, values } = objectAt(args, 0)
  for (let i = 0; i < keys.length; i++) put(all, keys[i]!, values[i]!)
  const fields = noFields()
  burn(FIELD_STEPS * names.length)
  for (const name of names) {
    const at = all.places[`.${name}`]
    if (at !== undefined) put(fields, name, all.values[at]!)
  }
  return objectOf(fields.keys, fields.values)
}

function records(args: Args): Value {
  const table = array(args, 0)
  const header: Value[] = []
  for (let column = 0; column < table.columns; column++) header.push(itemAt(table, 0, column))
  const names = namesIn(header)
  if ('k' in names) return names
  const items: Value[] = []
  for (let row = 1; row < table.rows; row++) {
    const fields = noFields()
    for (let at = 0; at < names.length; at++) put(fields, names[at]!, itemAt(table, row, at))
    items.push(objectOf(fields.keys, fields.values))
  }
  return listOf(items)
}

function table(args: Args): Value {
  const list = array(args, 0).items
  const columns = noFields()
  if (args[1] !== undefined) {
    const names = namesIn(asArray(args[1]).items)
    if ('k' in names) return names
    for (const name of names) put(columns, name, BLANK)
  }
  for (const record of list) {
    if (!isObject(record)) return errorOf('VALUE!', 'a table is made from a list of objects')
    if (args[1] === undefined) for (const key of record.keys) put(columns, key, BLANK)
  }
  const names = columns.keys
  if (names.length === 0) return listOf([])
  const items: Value[] = []
  for (const name of names) items.push(name)
  for (const record of list) {
    if (!isObject(record)) continue
    burn(2 * names.length + FIELD_STEPS * record.keys.length)
    const start = items.length
    for (let i = 0; i < names.length; i++) items.push(BLANK)
    for (let i = 0; i < record.keys.length; i++) {
      const at = columns.places[`.${record.keys[i]!}`]
      if (at !== undefined) items[start + at] = record.values[i]!
    }
  }
  return arrayOf(list.length + 1, names.length, items)
}

function jsonText(args: Args): Value {
  const indent = truncated(numOr(args, 1, 0))
  if (indent < 0 || indent > 10) return errorOf('VALUE!', 'an indent is 0 to 10 spaces')
  const written = writeJson(single(args[0]), repeatText(' ', indent))
  if (typeof written !== 'string' || textsFit([written], STRING_MAX_CHARS)) return written
  return errorOf('VALUE!', 'the text would be too long')
}

export const objectFunctions: Functions = {
  ENTRIES: entries,
  GET: get,
  HAS: has,
  JSON_PARSE: (a) => readJson(text(a, 0)),
  JSON_TEXT: jsonText,
  KEYS: (a) => listOf(objectAt(a, 0).keys),
  MERGE: merge,
  OBJECT: fromLists,
  OMIT: omit,
  PICK: pick,
  RECORDS: records,
  REMOVE: remove,
  SET: set,
  TABLE: table,
  VALUES: (a) => listOf(objectAt(a, 0).values),
}
