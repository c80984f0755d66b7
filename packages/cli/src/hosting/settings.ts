// The settings of an installation: by a flag, by the environment, or by a file in its working folder. A flag
// beats the environment, which beats the file. Each setting is checked, and remembers where it came from.

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { HooksConfig } from '@cellwake/server'
import type { ChannelConfig, OutsideConfig } from '@cellwake/workers'
import type { Limits } from '@cellwake/workflows'
import { CliError } from '../errors.ts'
import type { FixerConfig } from './fixer.ts'
import { loadModule } from './load-module.ts'
import type { SinksConfig } from './sinks.ts'

export interface Settings {
  /** Where everything is kept. */
  readonly store: string
  /** The Redis in which models of the Lua runtimes live. */
  readonly redis: string | undefined
  /** The URL for the user who may load libraries, if that is another. */
  readonly redisDeploy: string | undefined
  /** The weakest tier of a Redis that will do. */
  readonly redisAcceptTier: string | undefined
  readonly port: number
  readonly host: string
  /** A file with tokens, or `none`. */
  readonly auth: string
  /** A module with functions of the user's own. */
  readonly functions: string | undefined
  /** A module with workflows of the user's own. */
  readonly workflows: string | undefined
  /** The routes whose calls this process answers; all if left out. */
  readonly routes: string | undefined
  /** Hosts that models may reach, and providers of the built-in functions. */
  readonly outside: OutsideConfig | undefined
  /** Topics whose events are delivered outside, each with its destination. */
  readonly sinks: SinksConfig | undefined
  /** Channels that are notified when a workflow needs somebody. */
  readonly notify: readonly ChannelConfig[] | undefined
  /** Asked for a corrected script when one fails. */
  readonly fixer: FixerConfig | undefined
  /** Limits of workflows, where they are not the usual ones. */
  readonly workflowLimits: Partial<Limits> | undefined
  /** Webhooks that are taken in, each with its topic and its secret. */
  readonly hooks: HooksConfig | undefined
  /** The file with the key for the secrets of connections. */
  readonly secretKeyFile: string | undefined
  /** The address by which others reach the server, if not by its own. */
  readonly publicUrl: string | undefined
  /** The server that commands speak to, and the token they show. */
  readonly url: string
  readonly token: string | undefined
}

export type SettingName = keyof Settings
export type SettingOrigin = 'flag' | 'environment' | 'file' | 'default'
/** As they are given: everything may be left out, and a number may be text. */
export type GivenSettings = { readonly [name in SettingName]?: unknown }

interface SettingRow {
  readonly env: string
  readonly fallback: SettingValue
  /** The constraint in words. */
  readonly must: string
  /** Parses the setting; undefined when it is invalid. */
  readonly read: (given: unknown) => SettingValue
}

type SettingValue = string | number | object | undefined

const text = (given: unknown) => (typeof given === 'string' && given !== '' ? given : undefined)

const rows: { readonly [name in SettingName]: SettingRow } = {
  store: {
    env: 'CELLWAKE_STORE',
    fallback: 'sqlite:.cellwake/cellwake.db',
    must: 'memory:, sqlite:PATH or postgres://…',
    read: text,
  },
  redis: {
    env: 'CELLWAKE_REDIS',
    fallback: undefined,
    must: 'redis://USER:PASSWORD@HOST:PORT, or several of them with commas',
    read: text,
  },
  redisDeploy: {
    env: 'CELLWAKE_REDIS_DEPLOY',
    fallback: undefined,
    must: 'redis://USER:PASSWORD@HOST:PORT',
    read: text,
  },
  redisAcceptTier: {
    env: 'CELLWAKE_REDIS_ACCEPT_TIER',
    fallback: undefined,
    must: 'B, C or D',
    read: (given) => (given === 'B' || given === 'C' || given === 'D' ? given : undefined),
  },
  port: {
    env: 'CELLWAKE_PORT',
    fallback: 4755,
    must: 'a whole number from 0 to 65535',
    read: portOf,
  },
  host: {
    env: 'CELLWAKE_HOST',
    fallback: '127.0.0.1',
    must: 'an address or a name of this machine',
    read: text,
  },
  auth: {
    env: 'CELLWAKE_AUTH',
    fallback: 'none',
    must: 'a file with tokens, or none',
    read: text,
  },
  functions: {
    env: 'CELLWAKE_FUNCTIONS',
    fallback: undefined,
    must: 'a module, .ts or .js',
    read: text,
  },
  workflows: {
    env: 'CELLWAKE_WORKFLOWS',
    fallback: undefined,
    must: 'a module, .ts or .js',
    read: text,
  },
  routes: {
    env: 'CELLWAKE_ROUTES',
    fallback: undefined,
    must: 'routes such as ml.*,ai.prompt, or all, or none',
    read: text,
  },
  outside: {
    env: 'CELLWAKE_OUTSIDE',
    fallback: undefined,
    must: "an object such as { fx: { table: 'rates.json' } }, in the environment as JSON",
    read: objectOf,
  },
  sinks: {
    env: 'CELLWAKE_SINKS',
    fallback: undefined,
    must: "an object such as { alerts: { webhook: 'https://…', secret } }, in the environment as JSON",
    read: objectOf,
  },
  notify: {
    env: 'CELLWAKE_NOTIFY',
    fallback: undefined,
    must: "a list such as [{ email: { connection: 'mail', to: 'ann@example.com' } }], in the environment as JSON",
    read: listOf,
  },
  fixer: {
    env: 'CELLWAKE_FIXER',
    fallback: undefined,
    must: "an object such as { webhook: 'https://…', secret } or { model, connection }, in the environment as JSON",
    read: objectOf,
  },
  workflowLimits: {
    env: 'CELLWAKE_WORKFLOW_LIMITS',
    fallback: undefined,
    must: 'an object such as { phaseMs: 60000 }, in the environment as JSON',
    read: objectOf,
  },
  hooks: {
    env: 'CELLWAKE_HOOKS',
    fallback: undefined,
    must: "an object such as { payments: { topic: 'payments', secret: 'whsec_…' } }, in the environment as JSON",
    read: objectOf,
  },
  secretKeyFile: {
    env: 'CELLWAKE_SECRET_KEY_FILE',
    fallback: undefined,
    must: 'a file with a key',
    read: text,
  },
  publicUrl: {
    env: 'CELLWAKE_PUBLIC_URL',
    fallback: undefined,
    must: 'a URL such as https://cells.example.com',
    read: webAddress,
  },
  url: {
    env: 'CELLWAKE_URL',
    // Where the server of the same settings listens.
    fallback: undefined,
    must: 'a URL such as http://127.0.0.1:4755',
    read: webAddress,
  },
  token: { env: 'CELLWAKE_TOKEN', fallback: undefined, must: 'a text', read: text },
}

