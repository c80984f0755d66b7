// The tool `log`: one line in the host's own log, for the operator. Log lines about a run belong into `ctx.log`.

import { LOG_LINE_CHARS } from '../limits.ts'
import { fieldsOf, type OutsideTool, textOf } from './tool.ts'

export interface LogInput {
  readonly message: string
  readonly data?: unknown
}

export interface LogEntry extends LogInput {
  readonly workflow: string
  readonly run: string
}

export function logTool(write: (entry: LogEntry) => void): OutsideTool {
  return {
    name: 'log',
    description: "Writes one line into the host's log: { message, data }.",
    readOnly: true,
    input: { parse: inputOf },
    call: async ({ message, data }: LogInput, { workflow, run }) => {
      const said = message.replace(/\p{C}+/gu, ' ').slice(0, LOG_LINE_CHARS)
      write({ workflow, run, message: said, ...(data !== undefined && { data }) })
      return null
    },
  }
}

function inputOf(given: unknown): LogInput {
  if (typeof given === 'string') return { message: textOf(given, 'message') }
  const fields = fieldsOf('log', "{ message: 'three filed' }", given, ['message', 'data'])
  textOf(fields.message, 'message')
  return fields as unknown as LogInput
}
