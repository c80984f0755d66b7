// Character classes of the lexer, by UTF-16 unit or, beyond ASCII, by code point.

const letter = 1
const digit = 2
const word = 4
const space = 8

const classes = new Uint8Array(128)
for (let unit = 65; unit <= 90; unit++) {
  classes[unit] = letter | word
  classes[unit + 32] = letter | word
}
for (let unit = 48; unit <= 57; unit++) classes[unit] = digit | word
classes[95] = word
for (const unit of [9, 11, 12, 32]) classes[unit] = space

/** A to Z in either case: the letters of columns and units. */
export function isAsciiLetter(unit: number): boolean {
  return unit < 128 && (classes[unit]! & letter) !== 0
}

export function isDigit(unit: number): boolean {
  return unit >= 48 && unit <= 57
}

/** Whether an ASCII unit may stand in a name. */
export function isWordUnit(unit: number): boolean {
  return unit < 128 && (classes[unit]! & word) !== 0
}

/** White space that does not end a line. */
export function isSpace(unit: number): boolean {
  return unit < 128 ? (classes[unit]! & space) !== 0 : isWideSpace(unit)
}

function isWideSpace(unit: number): boolean {
  // A text copied from a web page or a word processor is full of these.
  return (
    unit === 0xa0 ||
    unit === 0xfeff ||
    (unit >= 0x2000 && unit <= 0x200b) ||
    unit === 0x2028 ||
    unit === 0x2029 ||
    unit === 0x202f ||
    unit === 0x3000
  )
}

export function isLineEnd(unit: number): boolean {
  return unit === 10 || unit === 13
}

/** How many units of a name stand at an offset: 0 if none does, 2 for a letter beyond 16 bits. */
export function wordUnits(source: string, at: number): number {
  const unit = source.charCodeAt(at)
  // NaN, at the end of the text, is not below 128 either.
  if (unit < 128) return (classes[unit]! & word) === 0 ? 0 : 1
  return unit >= 128 ? wideWordUnits(source, at) : 0
}

const wideWord = /^[\p{L}\p{N}]$/u
const wideStart = /^\p{L}$/u

function wideWordUnits(source: string, at: number): number {
  const character = String.fromCodePoint(source.codePointAt(at)!)
  return wideWord.test(character) ? character.length : 0
}

/** Whether a name may start at an offset. */
export function isNameStart(source: string, at: number): boolean {
  const unit = source.charCodeAt(at)
  if (unit < 128) return unit === 95 || (classes[unit]! & letter) !== 0
  return unit >= 128 && wideStart.test(String.fromCodePoint(source.codePointAt(at)!))
}

/** Whether a text has the shape of a name: a letter or `_`, then letters, digits and `_`. */
export function isWord(text: string): boolean {
  return /^[\p{L}_][\p{L}\p{N}_]*$/u.test(text)
}

/** Characters that no database takes in a key: control characters, and unpaired surrogates. */
export const unwritable = /[\p{Cc}\p{Cs}]/u

/** The byte of any unit beyond ASCII in `bytesOf`. */
export const WIDE = 128

/** Zeros behind the text in `bytesOf`. */
export const BEHIND_BYTES = 4

/**
 * The units of a text as bytes, each at its offset, `WIDE` for non-ASCII ones, and zeros behind.
 * See performance: texts are searched by native functions
 */
export function bytesOf(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length + BEHIND_BYTES)
  const { read } = new TextEncoder().encodeInto(text, bytes.subarray(0, text.length))
  // A unit beyond ASCII takes several bytes, so that not all fit.
  if (read === text.length) return bytes
  for (let at = 0; at < text.length; at++) bytes[at] = Math.min(text.charCodeAt(at), WIDE)
  return bytes
}

/** The end of the line in which an offset of `bytesOf` stands: its line end, or the end of the text. */
export function lineEndIn(bytes: Uint8Array, from: number): number {
  let at = from
  while (at < bytes.length && !isLineEnd(bytes[at]!)) at++
  return Math.min(at, bytes.length - BEHIND_BYTES)
}

/** Behind the line end at an offset of `bytesOf`; CRLF is one. */
export function behindLineEnd(bytes: Uint8Array, at: number): number {
  return bytes[at] === 13 && bytes[at + 1] === 10 ? at + 2 : at + 1
}

/** Whether a text is ASCII: a native check, piece by piece, since fresh memory for all of it is slower. */
function isAscii(text: string): boolean {
  const encoder = new TextEncoder()
  const piece = new Uint8Array(PIECE_BYTES)
  for (let at = 0; at < text.length; at += PIECE_BYTES) {
    const units = text.slice(at, at + PIECE_BYTES)
    const { read } = encoder.encodeInto(units, piece.subarray(0, units.length))
    if (read < units.length) return false
  }
  return true
}

const PIECE_BYTES = 65_536

/** The size of a text in UTF-8, or any number above `enough` as soon as that is sure. */
export function utf8Bytes(text: string, enough: number): number {
  if (text.length * 3 <= enough || text.length > enough) return text.length
  let bytes = text.length
  // Most models are ASCII, which is known at once.
  if (isAscii(text)) return bytes
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    // Each half of a pair counts 2 here, together the 4 bytes that they take.
    if (unit >= 128) bytes += unit < 0x800 || (unit >= 0xd800 && unit < 0xe000) ? 1 : 2
  }
  return bytes
}

/** Whether the `!` at an offset is that of `!=`. */
export function isUnequal(source: string, at: number): boolean {
  return source.charCodeAt(at + 1) === 61
}
