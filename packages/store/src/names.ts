// Names from callers become keys of rows and messages, so they are checked once, here.

import { StoreError } from './errors.ts'
import { NAME_LENGTH_CHARS } from './limits.ts'

/** Control characters, and halves of surrogate pairs: Postgres and UTF-8 cannot carry them. */
const REFUSED = /[\p{Cc}\p{Cs}]/u

export function checkName(what: string, name: string): string {
  if (typeof name !== 'string' || name.length === 0) {
    throw new StoreError('name-malformed', `${what} is empty`)
  }
  if (name.length > NAME_LENGTH_CHARS) {
    throw new StoreError('name-malformed', `${what} has ${name.length} characters`)
  }
  if (REFUSED.test(name)) {
    throw new StoreError('name-malformed', `${what} ${JSON.stringify(name)}`)
  }
  return name
}

/** In the order of databases, which is that of code points: UTF-16 has the highest ones in the middle. */
export function compareNames(a: string, b: string): number {
  const length = Math.min(a.length, b.length)
  for (let i = 0; i < length; i++) {
    const x = a.charCodeAt(i)
    const y = b.charCodeAt(i)
    if (x !== y) return rank(x) - rank(y)
  }
  return a.length - b.length
}

/** Halves of surrogate pairs stand for code points above all others. */
function rank(unit: number): number {
  return unit >= 0xd800 && unit < 0xe000 ? unit + 0x10000 : unit
}

/** The first name behind all that begin with a prefix; undefined if there is none. */
export function endOfPrefix(prefix: string): string | undefined {
  const points = [...prefix]
  while (points.length > 0) {
    const last = points.pop()!.codePointAt(0)!
    if (last === 0x10ffff) continue
    // Halves of surrogate pairs are no characters.
    const next = last === 0xd7ff ? 0xe000 : last + 1
    return points.join('') + String.fromCodePoint(next)
  }
  return undefined
}
