// The operations that a script calls, forwarded to the context that the runner has made for its phase. That context
// enforces the phase's capabilities. Only its own operations can be reached, and of its tools only own properties:
// `constructor` leads nowhere.

import type {
  InputItem,
  Message,
  MutateContext,
  NextContext,
  PrepareContext,
  ProducerContext,
  ToolCall,
} from '../define.ts'
import { HandlerFailure } from '../errors.ts'

export type PhaseContext = ProducerContext | PrepareContext | MutateContext | NextContext

const TOOLS = 'tools.'

/** Performs an operation of the context. Errors of the context are passed on. */
export async function operate(
  ctx: PhaseContext,
  op: string,
  args: readonly unknown[],
): Promise<unknown> {
  const { publish, registerInput, peek, getByIds } = ctx as Partial<
    ProducerContext & PrepareContext
  >
  const [first, second] = args
  if (op.startsWith(TOOLS)) return toolAt(ctx, op.slice(TOOLS.length))(first)
  if (op === 'publish' && publish) return publish(first as string, second as Message)
  if (op === 'registerInput' && registerInput) return registerInput(first as InputItem)
  if (op === 'peek' && peek) return peek(first as string, ...page(second))
  if (op === 'getByIds' && getByIds) return getByIds(first as string, second as string[])
  throw unknown(op)
}

/** One that was left out, or given as null, is left out. */
function page(given: unknown): [{ readonly limit?: number }?] {
  return given === undefined || given === null ? [] : [given]
}

function toolAt(ctx: PhaseContext, path: string): (input?: unknown) => Promise<unknown> {
  let at: unknown = 'tools' in ctx ? ctx.tools : undefined
  for (const word of path.split('.')) {
    const isGroup = (typeof at === 'object' && at !== null) || typeof at === 'function'
    at =
      isGroup && Object.hasOwn(at as object, word)
        ? (at as Record<string, unknown>)[word]
        : undefined
  }
  if (typeof at !== 'function') throw unknown(`${TOOLS}${path}`)
  return at as ToolCall
}

function unknown(op: string): HandlerFailure {
  const message = `there is no operation ${op.slice(0, 100)} in this phase`
  return new HandlerFailure({ class: 'logic', message })
}

/** The names of all tools of a context, with dots. */
export function toolNames(ctx: PhaseContext): string[] {
  const names: string[] = []
  const walk = (group: object, before: string) => {
    for (const [word, inner] of Object.entries(group)) {
      const name = `${before}${word}`
      if (typeof inner === 'function') names.push(name)
      if (typeof inner === 'function' || (typeof inner === 'object' && inner !== null)) {
        walk(inner, `${name}.`)
      }
    }
  }
  if ('tools' in ctx) walk(ctx.tools, '')
  return names
}
