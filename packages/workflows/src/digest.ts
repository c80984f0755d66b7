// Ids and keys derived from causes: the same causes give the same id on every machine and after every restart.

import { createHash } from 'node:crypto'

const ID_CHARS = 22

/** A short text for a list of texts: 132 bits, so that two lists never share one. */
export function digest(...parts: readonly string[]): string {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(`${part.length}:${part}`)
  return hash.digest('base64url').slice(0, ID_CHARS)
}

/** A number in [0, 1) that follows from texts: chance that is the same after a restart. */
export function fraction(...parts: readonly string[]): number {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(`${part.length}:${part}`)
  return hash.digest().readUInt32BE(0) / 2 ** 32
}
