// Runs a program of this repository as if it had been started directly: same terminal, same
// signals, same exit code. Dependency-free, because it is used before anything is installed.
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** Resolves with the exit code; a program ended by a signal counts as 128 + its number. */
export function run(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', ...options })
    const forward = (signal) => {
      // A terminal sends Ctrl-C to the whole group. A second copy would mean "quit at once".
      if (signal === 'SIGINT' && process.stdin.isTTY) return
      child.kill(signal)
    }
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
    for (const signal of signals) process.on(signal, forward)
    const done = () => {
      for (const signal of signals) process.off(signal, forward)
    }
    child.on('error', (error) => {
      done()
      reject(error)
    })
    child.on('close', (code, signal) => {
      done()
      resolve(code ?? 128 + (constants.signals[signal] ?? 0))
    })
  })
}

/** Runs Node itself, with our own TypeScript loaded from source. */
export function runSource(file, args = [], nodeFlags = []) {
  return run(process.execPath, [...nodeFlags, '--import', './scripts/source.mjs', file, ...args])
}

/** Runs a tool from node_modules without npx, which costs about half a second. */
export function runTool(file, args = [], options = {}) {
  return run(process.execPath, [`${root}/node_modules/${file}`, ...args], options)
}

export const tools = {
  biome: '@biomejs/biome/bin/biome',
  tsc: 'typescript/bin/tsc',
  vite: 'vite/bin/vite.js',
  vitest: 'vitest/vitest.mjs',
}
