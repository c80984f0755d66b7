// The memory of a process and its children, as the kernel counts it.

import { readdirSync, readFileSync } from 'node:fs'

const MB = 1024 * 1024

/** Megabytes; 0 where the kernel gives none. */
export function residentMb(pid: number): number {
  return Math.round((Number(field(pid, 'VmRSS')) * 1024) / MB) || 0
}

/** The same with all processes that it started. */
export function residentWithHelpersMb(pid: number): number {
  let sum = residentMb(pid)
  for (const child of processes())
    if (Number(field(child, 'PPid')) === pid) sum += residentMb(child)
  return sum
}

function processes(): number[] {
  try {
    return readdirSync('/proc').map(Number).filter(Number.isInteger)
  } catch {
    return []
  }
}

/** One that has ended meanwhile has nothing. */
function field(pid: number, name: string): string | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return new RegExp(`^${name}:\\s*(\\d+)`, 'm').exec(status)?.[1]
  } catch {
    return undefined
  }
}
