// The built-in tools of workflows that reach outside, each through the one door.

import type { OutsideConfig } from '../config.ts'
import type { Connections } from '../connections.ts'
import type { Egress } from '../egress.ts'
import { emailTool } from './email-tool.ts'
import { httpTool } from './http-tool.ts'
import { type LogEntry, logTool } from './log-tool.ts'
import { postgresTool } from './postgres-tool.ts'
import type { OutsideTool } from './tool.ts'

export type { OutsideTool } from './tool.ts'

export interface OutsideToolsOptions {
  readonly egress: Egress
  readonly connections: Connections
  readonly config: OutsideConfig
  /** Called with entries of the tool `log`. */
  readonly log: (entry: LogEntry) => void
}

export function outsideTools(options: OutsideToolsOptions): OutsideTool[] {
  const { egress, connections, config, log } = options
  const keysTable = (name: string) => config.postgres?.[name]?.mutations
  return [
    httpTool({ egress, connections }),
    postgresTool({ egress, connections, keysTable }),
    emailTool({ egress, connections }),
    logTool(log),
  ]
}
