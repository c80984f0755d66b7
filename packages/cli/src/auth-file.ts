// The tokens of `--auth FILE`: JSON, `{ "tokens": [{ "name", "token" or "hash", "scopes", "models" }] }`.
// What each must be, the server says; a token is never shown.

import { readFile } from 'node:fs/promises'
import type { TokenConfig } from '@cellwake/server'
import { CliError } from './errors.ts'

/** Undefined for `none`. */
export async function tokensOf(auth: string): Promise<readonly TokenConfig[] | undefined> {
  if (auth === 'none') return undefined
  const found = parsed(auth, await textOf(auth))
  const tokens = typeof found === 'object' && found !== null && 'tokens' in found && found.tokens
  if (!Array.isArray(tokens) || tokens.length === 0) {
    throw unusable(auth, 'it must hold { "tokens": [ … ] } with at least one token')
  }
  return tokens as TokenConfig[]
}

async function textOf(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    const why = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
    throw unusable(file, `it cannot be read (${why})`)
  }
}

function parsed(file: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw unusable(file, 'it is no JSON')
  }
}

function unusable(file: string, what: string): CliError {
  return new CliError('auth-unusable', `--auth ${file}: ${what}.`)
}
