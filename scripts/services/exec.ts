// Runs a program to its end and keeps its output, to be shown only if it failed.
import { type SpawnOptions, spawn } from 'node:child_process'

export type Result = { ok: boolean; output: string }

export function exec(command: string, args: string[], options: SpawnOptions = {}): Promise<Result> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    child.stdout?.on('data', (chunk) => {
      output += chunk
    })
    child.stderr?.on('data', (chunk) => {
      output += chunk
    })
    child.on('error', (error) => resolve({ ok: false, output: error.message }))
    child.on('close', (code) => resolve({ ok: code === 0, output: output.trim() }))
  })
}

export function lastLines(text: string, lines = 3): string {
  return text.trim().split('\n').slice(-lines).join(' | ')
}
