// Serialization of answers as JSON. A short answer is serialized at once; a long one in slices that yield to the event loop:
// a million numbers in one go blocked all other requests for half a second. The text is the same either way.

import { JSON_PART_CHARS } from './limits.ts'

/** Generator that yields where it may pause. */
type Paused<T> = Generator<undefined, T, void>

/** The text; undefined if it is so long that it is to be serialized in slices. */
export function shortJson(answer: unknown): string | undefined {
  return weigh(answer, JSON_PART_CHARS) < JSON_PART_CHARS ? JSON.stringify(answer) : undefined
}

/** The bytes of a long answer. `took` is called with the size of each part, and may refuse by throwing. */
export function* longJson(
  answer: unknown,
  pause: () => boolean,
  took: (bytes: number) => void,
): Paused<Buffer> {
  const made: Buffer[] = []
  let text = ''
  for (const part of partsOf(answer)) {
    text += part
    if (text.length < JSON_PART_CHARS) continue
    made.push(bytesOf(text, took))
    text = ''
    if (pause()) yield
  }
  made.push(bytesOf(text, took))
  return Buffer.concat(made)
}

function bytesOf(text: string, took: (bytes: number) => void): Buffer {
  const bytes = Buffer.from(text)
  took(bytes.length)
  return bytes
}

function* partsOf(value: unknown): Generator<string> {
  if (typeof value !== 'object' || value === null || 'toJSON' in value) {
    yield JSON.stringify(value) ?? 'null'
  } else if (Array.isArray(value)) {
    yield* listParts(value)
  } else {
    yield* fieldParts(value)
  }
}

/** Parts of a list; short neighbours are serialized together. */
function* listParts(list: readonly unknown[]): Generator<string> {
  let lead = '['
  for (let from = 0; from < list.length; ) {
    let to = from + 1
    let weight = weigh(list[from], JSON_PART_CHARS)
    while (to < list.length) {
      weight += weigh(list[to], JSON_PART_CHARS)
      if (weight >= JSON_PART_CHARS) break
      to++
    }
    yield lead
    if (to === from + 1) yield* partsOf(list[from])
    else yield JSON.stringify(list.slice(from, to)).slice(1, -1)
    lead = ','
    from = to
  }
  yield lead === '[' ? '[]' : ']'
}

function* fieldParts(fields: object): Generator<string> {
  let lead = '{'
  for (const [key, value] of Object.entries(fields)) {
    // JSON omits these.
    if (value === undefined || typeof value === 'function' || typeof value === 'symbol') continue
    yield `${lead}${JSON.stringify(key)}:`
    if (weigh(value, JSON_PART_CHARS) < JSON_PART_CHARS) yield JSON.stringify(value)
    else yield* partsOf(value)
    lead = ','
  }
  yield lead === '{' ? '{}' : '}'
}

/** Estimated length of the JSON of a value; stops at `most`. */
function weigh(value: unknown, most: number): number {
  if (typeof value === 'string') return value.length + 2
  if (typeof value !== 'object' || value === null) return NUMBER_CHARS
  let weight = 2
  if (Array.isArray(value)) {
    for (const item of value) {
      weight += weigh(item, most - weight)
      if (weight >= most) break
    }
    return weight
  }
  for (const key in value) {
    weight += key.length + 3 + weigh((value as Record<string, unknown>)[key], most - weight)
    if (weight >= most) break
  }
  return weight
}

const NUMBER_CHARS = 18
