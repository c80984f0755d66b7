// One set-up at a time: two `npm ci` in one folder delete each other's files. The lock is a file
// outside node_modules, which `npm ci` empties. A stale lock, whose owner is dead, is taken over.
import { createHash } from 'node:crypto'
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** Runs `work` while no other process holds the lock of that name. */
export async function withLock(name, work) {
  const id = createHash('sha256').update(name).digest('hex').slice(0, 16)
  const file = join(tmpdir(), `cellwake-${id}.lock`)
  let told = false
  while (!take(file)) {
    if (!told) process.stderr.write('Another set-up of this folder is running; waiting for it…\n')
    told = true
    await sleep(250)
  }
  // process.exit() inside `work` must free the lock too.
  const release = () => rmSync(file, { force: true })
  process.once('exit', release)
  try {
    return await work()
  } finally {
    process.off('exit', release)
    release()
  }
}

function take(file) {
  // Written aside, then linked: a visible lock has its owner (atomic).
  const mine = `${file}.${process.pid}`
  writeFileSync(mine, String(process.pid))
  try {
    linkSync(mine, file)
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
  } finally {
    rmSync(mine, { force: true })
  }
  if (!isAlive(owner(file))) rmSync(file, { force: true })
  return false
}

function owner(file) {
  try {
    return Number(readFileSync(file, 'utf8'))
  } catch {
    return 0
  }
}

function isAlive(pid) {
  if (!(pid > 0)) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}
