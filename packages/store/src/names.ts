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
