// The last way to a service: Debian's package manager, when we may use it.
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { exec, lastLines } from './exec.ts'

// Asked by Debian's packages before they start a service; 101 means "forbidden".
const policy = '/usr/sbin/policy-rc.d'

/** Installs a package without starting its service; returns why not, or undefined when it did. */
export async function aptInstall(name: string): Promise<string | undefined> {
  if (process.getuid?.() !== 0) return 'needs root'
  if (!existsSync('/etc/debian_version')) return 'not a Debian system'
  console.log(`Installing Debian's ${name} for the tests, once…`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  // A failed update is not fatal: the lists on the machine may still do.
  await exec('apt-get', ['update', '-q'], { env })
  const ownPolicy = !existsSync(policy)
  if (ownPolicy) writeFileSync(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  try {
    const args = ['install', '-y', '-q', '--no-install-recommends', name]
    const { ok, output } = await exec('apt-get', args, { env })
    return ok ? undefined : `apt-get could not install ${name}: ${lastLines(output)}`
  } finally {
    if (ownPolicy) rmSync(policy, { force: true })
  }
}
