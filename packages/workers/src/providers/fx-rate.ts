// FX_RATE: from any endpoint that answers with JSON, or from a table in a file.

import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import type { FxConfig } from '../config.ts'
import { CallError } from '../errors.ts'
import type { Plain } from '../kinds.ts'
import { FX_CONCURRENCY, RATE_TABLE_CHARS } from '../limits.ts'
import {
  type BuiltIn,
  endpointOf,
  endpointText,
  jsonOf,
  type Outside,
  unconfigured,
} from './built-in.ts'

type Pair = { readonly base: string; readonly quote: string }

export function fxRate(config: FxConfig | undefined, outside: Outside): BuiltIn {
  if (config === undefined)
    return unconfigured(
      'FX_RATE',
      "outside.fx, such as fx: { url: 'https://fx.example.com/latest?base={base}', path: 'rates.{quote}' } or fx: { table: 'rates.json' }.",
    )
  const rateOf = 'table' in config ? fromTable(config.table) : fromEndpoint(config, outside)
  const who = 'table' in config ? basename(config.table) : endpointText(config)
  return {
    concurrency: FX_CONCURRENCY,
    provider: () => who,
    handler: async ([base, quote], { signal, timeoutMs }) => {
      const pair = { base: currency(base), quote: currency(quote) }
      return pair.base === pair.quote ? 1 : await rateOf(pair, { signal, totalMs: timeoutMs })
    },
    probe: async (signal) => {
      const pair = { base: 'EUR', quote: 'USD' }
      return `EUR/USD is ${await rateOf(pair, { signal })}.`
    },
  }
}

type RateOf = (
  pair: Pair,
  limits: { readonly signal: AbortSignal; readonly totalMs?: number },
) => Promise<number>

function fromEndpoint(config: Exclude<FxConfig, { table: string }>, outside: Outside): RateOf {
  return async (pair, limits) => {
    const { endpoint } = await endpointOf(config, outside.connections)
    const url = filled(config.url, pair, encodeURIComponent)
    const { text } = await outside.egress.request({ ...limits, url, endpoint, accept: 'json' })
    const path = filled(config.path, pair, String)
    const found = valueAt(jsonOf(text, 'The provider of rates'), path)
    return rate(found, `${path} in the answer of ${endpoint.origin}`)
  }
}

function fromTable(file: string): RateOf {
  return async ({ base, quote }) => {
    const rates = await tableIn(file)
    const found = rates.get(`${base}/${quote}`)
    if (found === undefined)
      throw new CallError('rejected', `The table ${file} has no rate ${base}/${quote}.`)
    return rate(found, `${base}/${quote} in ${file}`)
  }
}

/** Read anew each time: the owner of the rates changes the file. */
async function tableIn(file: string): Promise<Map<string, Plain>> {
  let text: string
  try {
    text = await readFile(file, 'utf8')
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : 'unknown'
    throw new CallError(
      'unconfigured',
      `The table of rates ${file} cannot be read (${code}). See the setting outside.fx.table.`,
    )
  }
  if (text.length > RATE_TABLE_CHARS)
    throw new CallError('answer', `The table of rates ${file} is too large.`)
  if (file.endsWith('.json')) return new Map(Object.entries(Object(jsonOf(text, file))))
  const lines = text.split('\n').map((line) => line.split(/[,;\t]/).map((part) => part.trim()))
  return new Map(lines.map(([base, quote, found = '']) => [`${base}/${quote}`, found]))
}

/** Currencies and the like: `EUR`, `BTC`. */
function currency(given: Plain | undefined): string {
  if (typeof given === 'string' && /^[A-Za-z0-9]{2,12}$/.test(given)) return given.toUpperCase()
  throw new CallError('rejected', 'A currency is a code such as EUR.')
}

function filled(template: string, { base, quote }: Pair, encode: (text: string) => string): string {
  return template.replaceAll('{base}', encode(base)).replaceAll('{quote}', encode(quote))
}

/** `rates.USD`, `data.0.rate`. */
function valueAt(json: Plain, path: string): Plain | undefined {
  let found: Plain | undefined = json
  for (const step of path.split('.')) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, step)) return undefined
    found = (found as { readonly [key: string]: Plain })[step]
  }
  return found
}

function rate(found: Plain | undefined, where: string): number {
  const number = typeof found === 'string' && found.trim() !== '' ? Number(found) : found
  if (typeof number === 'number' && Number.isFinite(number) && number > 0) return number
  throw new CallError('answer', `There is no rate at ${where}.`)
}
