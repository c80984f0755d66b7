// What an installation stands on: its settings, its store, the port, the clock, the pages.

import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { openStore, StoreError, system } from '@cellwake/store'
import { hasUi } from './built-ui.ts'
import { type FoundSettings, type SettingName, settingNames } from './settings.ts'
import { withoutPassword } from './shown-url.ts'

export type Examined = Awaited<ReturnType<typeof examine>>

export interface Problem {
  readonly code: string
  readonly message: string
}

export async function examine(found: FoundSettings) {
  const { store, port, host } = found.settings
  const [storeFacts, portProblem] = await Promise.all([examineStore(store), portState(port, host)])
  const { problem, ...facts } = storeFacts
  return {
    node: process.version,
    store: withoutPassword(store),
    ...facts,
    config: found.file ?? null,
    settings: shownSettings(found),
    port: { port, host, state: portProblem },
    clock: clockFacts(),
    ui: hasUi() ? 'built' : 'not built',
    problem,
  }
}

async function examineStore(url: string) {
  if (url.startsWith('sqlite:') && !existsSync(url.slice('sqlite:'.length))) {
    return { note: 'There is no database here yet.' }
  }
  try {
    await using store = await openStore(url)
    const { durability, seq } = store
    return { durability, seq, stats: await store.stats() }
  } catch (error) {
    if (!(error instanceof StoreError)) throw error
    // A server that runs holds its database, and that is as it should be.
    return { problem: { code: error.code, message: error.message } satisfies Problem }
  }
}

/** A token is never shown, nor a password in a URL. */
function shownSettings({ settings, origins }: FoundSettings) {
  const rows = settingNames.map((name: SettingName) => {
    const value = settings[name]
    const shown = name === 'token' && value !== undefined ? '(set)' : value
    return [
      name,
      {
        value: typeof shown === 'string' ? withoutPassword(shown) : (shown ?? null),
        from: origins[name],
      },
    ] as const
  })
  return Object.fromEntries(rows)
}

async function portState(port: number, host: string): Promise<'free' | 'taken' | 'unusable'> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) =>
      resolve(error.code === 'EADDRINUSE' ? 'taken' : 'unusable'),
    )
    probe.listen(port, host, () => probe.close(() => resolve('free')))
  })
}

function clockFacts() {
  return {
    now: new Date(system.now()).toISOString(),
    zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  }
}
