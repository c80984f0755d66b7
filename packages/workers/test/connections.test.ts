// Goal: connections are kept sealed, listed without their secrets, and say what to do when they cannot be opened.
// Method: a store in a file whose bytes are searched, keys right and wrong.

import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { openStore } from '@cellwake/store'
import { describe, expect, it, onTestFinished } from 'vitest'
import { Connections } from '../src/connections.ts'
import { loadSecretKey, newSecretKey, type SecretKey } from '../src/seal.ts'
import { openSecret, Secret } from '../src/secret.ts'

const canary = 'canary-7f3a9b'

const keyOf = async (text: string): Promise<SecretKey> =>
  (await loadSecretKey({ CELLWAKE_SECRET_KEY: text }))!

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'cellwake-workers-'))
  onTestFinished(() => rmSync(made, { recursive: true, force: true }))
  return made
}

async function inMemory() {
  const store = await openStore('memory:')
  onTestFinished(() => store.close())
  const key = await keyOf(newSecretKey())
  return { store, key, connections: new Connections(store, key) }
}

describe('a connection', () => {
  it('is opened as it was added', async () => {
    const { connections } = await inMemory()
    await connections.add('ai', { url: 'https://ai.example.com/v1/', token: canary })
    await connections.add('db', { url: `postgres://reader:${canary}@db.example.com:6543/sales` })
    await connections.add('post', { url: `smtps://me%40example.com:${canary}@mail.example.com` })
    const ai = await connections.open('ai')
    expect(ai).toMatchObject({ kind: 'http', url: 'https://ai.example.com/v1' })
    if (ai.kind !== 'http') throw new Error('kind')
    expect(ai.endpoint.origin).toBe('https://ai.example.com')
    expect(openSecret(ai.endpoint.headers!.authorization!)).toBe(`Bearer ${canary}`)
    expect(await connections.open('db')).toMatchObject({
      kind: 'postgres',
      host: 'db.example.com',
      port: 6543,
      user: 'reader',
      database: 'sales',
      secure: true,
    })
    expect(await connections.open('post')).toMatchObject({
      kind: 'smtp',
      port: 465,
      secure: true,
      user: 'me@example.com',
    })
  })

  it('is listed without its secrets, and removed', async () => {
    const { connections } = await inMemory()
    const url = `postgres://reader:${canary}@127.0.0.1/sales?sslmode=disable`
    await connections.add('db', { url })
    await connections.add('api', { url: 'https://api.example.com', headers: { 'X-Key': canary } })
    const list = await connections.list()
    expect(list).toMatchObject([
      {
        name: 'api',
        kind: 'http',
        url: 'https://api.example.com/',
        headers: ['x-key'],
        usable: true,
      },
      { name: 'db', kind: 'postgres', url: 'postgres://reader@127.0.0.1/sales', headers: [] },
    ])
    const opened = [await connections.open('db'), await connections.open('api')]
    for (const shown of [list, opened]) {
      expect(JSON.stringify(shown)).not.toContain('canary')
      expect(inspect(shown, { depth: 9, showHidden: true })).not.toContain('canary')
    }
    expect(await connections.remove('db')).toBe(true)
    expect(await connections.remove('db')).toBe(false)
    expect((await connections.list()).map(({ name }) => name)).toEqual(['api'])
  })

  it('takes the place of an older one, with another version', async () => {
    const { connections } = await inMemory()
    await connections.add('api', { url: 'https://one.example.com' })
    const one = await connections.open('api')
    await connections.add('api', { url: 'https://two.example.com' })
    const two = await connections.open('api')
    expect(two).toMatchObject({ url: 'https://two.example.com' })
    expect(two.version).toBeGreaterThan(one.version)
  })

  it('leaves no readable secret in the database', async () => {
    const place = folder()
    const store = await openStore(`sqlite:${join(place, 'store.db')}`)
    const connections = new Connections(store, await keyOf(newSecretKey()))
    await connections.add('db', { url: `postgres://reader:${canary}@db.example.com/sales` })
    await connections.add('api', { url: 'https://api.example.com', token: canary })
    await store.close()
    for (const file of readdirSync(place)) {
      const bytes = readFileSync(join(place, file))
      expect(bytes.includes(canary)).toBe(false)
      expect(bytes.includes(Buffer.from(canary).toString('base64').slice(0, 12))).toBe(false)
    }
  })

  it('that cannot be decrypted says with what it can be', async () => {
    const { store, connections } = await inMemory()
    await connections.add('db', { url: 'postgres://reader:secret@db.example.com/sales' })
    const other = new Connections(store, await keyOf(newSecretKey()))
    expect(await other.list()).toMatchObject([{ name: 'db', usable: false }])
    await expect(other.open('db')).rejects.toMatchObject({
      code: 'secret-unreadable',
      message:
        'The connection db cannot be decrypted with this key. Set CELLWAKE_SECRET_KEY, or secretKeyFile, to the key with which it was added, or add it again: cellwake connections add db --url URL',
    })
  })

  it('without a key, or without a connection, says what to set', async () => {
    const { store, connections } = await inMemory()
    await connections.add('db', { url: 'postgres://reader:secret@db.example.com/sales' })
    const keyless = new Connections(store, undefined)
    expect(await keyless.list()).toMatchObject([{ usable: false }])
    await expect(keyless.open('db')).rejects.toMatchObject({
      code: 'secret-key-missing',
      message: expect.stringContaining('Set CELLWAKE_SECRET_KEY, or the setting secretKeyFile'),
    })
    await expect(keyless.add('x', { url: 'https://x.example' })).rejects.toMatchObject({
      code: 'secret-key-missing',
    })
    await expect(connections.open('nobody')).rejects.toMatchObject({
      code: 'unknown-connection',
      message: expect.stringContaining('cellwake connections add nobody'),
    })
  })

  it.each([
    ['Db', 'https://x.example', 'a name in small letters'],
    ['db', 'ftp://x.example', 'url begins with'],
    ['db', 'nonsense', 'url begins with'],
    ['db', 'https://me:pw@x.example', 'no user name or password'],
    ['db', 'https://x.example/?key=1', 'ends before ?'],
    ['db', 'postgres://x.example/db', 'names a user and a database'],
    ['db', 'postgres://me@x.example', 'names a user and a database'],
    ['db', 'postgres://me@x.example/db?sslmode=prefer', 'sslmode is require'],
    ['db', 'https://0x7f.1/', 'Spell the host'],
  ])('%s at %s is refused: %s', async (name, url, what) => {
    const { connections } = await inMemory()
    await expect(connections.add(name, { url })).rejects.toThrow(what)
    expect(await connections.list()).toEqual([])
  })

  it('a token for a database, a header that breaks the line and a setting that is none are refused', async () => {
    const { connections } = await inMemory()
    const db = 'postgres://me:pw@x.example/db'
    await expect(connections.add('a', { url: db, token: 'x' })).rejects.toThrow(
      'only a connection to an HTTP',
    )
    const headers = { 'x-key': 'a\r\nb: c' }
    await expect(connections.add('a', { url: 'https://x.example', headers })).rejects.toThrow(
      'cannot be sent',
    )
    const odd = { url: 'https://x.example', passwort: 'x' }
    await expect(connections.add('a', odd)).rejects.toThrow('there is no setting passwort')
  })
})

