// From a URL to a store: which forms there are, and what a wrong one says.

import { describe, expect, it } from 'vitest'
import { openDriver, openStore } from '../src/index.ts'
import { at, expectCode, put, recorded, SPACE } from './conformance/support.ts'

describe('URLs', () => {
  it.each([
    '',
    'memory',
    'memory:x',
    'file:store.db',
    'store.db',
    '/tmp/store.db',
    'mysql://host/db',
    'redis://host',
    'SQLITE:store.db',
  ])('%j is no store, and the error says which forms there are', async (url) => {
    const error = await expectCode(() => openDriver(url), 'url-malformed')
    expect(error.message).toContain('sqlite:PATH')
  })

  it.each([
    'mysql://root:secret@host/db',
    'mysql://root:sec/secret@host/db',
    'mysql://root:a@secret@host/db',
  ])('a password in %j is not shown', async (url) => {
    const error = await expectCode(() => openDriver(url), 'url-malformed')
    expect(error.message).not.toContain('secret')
  })
})

describe('an empty store of our own', () => {
  it('knows that nothing is there, and loads nothing', async () => {
    await using store = await openStore('memory:')
    expect(store.begin().read(at('d'))).toBeUndefined()
    expect(store.pendingLoads()).toEqual([])
    expect(await store.load({ space: SPACE })).toBe('absent')
    expect(store.loadGeneration({ space: SPACE })).toBe(0)
  })

  it('tells subscribers of commits and nothing else', async () => {
    await using store = await openStore('memory:')
    const seen = recorded(store)
    await store.edit((tx) => tx.write(at('d', 'a'), Number(tx.read(at('d', 'a')) ?? 0) + 1))
    await put(store, { e: 1 })
    expect(seen.map(({ type }) => type)).toEqual(['commit', 'commit'])
  })

  it('checks what is expected of documents nobody has touched', async () => {
    await using store = await openStore('memory:')
    const expect1 = await store.commit({
      expect: [{ type: 'entity-absent', space: SPACE, id: 'd' }],
    })
    expect(expect1.rejected).toBeUndefined()
    await put(store, { d: 1 })
    const expect2 = await store.commit({
      expect: [{ type: 'entity-absent', space: SPACE, id: 'd' }],
    })
    expect(expect2.rejected).toBe('permanent')
  })

  it('closes its driver', async () => {
    const store = await openStore('memory:')
    await store.close()
    await expectCode(() => store.begin(), 'store-closed')
  })
})
