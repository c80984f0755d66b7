// Goal: no claim is without a test, and no test that a claim names has gone. Method: the titles as they stand in the files.

import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { type Claim, edges, invariants } from './claims.ts'
import { statements } from './design.ts'

const folder = new URL('..', import.meta.url)
const texts = new Map<string, string>()

function textOf(file: string): string {
  const known = texts.get(file)
  if (known !== undefined) return known
  // A title may be written over two lines.
  const text = readFileSync(new URL(`${file}.test.ts`, folder), 'utf8').replace(/\s+/g, ' ')
  texts.set(file, text)
  return text
}

const isThere = (title: string) => {
  const colon = title.indexOf(': ')
  return textOf(title.slice(0, colon)).includes(title.slice(colon + 2))
}

describe.each<[string, readonly Claim[], string, number]>([
  ['invariants', invariants, 'W', 90],
  ['edge cases', edges, 'E', 72],
  ['statements of the design', statements, 'S', 53],
])('%s', (_, claims, letter, count) => {
  it('are all there, in order', () => {
    const ids = Array.from({ length: count }, (_, i) => `${letter}${i + 1}`)
    expect(claims.map(({ id }) => id)).toEqual(ids)
  })

  it('name tests that exist', () => {
    const gone = claims.flatMap(({ id, tests }) =>
      tests.filter((title) => !isThere(title)).map((title) => `${id}: ${title}`),
    )
    expect(gone).toEqual([])
  })

  it('each have a test', () => {
    expect(claims.filter(({ tests }) => tests.length === 0)).toEqual([])
  })
})
