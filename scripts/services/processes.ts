// The operating system's table of processes.
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/** The direct children of a process. */
export function childrenOf(pid: number): number[] {
  return processTable()
    .filter((row) => row.parent === pid)
    .map((row) => row.pid)
}

/** A zombie is not alive: it has ended, and is not reaped yet. */
export function isAlive(pid: number): boolean {
  if (existsSync('/proc/self/stat')) return (stat(pid)?.state ?? 'Z') !== 'Z'
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** Sends a signal to a process that may be gone already. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // gone
  }
}

/** Polls until it holds; false if it still does not after this time. */
export async function until(holds: () => boolean, timeoutMs: number): Promise<boolean> {
  const deadline = Date.now() + timeoutMs
  while (!holds()) {
    if (Date.now() > deadline) return false
    await sleep(20)
  }
  return true
}

type Row = { pid: number; parent: number; state: string }

// A minimal Debian has no `ps`, a Mac has no /proc.
function processTable(): Row[] {
  if (existsSync('/proc/self/stat'))
    return readdirSync('/proc').flatMap((name) =>
      /^\d+$/.test(name) ? (stat(Number(name)) ?? []) : [],
    )
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,state='], { encoding: 'utf8' })
  return lines.split('\n').flatMap((line) => {
    const [pid, parent, state] = line.trim().split(/\s+/)
    return state === undefined ? [] : { pid: Number(pid), parent: Number(parent), state }
  })
}

function stat(pid: number): Row | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name comes second, in brackets, and may hold spaces and brackets of its own.
    const [state, parent] = text.slice(text.lastIndexOf(')') + 2).split(' ')
    return { pid, parent: Number(parent), state: state ?? 'Z' }
  } catch {
    return undefined
  }
}
