// Workflows in a simulation: they run beside the model, in its time, and touch nothing outside. Cells are read and set in the
// simulated model; every other tool only records its calls, and answers from the fixtures, or null.

import type { Beside, SimulatedWorld } from '@cellwake/engine'
import { Connections, Egress, outsideTools } from '@cellwake/workers'
import {
  type StatusView,
  type ToolDefinition,
  ToolError,
  type ToolErrorKind,
  Workflows,
} from '@cellwake/workflows'
import { CliError } from './errors.ts'
import { modelTools } from './hosting/model-tools.ts'
import { userWorkflows } from './hosting/user-workflows.ts'
import { SIMULATED_CALLS } from './limits.ts'

export interface SimulatedCall {
  readonly at: string
  readonly workflow: string
  readonly tool: string
  readonly input: unknown
}

export interface SimulatedRun {
  readonly at: string
  readonly workflow: string
  readonly handler: string
  readonly status: string
  readonly outcome: string | null
  readonly title?: string
}

/** Calls and runs of workflows in a simulation. */
export interface SimulatedWorkflows {
  /** Calls of tools, in order, the first of them. */
  readonly calls: SimulatedCall[]
  /** Runs, in order. */
  readonly runs: SimulatedRun[]
  /** How each stands at the end. */
  readonly workflows: StatusView[]
}

interface Answer {
  readonly returns?: unknown
  readonly fails?: ToolErrorKind
}

/** By tool: they answer in order, and the last repeats. */
type Answers = Readonly<Record<string, readonly Answer[]>>

export interface WorkflowsBeside {
  readonly found: SimulatedWorkflows
  readonly beside: (world: SimulatedWorld) => Promise<Beside>
}

export async function workflowsBeside(file: string, answers: unknown): Promise<WorkflowsBeside> {
  const { workflows: definitions, tools: own } = await userWorkflows(file)
  const found: SimulatedWorkflows = { calls: [], runs: [], workflows: [] }
  const given = answersOf(answers)
  const beside = async (world: SimulatedWorld): Promise<Beside> => {
    const { engine, store, clock } = world
    const egress = new Egress({ clock })
    const connections = new Connections(store, undefined)
    const outside = outsideTools({ egress, connections, config: {}, log: () => {} })
    const named = new Set(own.map(({ name }) => name))
    const others = [...outside.filter(({ name }) => !named.has(name)), ...own]
    checkNames(
      given,
      others.map(({ name }) => name),
    )
    const failed: unknown[] = []
    const workflows = new Workflows({
      store,
      clock,
      random: () => 0,
      tools: [
        ...modelTools(engine).filter(({ name }) => !named.has(name)),
        ...others.map((tool) => standingIn(tool, found.calls, given[tool.name] ?? [])),
      ],
      onError: (error) => failed.push(error),
    })
    await workflows.start()
    for (const definition of definitions) await workflows.deploy(definition, { by: 'simulate' })
    return {
      idle: async () => {
        await workflows.idle()
        if (failed.length > 0) throw failed[0]
      },
      ended: async () => {
        found.workflows.push(...(await workflows.list()))
        for (const { name } of definitions) found.runs.push(...(await runsOf(workflows, name)))
        found.runs.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
      },
      close: () => workflows.close(),
    }
  }
  return { found, beside }
}

async function runsOf(workflows: Workflows, name: string): Promise<SimulatedRun[]> {
  const runs = await workflows.runs(name, { limit: 1_000 })
  return runs.reverse().map(({ createdAt, handler, status, mutationOutcome, title }) => ({
    at: createdAt,
    workflow: name,
    handler,
    status,
    outcome: mutationOutcome,
    ...(title !== undefined && { title }),
  }))
}

/** The same tool to the workflow, and nothing behind it. */
function standingIn(
  tool: ToolDefinition,
  calls: SimulatedCall[],
  answers: readonly Answer[],
): ToolDefinition {
  const { reconcile: _, canReconcile: __, output: ___, ...shape } = tool
  let turn = 0
  return {
    ...shape,
    call: async (input: never, { now, workflow }) => {
      if (calls.length < SIMULATED_CALLS) calls.push({ at: now, workflow, tool: tool.name, input })
      const answer = answers[Math.min(turn++, answers.length - 1)]
      if (answer?.fails === undefined) return answer?.returns ?? null
      throw new ToolError(answer.fails, `${tool.name} fails as the fixtures say`)
    },
  }
}

/** An answer of a tool that is not there would never be given. */
function checkNames(given: Answers, tools: readonly string[]): void {
  const unknown = Object.keys(given).find((name) => !tools.includes(name))
  if (unknown === undefined) return
  const why = unknown.startsWith('models.')
    ? `${unknown} works in the simulated model, and takes no answers`
    : `there is no tool ${unknown}`
  throw new CliError('bad-file', `--tools: ${why}. There are ${tools.join(', ')}.`)
}

function answersOf(given: unknown): Answers {
  if (given === undefined) return {}
  const isObject = typeof given === 'object' && given !== null && !Array.isArray(given)
  const lists = isObject ? Object.entries(given) : []
  if (isObject && lists.every(([, list]) => Array.isArray(list))) return given as Answers
  throw new CliError(
    'bad-file',
    '--tools: the answers are lists by tool: { "http": [{ "returns": { "status": 200, "body": [] } }] }.',
  )
}
