// Goal: tokens give what they say and no more, and can be taken away. Method: unit tests of patterns, scopes,
// configuration, revoking and replacing.

import { describe, expect, it } from 'vitest'
import { Auth } from '../src/auth.ts'
import { ServerError } from '../src/errors.ts'
import { hashOf, newToken, type TokenConfig } from '../src/index.ts'
import { Principal } from '../src/principal.ts'
import { desk, world } from './world.ts'

const principal = (models: string[]) =>
  new Principal({
    id: 'x',
    name: 'x',
    scopes: ['write'],
    models,
    topics: models,
    workflows: models,
    open: false,
  })

describe('patterns', () => {
  it.each([
    ['*', 'anything', true],
    ['fx', 'fx', true],
    ['fx', 'fx2', false],
    ['fx-*', 'fx-', true],
    ['fx-*', 'fx-eu', true],
    ['fx-*', 'afx-eu', false],
    ['*-eu', 'fx-eu', true],
    ['*-eu', 'fx-eu2', false],
    ['a*b*c', 'a-b-c', true],
    ['a*b*c', 'abc', true],
    ['a*b*c', 'ac', false],
    ['a*a', 'a', false],
    ['a**a', 'aa', true],
    ['a.c', 'abc', false],
    ['[a]*', 'a', false],
  ])('%s reaches %s: %s', (pattern, name, reached) => {
    expect(principal([pattern]).reaches('model', name)).toBe(reached)
  })

  it('reach nothing if there are none', () => {
    expect(principal([]).reaches('model', '')).toBe(false)
  })

  it('take time that grows with the name alone', () => {
    const pattern = `${'a*'.repeat(90)}b`
    expect(principal([pattern]).reaches('model', 'a'.repeat(100_000))).toBe(false)
  })
})

describe('scopes', () => {
  it('include those below', () => {
    const { scopes } = principal(['*'])
    expect(scopes).toEqual(['read', 'write'])
  })
})

describe('configuration', () => {
  const good: TokenConfig = { name: 'ann', token: newToken(), scopes: ['read'] }

  it.each<[string, TokenConfig]>([
    ['a name with a colon', { ...good, name: 'a:b' }],
    ['no scope', { ...good, scopes: [] }],
    ['an unknown scope', { ...good, scopes: ['root' as 'read'] }],
    ['a short token', { ...good, token: 'short' }],
    ['a hash that is none', { name: 'ann', hash: 'abc', scopes: ['read'] }],
    ['neither token nor hash', { name: 'ann', scopes: ['read'] }],
    ['both', { ...good, hash: hashOf('x') }],
    ['a key that nobody knows', { ...good, extra: 1 } as TokenConfig],
  ])('is refused with %s, and the refusal shows no token', (_, config) => {
    const make = () => new Auth([config])
    expect(make).toThrow(ServerError)
    try {
      make()
    } catch (error) {
      expect((error as ServerError).code).toBe('bad-token-config')
      expect(String(error)).not.toContain(good.token)
    }
  })

  it('takes a token by its hash', () => {
    const token = newToken()
    const auth = new Auth([{ name: 'ann', hash: hashOf(token), scopes: ['read'] }])
    expect(auth.fromHeader(`Bearer ${token}`)?.name).toBe('ann')
    expect(auth.fromHeader(token)).toBeUndefined()
    expect(auth.fromHeader(`Basic ${token}`)).toBeUndefined()
    expect(auth.fromToken(hashOf(token))).toBeUndefined()
  })
})

describe('revoking', () => {
  it('takes effect at once, is told, and never opens the door', async () => {
    const token = newToken()
    const { server, ask, engine } = await world({
      tokens: [{ name: 'ann', token, scopes: ['read'] }],
    })
    await engine.deploy(desk, { id: 'desk' })
    expect((await ask('GET', '/api/models/desk/cells', { token })).status).toBe(200)
    expect(server.revoke('ann')).toBe(true)
    expect(server.revoke('ann')).toBe(false)
    expect((await ask('GET', '/api/models/desk/cells', { token })).status).toBe(401)
    expect((await ask('GET', '/api/models/desk/cells')).status).toBe(401)
  })

  it('by replacing tells of those who lost a token or have other rights, and of nobody else', () => {
    const [a, b, c] = [newToken(), newToken(), newToken()]
    const config = (name: string, token: string, scope: 'read' | 'write'): TokenConfig => ({
      name,
      token,
      scopes: [scope],
    })
    const auth = new Auth([config('a', a, 'read'), config('b', b, 'read'), config('c', c, 'read')])
    const stays = auth.fromToken(a)!
    const told: string[] = []
    auth.onRevoked((name) => told.push(name))
    auth.replace([config('a', a, 'read'), config('b', b, 'write')])
    expect(told).toEqual(['b', 'c'])
    expect(auth.isValid(stays)).toBe(true)
    expect(auth.fromToken(b)?.has('write')).toBe(true)
    expect(auth.fromToken(c)).toBeUndefined()
  })
})
