// How a service's programs are obtained: a list of ways, tried in order, each of which either
// yields the programs or says in one line why it could not.
import { accessSync, constants, realpathSync } from 'node:fs'
import { delimiter, join } from 'node:path'

export type WayName = 'installed' | 'npm' | 'apt'

/** Returns the programs, or the reason why this way has none. */
export type Way<Programs> = { name: WayName; find: () => Promise<Programs | string> }

export type Found<Programs> = { programs: Programs } | { tried: string[] }

/**
 * The ways this run may use: `CELLWAKE_TEST_SERVICES=npm,apt` narrows them, which is how each way
 * is tried on a machine that has them all; `off` means that no service is wanted at all.
 */
export function allowedWays(): WayName[] | 'off' {
  const all: WayName[] = ['installed', 'npm', 'apt']
  const asked = process.env.CELLWAKE_TEST_SERVICES
  if (asked === undefined) return all
  if (asked === 'off') return 'off'
  const names = asked.split(',').map((name) => name.trim())
  return all.filter((name) => names.includes(name))
}

export async function firstThatWorks<Programs extends object>(
  ways: Way<Programs>[],
): Promise<Found<Programs>> {
  const allowed = allowedWays()
  const tried: string[] = []
  for (const way of ways) {
    if (allowed === 'off' || !allowed.includes(way.name)) {
      tried.push(`${way.name}: not allowed by CELLWAKE_TEST_SERVICES`)
      continue
    }
    const result = await way.find()
    if (typeof result !== 'string') return { programs: result }
    tried.push(`${way.name}: ${result}`)
  }
  return { tried }
}

/** The real path of a program, on PATH or else in one of these folders. */
export function findProgram(name: string, folders: string[] = []): string | undefined {
  for (const folder of [...(process.env.PATH ?? '').split(delimiter), ...folders]) {
    if (folder === '') continue
    try {
      const path = join(folder, name)
      accessSync(path, constants.X_OK)
      return realpathSync(path)
    } catch {
      // not there
    }
  }
  return undefined
}
