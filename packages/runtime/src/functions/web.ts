// Texts for addresses: percent signs with the bytes of UTF-8.

import { type Fn, type Functions, text } from '../functions.ts'
import { burn, codePoints, fromCodePoints } from '../primitives.ts'
import { errorOf } from '../values.ts'
import { joinedTexts } from './text-limit.ts'

const PERCENT = 37
const HEX = '0123456789ABCDEF'
const BAD_ADDRESS = errorOf('VALUE!', 'a percent sign is not followed by the bytes of a character')
/** Stands for half a character, which has no bytes. */
const REPLACEMENT_POINT = 0xfffd

const encode: Fn = (a) => {
  const points = codePoints(text(a, 0))
  burn(12 * points.length)
  const parts: string[] = []
  for (const point of points) {
    if (isPlain(point)) parts.push(fromCodePoints([point]))
    else for (const byte of bytesOf(point)) parts.push(percentText(byte))
  }
  return joinedTexts(parts, '')
}

/** Letters, digits and - . _ ~ */
function isPlain(point: number): boolean {
  const isLetter = (point >= 65 && point <= 90) || (point >= 97 && point <= 122)
  const isDigit = point >= 48 && point <= 57
  return isLetter || isDigit || point === 45 || point === 46 || point === 95 || point === 126
}

function bytesOf(given: number): number[] {
  const point = given >= 0xd800 && given < 0xe000 ? REPLACEMENT_POINT : given
  if (point < 0x80) return [point]
  if (point < 0x800) return [0xc0 + Math.floor(point / 64), tail(point, 1)]
  if (point < 0x10000) return [0xe0 + Math.floor(point / 4096), tail(point, 64), tail(point, 1)]
  return [0xf0 + Math.floor(point / 262_144), tail(point, 4096), tail(point, 64), tail(point, 1)]
}

/** The six bits of a number above a unit, as a byte that follows another. */
function tail(point: number, unit: number): number {
  const bits = Math.floor(point / unit)
  return 0x80 + bits - Math.floor(bits / 64) * 64
}

function percentText(byte: number): string {
  const high = Math.floor(byte / 16)
  const low = byte - high * 16
  return `%${HEX.substring(high, high + 1)}${HEX.substring(low, low + 1)}`
}

const decode: Fn = (a) => {
  const points = codePoints(text(a, 0))
  burn(points.length)
  const found: number[] = []
  let at = 0
  while (at < points.length) {
    if (points[at] !== PERCENT) {
      found.push(points[at]!)
      at++
      continue
    }
    const first = byteAt(points, at)
    const count = lengthOf(first)
    if (count === 0) return BAD_ADDRESS
    const point = pointAt(points, at, first, count)
    if (point < 0) return BAD_ADDRESS
    found.push(point)
    at += count * 3
  }
  return fromCodePoints(found)
}

/** The byte of `%XX`; -1 if there is none. */
function byteAt(points: readonly number[], at: number): number {
  if (at + 2 >= points.length || points[at] !== PERCENT) return -1
  const high = hexDigit(points[at + 1]!)
  const low = hexDigit(points[at + 2]!)
  return high < 0 || low < 0 ? -1 : high * 16 + low
}

function hexDigit(point: number): number {
  if (point >= 48 && point <= 57) return point - 48
  if (point >= 65 && point <= 70) return point - 55
  return point >= 97 && point <= 102 ? point - 87 : -1
}

/** How many bytes a character has that begins with this one; 0 if none does. */
function lengthOf(first: number): number {
  if (first < 0) return 0
  if (first < 0x80) return 1
  if (first >= 0xc2 && first < 0xe0) return 2
  if (first >= 0xe0 && first < 0xf0) return 3
  return first >= 0xf0 && first < 0xf5 ? 4 : 0
}

/** The character of so many bytes; -1 if they are none, or longer than need be. */
function pointAt(points: readonly number[], at: number, first: number, count: number): number {
  if (count === 1) return first
  let point = first - (count === 2 ? 0xc0 : count === 3 ? 0xe0 : 0xf0)
  for (let i = 1; i < count; i++) {
    const byte = byteAt(points, at + i * 3)
    if (byte < 0x80 || byte >= 0xc0) return -1
    point = point * 64 + byte - 0x80
  }
  const least = count === 2 ? 0x80 : count === 3 ? 0x800 : 0x10000
  const isHalf = point >= 0xd800 && point < 0xe000
  return point < least || point > 0x10ffff || isHalf ? -1 : point
}

export const webFunctions: Functions = {
  DECODEURL: decode,
  ENCODEURL: encode,
}
