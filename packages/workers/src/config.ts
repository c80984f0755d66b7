// The setting `outside`: the hosts that models may reach, and the providers of the built-in functions. It is
// checked when a host starts, and every error names the invalid part.

import { AllowList, namedDestination } from './destinations.ts'
import { WorkersError } from './errors.ts'
import { POSTGRES_ROWS } from './limits.ts'
import { checkRouteOverrides, type RouteOverrides } from './route-settings.ts'

/** An endpoint that the operator names; a connection brings its credentials, or the whole address. */
export interface EndpointConfig {
  readonly url?: string
  readonly connection?: string
}

export type FxConfig =
  /** `{base}` and `{quote}` stand in the URL and in the path to the rate in the JSON answer. */
  | (EndpointConfig & { readonly url: string; readonly path: string })
  /** A file: `{ "EUR/USD": 1.08 }`, or lines of base,quote,rate. */
  | { readonly table: string }

export interface MlConfig extends EndpointConfig {
  /** Below the URL; `/score` if left out. */
  readonly path?: string
}

export interface AiConfig extends EndpointConfig {
  /** The model used unless a call names another. */
  readonly model: string
}

/** `*`, or the columns that may be used. */
export type TableRules = Readonly<Record<string, '*' | readonly string[]>>

/** By the name of a connection. */
export interface PostgresConfig {
  /** `schema.table` → columns: the allow-list of PG_SELECT. */
  readonly tables?: TableRules
  /** Tables that PG_MUTATE may write; none if left out. */
  readonly mutate?: TableRules
  /** The table in that database which keeps the keys of mutations. */
  readonly mutations?: string
  /** The most rows of one answer. */
  readonly rows?: number
}

export interface OutsideConfig {
  /** Hosts that models may reach with HTTP_JSON. */
  readonly allow?: readonly string[]
  /** A file with certificates, PEM, of authorities that are trusted beside the usual ones. */
  readonly ca?: string
  readonly fx?: FxConfig
  readonly ml?: MlConfig
  readonly ai?: AiConfig
  readonly postgres?: Readonly<Record<string, PostgresConfig>>
  /** Manifests of model hosts: files, or their contents. */
  readonly modelHosts?: readonly unknown[]
  /** By route, how many calls at once and in a while. */
  readonly routes?: RouteOverrides
}

const NAMES = ['allow', 'ca', 'fx', 'ml', 'ai', 'postgres', 'modelHosts', 'routes']

/** The setting as it is used; throws `bad-config`. */
export function checkOutside(given: unknown): OutsideConfig {
  const config = fieldsOf(given, 'outside', NAMES)
  if (config.allow !== undefined) new AllowList(listOf(config.allow, 'outside.allow') as string[])
  if (config.ca !== undefined) textOf(config.ca, 'outside.ca', 'a file with certificates')
  if (config.fx !== undefined) checkFx(config.fx)
  if (config.ml !== undefined) checkEndpoint(config.ml, 'outside.ml', ['path'])
  if (config.ai !== undefined) {
    const { model } = checkEndpoint(config.ai, 'outside.ai', ['model'])
    textOf(model, 'outside.ai.model', 'the name of a model')
  }
  if (config.postgres !== undefined) checkPostgres(config.postgres)
  if (config.modelHosts !== undefined) listOf(config.modelHosts, 'outside.modelHosts')
  if (config.routes !== undefined) checkRouteOverrides(config.routes)
  return config as OutsideConfig
}

function checkFx(given: unknown): void {
  const { table, ...rest } = fieldsOf(given, 'outside.fx', ['url', 'path', 'connection', 'table'])
  if (table !== undefined) {
    textOf(table, 'outside.fx.table', 'a file with rates')
    if (Object.keys(rest).length > 0) throw bad('outside.fx has a table or a url, not both.')
    return
  }
  checkEndpoint(rest, 'outside.fx', ['path'])
  const { url, path } = rest
  textOf(path, 'outside.fx.path', 'where the rate is in the answer, such as rates.{quote}')
  const text = textOf(url, 'outside.fx.url', 'a URL such as https://fx.example.com/{base}/{quote}')
  if (/^[a-z]+:\/\/[^/?]*[{}]/i.test(text))
    throw bad('outside.fx.url has {base} and {quote} behind its host only.')
}

function checkEndpoint(
  given: unknown,
  where: string,
  more: readonly string[],
): Record<string, unknown> {
  const fields = fieldsOf(given, where, ['url', 'connection', ...more])
  const { url, connection } = fields
  if (connection !== undefined)
    textOf(connection, `${where}.connection`, 'the name of a connection')
  if (url === undefined && connection === undefined)
    throw bad(`${where} needs a url, or a connection that has one.`)
  if (url !== undefined) checkUrl(textOf(url, `${where}.url`, 'a URL'), `${where}.url`)
  return fields
}

function checkUrl(url: string, where: string): void {
  try {
    namedDestination(url)
  } catch (error) {
    throw bad(`${where}: ${error instanceof Error ? error.message : String(error)}`)
  }
}

function checkPostgres(given: unknown): void {
  for (const [name, rules] of Object.entries(objectOf(given, 'outside.postgres'))) {
    const where = `outside.postgres.${name}`
    const fields = fieldsOf(rules, where, ['tables', 'mutate', 'mutations', 'rows'])
    for (const part of ['tables', 'mutate'])
      if (fields[part] !== undefined) checkTables(fields[part], `${where}.${part}`)
    if (fields.mutations !== undefined) checkTableName(fields.mutations, `${where}.mutations`)
    const { rows } = fields
    if (rows !== undefined && !(Number.isInteger(rows) && Number(rows) > 0))
      throw bad(`${where}.rows is the most rows of an answer, such as ${POSTGRES_ROWS}.`)
  }
}

function checkTables(given: unknown, where: string): void {
  for (const [table, columns] of Object.entries(objectOf(given, where))) {
    checkTableName(table, where)
    const isList = Array.isArray(columns) && columns.length > 0
    if (columns !== '*' && !(isList && columns.every((column) => typeof column === 'string')))
      throw bad(`${where}: the columns of ${table} are '*' or a list such as ['id', 'amount'].`)
  }
}

function checkTableName(name: unknown, where: string): void {
  if (typeof name !== 'string' || !/^[^.]+\.[^.]+$/.test(name))
    throw bad(
      `${where}: ${JSON.stringify(name)} is no table. Write schema.table, such as public.orders.`,
    )
}

function fieldsOf(
  given: unknown,
  where: string,
  names: readonly string[],
): Record<string, unknown> {
  const fields = objectOf(given, where)
  const unknown = Object.keys(fields).find((name) => !names.includes(name))
  if (unknown === undefined) return fields
  throw bad(`${where} has no setting ${unknown}. There are ${names.join(', ')}.`)
}

function objectOf(given: unknown, where: string): Record<string, unknown> {
  if (typeof given === 'object' && given !== null && !Array.isArray(given))
    return given as Record<string, unknown>
  throw bad(`${where} is an object with settings.`)
}

function listOf(given: unknown, where: string): unknown[] {
  if (Array.isArray(given)) return given
  throw bad(`${where} is a list.`)
}

function textOf(given: unknown, where: string, what: string): string {
  if (typeof given === 'string' && given !== '') return given
  throw bad(`${where} is ${what}.`)
}

function bad(what: string): WorkersError {
  return new WorkersError('bad-config', what)
}
