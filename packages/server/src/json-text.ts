// An answer as JSON. One that is short is written at once; a long one in parts, so that others are answered between two of
// them: a million numbers in one go kept everybody waiting for half a second. The text is the same either way.

import { JSON_PART_CHARS } from './limits.ts'

/** Where it may pause: whoever runs it goes on when others have had their turn. */
type Paused<T> = Generator<undefined, T, void>

/** The text, or nothing if it is long enough to be written in parts. */
export function shortJson(answer: unknown): string | undefined {
  return weigh(answer, JSON_PART_CHARS) < JSON_PART_CHARS ? JSON.stringify(answer) : undefined
}

/** The bytes of a long text. `took` hears of each part as it is made, and may refuse by throwing. */
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

/** Neighbours that are short together are one part. */
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
    // What JSON leaves out.
    if (value === undefined || typeof value === 'function' || typeof value === 'symbol') continue
    yield `${lead}${JSON.stringify(key)}:`
    if (weigh(value, JSON_PART_CHARS) < JSON_PART_CHARS) yield JSON.stringify(value)
    else yield* partsOf(value)
    lead = ','
  }
  yield lead === '{' ? '{}' : '}'
}

/** About how many characters it takes, at least `most` if it is that many: the rest is not looked at. */
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
