// Postgres refuses to run as root. When the tests do, the service gets an ordinary account, and a
// folder that this account can reach.
import { chownSync, mkdtempSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

export type Account = { uid: number; gid: number }

/** The account that a service runs as: undefined means ourselves. */
export function serviceAccount(names: string[]): Account | undefined {
  if (process.getuid?.() !== 0) return undefined
  const rows = readFileSync('/etc/passwd', 'utf8').split('\n')
  for (const name of names) {
    const [, , uid, gid] = rows.find((row) => row.startsWith(`${name}:`))?.split(':') ?? []
    if (uid !== undefined && gid !== undefined) return { uid: Number(uid), gid: Number(gid) }
  }
  throw new Error(`Running as root, and none of these accounts exist: ${names.join(', ')}`)
}

/** True if an ordinary account may enter every folder on the way to this path. */
export function isReachable(path: string, account: Account | undefined): boolean {
  if (account === undefined) return true
  for (let folder = realpathSync(path); ; folder = dirname(folder)) {
    if ((statSync(folder).mode & 0o001) === 0) return false
    if (folder === dirname(folder)) return true
  }
}

/** A new folder, readable by the account alone. */
export function privateFolder(name: string, account: Account | undefined): string {
  // TMPDIR may point into root's home, where the account cannot go.
  const parent = [tmpdir(), '/tmp', '/var/tmp'].find((path) => isReachable(path, account))
  if (parent === undefined) throw new Error('No temporary folder that a service could reach')
  const folder = mkdtempSync(join(parent, `cellwake-${name}-`))
  if (account !== undefined) chownSync(folder, account.uid, account.gid)
  return folder
}
