// Options of every command against a server, and its client.

import type { CellwakeClient } from '@cellwake/client'
import { Command } from 'commander'
import { findSettings } from './hosting/settings.ts'

export interface ServerOptions {
  readonly url?: string
  readonly token?: string
  readonly json?: boolean
}

export function serverCommand(name: string): Command {
  return new Command(name)
    .option('--url <url>', 'the server; that of host and port if left out (or CELLWAKE_URL)')
    .option('--token <token>', 'who asks, where the server wants to know (or CELLWAKE_TOKEN)')
    .option('--json', 'print one JSON object')
}

export interface Address {
  readonly url: string
  readonly token?: string
}

export async function addressOf({ url, token }: ServerOptions): Promise<Address> {
  const { settings } = await findSettings({ url, token })
  return {
    url: settings.url,
    ...(settings.token !== undefined && { token: settings.token }),
  }
}

/** Loaded when it is needed: other commands start faster without it. */
export async function connect(options: ServerOptions): Promise<CellwakeClient> {
  const { CellwakeClient } = await import('@cellwake/client')
  return new CellwakeClient(await addressOf(options))
}