export const settingNames = Object.keys(rows) as SettingName[]

export interface FoundSettings {
  readonly settings: Settings
  readonly origins: Readonly<Record<SettingName, SettingOrigin>>
  /** The file they come from, if there is one. */
  readonly file: string | undefined
}

export interface SettingsPlace {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly folder: string
}

const here: SettingsPlace = { env: process.env, folder: '.' }

/** Throws for a setting that is wrong, and names it. */
export async function findSettings(
  flags: GivenSettings,
  { env, folder }: SettingsPlace = here,
): Promise<FoundSettings> {
  const { file, given } = await configFile(folder)
  const settings: Record<string, SettingValue> = {}
  const origins: Record<string, SettingOrigin> = {}
  for (const name of settingNames) {
    const { env: variable, fallback } = rows[name]
    const found: [unknown, SettingOrigin, string][] = [
      [flags[name], 'flag', `--${flagOf(name)}`],
      [env[variable] === '' ? undefined : env[variable], 'environment', variable],
      [given[name], 'file', `${name} in ${file}`],
    ]
    const first = found.find(([value]) => value !== undefined)
    origins[name] = first?.[1] ?? 'default'
    settings[name] = first === undefined ? fallback : checked(name, first[0], first[2])
  }
  settings.url ??= ownUrl(settings as unknown as Settings)
  return {
    settings: settings as unknown as Settings,
    origins: origins as Record<SettingName, SettingOrigin>,
    file,
  }
}

/** A server on all addresses is reached by that of this machine; a port that is any has the usual address. */
export function ownUrl({ host, port }: Pick<Settings, 'host' | 'port'>): string {
  const name = ['0.0.0.0', '::', '[::]'].includes(host) ? '127.0.0.1' : host
  const shown = name.includes(':') && !name.startsWith('[') ? `[${name}]` : name
  return `http://${shown}:${port === 0 ? rows.port.fallback : port}`
}

function checked(name: SettingName, given: unknown, where: string): SettingValue {
  const value = rows[name].read(given)
  if (value !== undefined) return value
  throw new CliError('bad-setting', `${where} must be ${rows[name].must}.`)
}

/** `publicUrl` is the flag `--public-url`. */
function flagOf(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

function listOf(given: unknown): object | undefined {
  const found = typeof given === 'string' ? jsonIn(given) : given
  return Array.isArray(found) ? found : undefined
}

function objectOf(given: unknown): object | undefined {
  const found = typeof given === 'string' ? jsonIn(given) : given
  return typeof found === 'object' && found !== null && !Array.isArray(found) ? found : undefined
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function portOf(given: unknown): number | undefined {
  const port = typeof given === 'string' && /^\d{1,5}$/.test(given) ? Number(given) : given
  return typeof port === 'number' && Number.isInteger(port) && port >= 0 && port <= 65_535
    ? port
    : undefined
}

function webAddress(given: unknown): string | undefined {
  if (typeof given !== 'string' || !URL.canParse(given)) return undefined
  return /^https?:$/.test(new URL(given).protocol) ? given.replace(/\/+$/, '') : undefined
}

const configNames = ['cellwake.config.ts', 'cellwake.config.mjs', 'cellwake.config.json']

async function configFile(
  folder: string,
): Promise<{ readonly file: string | undefined; readonly given: GivenSettings }> {
  for (const name of configNames) {
    const source = await textOf(join(folder, name))
    if (source === undefined) continue
    const given = await configIn(join(folder, name), source)
    const unknown = Object.keys(given).find((key) => !Object.hasOwn(rows, key))
    if (unknown === undefined) return { file: name, given }
    throw new CliError(
      'config-unusable',
      `${name}: there is no setting ${unknown}. The settings are ${settingNames.join(', ')}.`,
    )
  }
  return { file: undefined, given: {} }
}

async function textOf(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw new CliError('config-unusable', `${path} cannot be read: ${String(error)}`)
  }
}

async function configIn(path: string, source: string): Promise<Record<string, unknown>> {
  try {
    const found = path.endsWith('.json') ? JSON.parse(source) : (await loadModule(path)).default
    // tsx hands a CommonJS module on as a default export inside another.
    const given = found?.default ?? found
    if (typeof given === 'object' && given !== null && !Array.isArray(given)) return given
  } catch (error) {
    const why = error instanceof Error ? error.message.split('\n')[0] : String(error)
    throw new CliError('config-unusable', `${path} cannot be read: ${why}`)
  }
  throw new CliError('config-unusable', `${path} must hold one object, such as { port: 4755 }.`)
}
