// Sums of many numbers. Elements are taken in their order, 32 at a time; the sums of such blocks are joined
// two by two, then four by four; remaining blocks follow from the largest to the smallest, and the elements
// behind the last whole block one by one. So the error grows with the logarithm of the count and not with the
// count, the result depends on the elements and their places alone, not on the order of edits, and a running
// total is mostly the one before and an element.

import { burn } from '../primitives.ts'

const BLOCK_LENGTH = 32

export function sumOf(numbers: readonly number[]): number {
  return sumUpTo(numbers.length, (at) => numbers[at]!)
}

/** The sum of a function's values for 0, 1, 2 … up to, not including, an end. */
export function sumUpTo(end: number, term: (at: number) => number): number {
  burn(end)
  // Like the digits of a binary count of blocks: place i holds the sum of 2^i blocks, if it is taken.
  const sums: number[] = []
  const taken: boolean[] = []
  const whole = end - (end % BLOCK_LENGTH)
  for (let start = 0; start < whole; start += BLOCK_LENGTH) {
    let sum = sumFrom(start, start + BLOCK_LENGTH, term)
    let place = 0
    while (place < sums.length && taken[place]) {
      sum = sums[place]! + sum
      taken[place] = false
      place++
    }
    sums[place] = sum
    taken[place] = true
  }
  let total = 0
  for (let place = sums.length - 1; place >= 0; place--) if (taken[place]) total += sums[place]!
  for (let at = whole; at < end; at++) total += term(at)
  return total
}

function sumFrom(start: number, end: number, term: (at: number) => number): number {
  let sum = 0
  for (let at = start; at < end; at++) sum += term(at)
  return sum
}
