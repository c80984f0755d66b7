// Workflows of the user's own, for `--workflows FILE`: trusted code, which is deployed when the host starts. A file whose
// code is the same as before keeps its version.

import type { ToolDefinition, WorkflowDefinition, Workflows } from '@cellwake/workflows'
import { InvalidWorkflowError } from '@cellwake/workflows'
import { CliError } from '../errors.ts'
import { loadModule, whyNotLoaded } from './load-module.ts'

export interface UserWorkflows {
  readonly workflows: readonly WorkflowDefinition[]
  readonly tools: readonly ToolDefinition[]
}

/** The exports of a module: workflows, and tools for them. */
export async function userWorkflows(file: string | undefined): Promise<UserWorkflows> {
  if (file === undefined) return { workflows: [], tools: [] }
  const found = exportsOf(await load(file))
  const workflows = found.filter(isWorkflow)
  const tools = found.filter(isTool)
  if (workflows.length > 0) return { workflows, tools }
  throw unusable(
    file,
    "It exports no workflow. Export what workflow({ name: 'invoice-intake', … }) of cellwake/workflows gives.",
  )
}

export async function deployWorkflows(
  all: Workflows,
  file: string | undefined,
  definitions: readonly WorkflowDefinition[],
): Promise<void> {
  for (const definition of definitions) {
    try {
      await all.bring(definition, { by: 'serve' })
    } catch (error) {
      if (!(error instanceof InvalidWorkflowError)) throw error
      throw unusable(file ?? '', error.message)
    }
  }
}

async function load(file: string): Promise<Record<string, unknown>> {
  try {
    return await loadModule(file)
  } catch (error) {
    throw unusable(file, whyNotLoaded(error))
  }
}

/** Exports, and the items of lists and records among them. tsx wraps a CommonJS module in a default export inside another. */
function exportsOf(module: Record<string, unknown>): object[] {
  const found = new Set<object>()
  const look = (value: unknown, depth: number) => {
    if (typeof value !== 'object' || value === null) return
    if (isWorkflow(value) || isTool(value)) found.add(value)
    else if (depth > 0) for (const inside of Object.values(value)) look(inside, depth - 1)
  }
  look(module, 3)
  return [...found]
}

function isWorkflow(value: object): value is WorkflowDefinition {
  return 'name' in value && ('consumers' in value || 'producers' in value)
}

function isTool(value: object): value is ToolDefinition {
  return 'name' in value && 'call' in value && typeof value.call === 'function'
}

function unusable(file: string, what: string): CliError {
  return new CliError('workflows-unusable', `--workflows ${file}: ${what}`)
}
