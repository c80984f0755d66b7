// The catalogue of errors: complete, useful to a person, and the only source of errors.

import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { asStoreError, STORE_ERRORS, StoreError, type StoreErrorCode } from '../src/index.ts'

const codes = Object.keys(STORE_ERRORS) as StoreErrorCode[]
const src = fileURLToPath(new URL('../src/', import.meta.url))
const sources = (readdirSync(src, { recursive: true }) as string[])
  .filter((file) => file.endsWith('.ts'))
  .map((file) => ({ file, text: readFileSync(src + file, 'utf8') }))

describe.each(codes)('%s', (code) => {
  const entry = STORE_ERRORS[code]

  it('says what happened and what to do, in sentences', () => {
    expect(entry.message).toMatch(/^[A-Z].{10,}[^.]$/)
    expect(entry.advice).toMatch(/^[A-Z].{8,}\.$/)
  })

  it('has a status that fits', () => {
    expect(entry.status).toBeGreaterThanOrEqual(400)
    expect(entry.status).toBeLessThan(600)
    if (entry.retryable) expect(entry.status).toBeGreaterThanOrEqual(500)
  })

  it('is used', () => {
    const used = sources.filter(
      ({ file, text }) => file !== 'errors.ts' && text.includes(`'${code}'`),
    )
    const own = sources.find(({ file }) => file === 'errors.ts')!.text.split(`'${code}'`).length > 2
    expect(used.length > 0 || own || code === 'internal').toBe(true)
  })

  it('is not both the end of the store and worth sending again', () => {
    const error = new StoreError(code)
    expect(error.fatal && error.resend).toBe(false)
  })
})

describe('errors', () => {
  it('carry the code, the detail and the advice', () => {
    const cause = new Error('why')
    const error = new StoreError('disk-full', '/data', { cause })
    expect(error).toMatchObject({ name: 'StoreError', code: 'disk-full', retryable: true, cause })
    expect(error.message).toBe(
      'The disk is full: /data. Free some space. Nothing of this commit was kept; the store goes on when there is room.',
    )
  })

  it('thrown by others become internal ones, with their cause', () => {
    const cause = new TypeError('not a function')
    expect(asStoreError(cause)).toMatchObject({ code: 'internal', cause })
    expect(asStoreError('text').message).toContain('text')
    const own = new StoreError('tx-closed')
    expect(asStoreError(own)).toBe(own)
  })

  it('are named in the code by codes that exist', () => {
    const named = sources.flatMap(({ text }) =>
      [...text.matchAll(/new StoreError\(\s*'([^']+)'/g)].map((match) => match[1]),
    )
    expect(named.length).toBeGreaterThan(20)
    expect(named.filter((code) => !codes.includes(code as StoreErrorCode))).toEqual([])
  })

  it('are the only ones thrown on purpose', () => {
    const others = sources
      .filter(({ file }) => !file.startsWith('testing'))
      .flatMap(({ file, text }) =>
        [...text.matchAll(/throw new (\w+)/g)].map((match) => `${file}: ${match[1]}`),
      )
    expect(others.filter((line) => !/StoreError|RejectedError/.test(line))).toEqual([])
  })
})
