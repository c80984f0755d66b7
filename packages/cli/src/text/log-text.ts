// The log of a server as a person reads it, on a terminal or in a file: a line each, in the style of the rest. A
// machine gets the lines as they are, which are JSON.

import type { LogEntry } from '@cellwake/workers'
import type { Output } from './output.ts'
import { timeText } from './time-text.ts'
import { visible } from './visible-text.ts'

interface LogLine {
  readonly level: number
  readonly time: number
  readonly msg?: string
  readonly method?: string
  readonly path?: string
  readonly status?: number
  readonly code?: string
  readonly by?: string
  readonly requestId?: string
  readonly err?: { readonly message?: string; readonly stack?: string }
}

const levels: readonly [from: number, word: string][] = [
  [50, 'error'],
  [40, 'warn'],
  [0, 'info'],
]

/** Where the log goes. */
export function logTo(output: Output): { write(line: string): void } {
  return {
    write: (line) => output.note(output.forMachine ? line.trimEnd() : lineText(output, line)),
  }
}

function lineText({ colors }: Output, json: string): string {
  const line = JSON.parse(json) as LogLine
  const when = timeText(new Date(line.time).toISOString(), 'UTC')
  const level = levels.find(([from]) => line.level >= from)?.[1] ?? 'info'
  const shown = line.level >= 50 ? colors.red(level) : colors.yellow(level)
  const rest = [line.by && `by ${line.by}`, line.requestId && `request ${line.requestId}`]
  const what = [whatText(line), ...rest.filter(Boolean)].join(', ')
  const stack = (line.err?.stack ?? '').split('\n').map((one) => `\n  ${visible(one)}`)
  return `${colors.dim(when)}  ${shown}  ${visible(what)}${line.err === undefined ? '' : stack.join('')}`
}

function whatText({ msg = '', method, path, status, code }: LogLine): string {
  if (method === undefined || path === undefined) return [msg, code].filter(Boolean).join(', ')
  return `${method} ${path} ${msg}: ${[status, code].filter(Boolean).join(' ')}`
}

/** Log entries of workflows, from the tool `log`. */
export function workflowLog(output: Output): (entry: LogEntry) => void {
  return ({ workflow, run, message, data }) => {
    const said = data === undefined ? message : `${message} ${JSON.stringify(data)}`
    const shown = `${workflow}: ${visible(said)}`
    output.note(output.forMachine ? JSON.stringify({ workflow, run, message, data }) : shown)
  }
}
