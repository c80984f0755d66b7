// The tools of workflows for models: read cells, and set inputs once. The idempotency key of the set is that of the
// mutation, so its receipt says whether it happened, and a retry is safe.

import { type Engine, EngineError, type GivenValue } from '@cellwake/engine'
import { defineTool, type ToolDefinition, ToolError } from '@cellwake/workflows'

interface Read {
  readonly model: string
  readonly symbols: readonly string[]
}

interface Change {
  readonly model: string
  readonly set: Readonly<Record<string, GivenValue>>
}

export function modelTools(engine: Engine): ToolDefinition[] {
  return [
    defineTool({
      name: 'models.get',
      description: 'Reads cells of a model: { model, symbols } gives their values by symbol.',
      readOnly: true,
      input: { parse: readOf },
      call: async ({ model, symbols }: Read) => {
        const cells = (await opened(engine, model)).cells(symbols)
        return Object.fromEntries(Object.entries(cells).map(([name, cell]) => [name, cell.value]))
      },
    }),
    defineTool({
      name: 'models.set',
      description: 'Gives values to inputs of a model, once: { model, set } gives the revision.',
      input: { parse: changeOf },
      call: async ({ model, set }: Change, { key, workflow, run, origin }) => {
        const live = await opened(engine, model)
        try {
          // The same at every attempt, since it is part of the receipt of the key.
          const by = `workflow:${workflow}`
          const because = { workflow, run, ...(await origin()) }
          const options = { by, run: because, idempotencyKey: keyOf(key) }
          const { rev, changed } = await live.set(set, options)
          return { rev, changed }
        } catch (error) {
          throw refusedBy(error)
        }
      },
      reconcile: async ({ model }: Change, { key }) => {
        const answer = await (await opened(engine, model)).setByKey(keyOf(key))
        return answer === undefined
          ? { outcome: 'failed' as const }
          : { outcome: 'applied' as const, result: { rev: answer.rev, changed: answer.changed } }
      },
      preview: ({ model, set }: Change) => {
        const values = Object.entries(set).map(
          ([name, value]) => `${name} = ${JSON.stringify(value)}`,
        )
        return `set ${values.join(', ')} in ${model}`
      },
    }),
  ]
}

/** A namespace: keys of workflows are not those of callers. */
function keyOf(key: string): string {
  return `workflow:${key}`
}

async function opened(engine: Engine, model: string) {
  try {
    return await engine.model(model)
  } catch (error) {
    throw refusedBy(error)
  }
}

/** Nothing was sent: a model that another host has, or that cannot be opened now, is tried again. */
function refusedBy(error: unknown): unknown {
  if (!(error instanceof EngineError)) return error
  return new ToolError(error.retryable ? 'transient' : 'rejected', error.message)
}

function readOf(input: unknown): Read {
  const { model, symbols } = Object(input)
  const list = typeof symbols === 'string' ? [symbols] : symbols
  if (typeof model === 'string' && isTexts(list)) return { model, symbols: list }
  throw new TypeError("models.get takes { model: 'price-desk', symbols: ['A1', 'total'] }")
}

function isTexts(list: unknown): list is string[] {
  return Array.isArray(list) && list.every((one) => typeof one === 'string')
}

function changeOf(input: unknown): Change {
  const { model, set } = Object(input)
  if (typeof model === 'string' && typeof set === 'object' && set !== null) return { model, set }
  throw new TypeError("models.set takes { model: 'price-desk', set: { A1: 5 } }")
}
