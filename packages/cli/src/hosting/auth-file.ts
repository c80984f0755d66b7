// The tokens of `--auth FILE`: JSON, `{ "tokens": [{ "name", "token" or "hash", "scopes", "models" }] }`.
// The server validates each; a token is never shown.

import { readFile, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Clock } from '@cellwake/scheduler'
import type { TokenConfig } from '@cellwake/server'
import { CliError } from '../errors.ts'
import { watchFolder } from './watch-folder.ts'

/** Undefined for `none`. */
export async function tokensOf(auth: string): Promise<readonly TokenConfig[] | undefined> {
  if (auth === 'none') return undefined
  return tokensIn(auth, await textOf(auth))
}

function tokensIn(auth: string, text: string): readonly TokenConfig[] {
  const found = parsed(auth, text)
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

/** Says so if others on this machine can read the file. */
export async function readableWarning(auth: string): Promise<string | undefined> {
  if (auth === 'none' || process.platform === 'win32') return undefined
  const { mode } = await stat(auth)
  if ((mode & 0o077) === 0) return undefined
  return `${auth} can be read by others on this machine: chmod 600 ${auth}`
}

/**
 * Watches the file for other tokens. An invalid file is reported, and changes nothing. Its folder is watched,
 * because editors and secret stores put another file in its place.
 */
export async function watchTokens(
  auth: string,
  clock: Clock,
  changed: (tokens: readonly TokenConfig[]) => void,
  failed: (error: unknown) => void,
): Promise<() => Promise<void>> {
  let seen = await textOf(auth)
  const look = async () => {
    const text = await textOf(auth)
    if (text === seen) return
    seen = text
    changed(tokensIn(auth, text))
  }
  return watchFolder(dirname(auth), clock, { begun: Promise.resolve(), changed: look, failed })
}
