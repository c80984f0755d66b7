// Goal: a flag beats the environment, which beats the file; what is wrong is named. Method: folders with
// configuration files, and environments made up here.

import { mkdir, writeFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { CliError } from '../src/errors.ts'
import { findSettings, type GivenSettings } from '../src/hosting/settings.ts'
import { inFolder } from './support.ts'

const base = inFolder()

async function folderWith(name: string, files: Readonly<Record<string, string>>): Promise<string> {
  const folder = base.path(name)
  await mkdir(folder, { recursive: true })
  for (const [file, text] of Object.entries(files)) await writeFile(`${folder}/${file}`, text)
  return folder
}

async function refusal(flags: GivenSettings, env: Record<string, string>, folder: string) {
  try {
    await findSettings(flags, { env, folder })
    return 'taken'
  } catch (error) {
    if (error instanceof CliError) return `${error.code}: ${error.message}`
    throw error
  }
}

describe('where a setting comes from', () => {
  it('nothing given, the defaults stand', async () => {
    const folder = await folderWith('none', {})
    const { settings, origins, file } = await findSettings({}, { env: {}, folder })
    expect(settings).toMatchObject({
      store: 'sqlite:.cellwake/cellwake.db',
      port: 4755,
      host: '127.0.0.1',
      auth: 'none',
      url: 'http://127.0.0.1:4755',
    })
    expect([origins.port, file]).toEqual(['default', undefined])
  })

  it('a flag beats the environment, which beats the file', async () => {
    const folder = await folderWith('all', {
      'cellwake.config.json': '{ "port": 1, "host": "filehost", "store": "memory:" }',
    })
    const env = { CELLWAKE_PORT: '2', CELLWAKE_HOST: 'envhost' }
    const { settings, origins } = await findSettings({ port: '3' }, { env, folder })
    expect([settings.port, settings.host, settings.store]).toEqual([3, 'envhost', 'memory:'])
    expect([origins.port, origins.host, origins.store]).toEqual(['flag', 'environment', 'file'])
  })

  it.each([
    ['cellwake.config.ts', 'const port: number = 4800\nexport default { port }\n'],
    ['cellwake.config.mjs', 'export default { port: 4800 }\n'],
    ['cellwake.config.json', '{ "port": 4800 }\n'],
  ])('%s is read', async (name, text) => {
    const folder = await folderWith(`one-${name}`, { [name]: text })
    const { settings, file } = await findSettings({}, { env: {}, folder })
    expect([settings.port, file]).toEqual([4800, name])
  })

  it('the server that commands speak to is the one that the port and the host say', async () => {
    const folder = await folderWith('port', { 'cellwake.config.json': '{ "port": 4811 }' })
    const urlWith = async (env: Record<string, string>) =>
      (await findSettings({}, { env, folder })).settings.url
    expect(await urlWith({})).toBe('http://127.0.0.1:4811')
    expect(await urlWith({ CELLWAKE_HOST: '::1' })).toBe('http://[::1]:4811')
    expect(await urlWith({ CELLWAKE_HOST: '0.0.0.0', CELLWAKE_PORT: '80' })).toBe(
      'http://127.0.0.1:80',
    )
    // A port that is chosen anew each time leads nowhere.
    expect(await urlWith({ CELLWAKE_PORT: '0' })).toBe('http://127.0.0.1:4755')
    expect(await urlWith({ CELLWAKE_URL: 'https://cells.example' })).toBe('https://cells.example')
  })

  it('an empty variable is as good as none', async () => {
    const folder = await folderWith('empty', {})
    const { settings } = await findSettings({}, { env: { CELLWAKE_PORT: '' }, folder })
    expect(settings.port).toBe(4755)
  })
})

describe('what is wrong is named', () => {
  it.each([
    [{ port: 'x' }, {}, 'bad-setting: --port must be a whole number'],
    [{}, { CELLWAKE_PORT: '70000' }, 'bad-setting: CELLWAKE_PORT must be'],
    [{ url: 'nowhere' }, {}, 'bad-setting: --url must be a URL'],
    [{ publicUrl: 'ftp://x' }, {}, 'bad-setting: --public-url must be a URL'],
  ])('%j with %j', async (flags, env, message) => {
    const folder = await folderWith('plain', {})
    expect(await refusal(flags, env as Record<string, string>, folder)).toContain(message)
  })

  it.each([
    ['{ "port": "many" }', 'bad-setting: port in cellwake.config.json must be'],
    ['{ "prot": 1 }', 'config-unusable: cellwake.config.json: there is no setting prot.'],
    ['[1]', 'must hold one object'],
    ['{', 'cannot be read'],
  ])('the file %s', async (text, message) => {
    const folder = await folderWith(`wrong-${text.length}`, { 'cellwake.config.json': text })
    expect(await refusal({}, {}, folder)).toContain(message)
  })
})