describe('a key', () => {
  it('comes from the environment, or else from a file', async () => {
    const file = join(folder(), 'key')
    const [one, two] = [newSecretKey(), Buffer.from(newSecretKey(), 'base64').toString('hex')]
    writeFileSync(file, `${two}\n`)
    const fromFile = await loadSecretKey({}, file)
    expect(fromFile?.fingerprint).toBe((await keyOf(two)).fingerprint)
    const fromEnv = await loadSecretKey({ CELLWAKE_SECRET_KEY: one }, file)
    expect(fromEnv?.fingerprint).toBe((await keyOf(one)).fingerprint)
    expect(await loadSecretKey({})).toBeUndefined()
  })

  it('that is none is refused with how to make one', async () => {
    await expect(keyOf('password')).rejects.toThrow(
      'CELLWAKE_SECRET_KEY holds no key: 32 bytes in base64 or hex, such as "openssl rand -base64 32" prints.',
    )
    const missing = join(folder(), 'none')
    await expect(loadSecretKey({}, missing)).rejects.toThrow('cannot be read (ENOENT)')
  })

  it('opens what it sealed, for its name and unchanged', async () => {
    const key = await keyOf(newSecretKey())
    const sealed = key.seal(new Secret(canary), 'a')
    expect(openSecret(key.unseal(sealed, 'a')!)).toBe(canary)
    expect(key.seal(new Secret(canary), 'a')).not.toBe(sealed)
    expect(key.unseal(sealed, 'b')).toBeUndefined()
    const bytes = Buffer.from(sealed, 'base64')
    for (const place of [0, 13, bytes.length - 1]) {
      const changed = Buffer.from(bytes)
      changed[place]! ^= 1
      expect(key.unseal(changed.toString('base64'), 'a')).toBeUndefined()
    }
    expect(key.unseal('', 'a')).toBeUndefined()
  })
})
