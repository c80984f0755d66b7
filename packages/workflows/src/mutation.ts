// The one mutation of a run. The ledger row, with the parameters and the idempotency key, is durable before the request
// leaves. From then on the host owns the outcome: the handler cannot change it after the call.
// See test: is in the ledger, with its key and parameters, before the tool is called

import type { Value } from '@cellwake/store'
import type { ActiveRun } from './active-run.ts'
import { type Guard, logic } from './capabilities.ts'
import type { ToolContext, ToolDefinition } from './define.ts'
import { digest } from './digest.ts'
import { Abandoned, believe, type Failure, HandlerFailure } from './errors.ts'
import { messageOf, toolFailure } from './failures.ts'
import { asJson } from './json.ts'
import { LOG_LINE_CHARS } from './limits.ts'
import { originOf } from './origin.ts'
import type { DeliveryRecord, LedgerRecord } from './records.ts'
import { checkedInput, isReadOnly } from './tools.ts'
import { ledgerMove } from './transitions.ts'

/** The tool's reply, or that there was none. */
export type Reply =
  | { readonly result: Value; readonly failure?: undefined }
  | { readonly failure: Failure }

export class Mutation {
  readonly #active: ActiveRun
  readonly #guard: Guard
  #called = false
  /** The ledger row, from the moment it is durable. */
  ledger: LedgerRecord | undefined
  tool: ToolDefinition | undefined
  reply: Reply | undefined
  /** Set when the wait for the reply is over: a late reply is still recorded. */
  onLate: ((reply: Reply) => void) | undefined

  constructor(active: ActiveRun, guard: Guard) {
    this.#active = active
    this.#guard = guard
  }

  async call(tool: ToolDefinition, given: unknown, signal: AbortSignal): Promise<unknown> {
    const guard = this.#guard
    guard.enter(isReadOnly(tool, given) ? 'read' : 'mutation')
    if (this.#called) throw guard.fail(logic('a run calls one tool that changes something, once'))
    // Before anything is awaited: a second call in the same turn finds it.
    // See test: two calls at once are one call
    this.#called = true
    guard.countToolCall()
    const input = checkedInput(tool, given, guard)
    mayUse(this.#active, tool, input, guard)
    this.#mustBeApproved(tool, input)
    return guard.track(this.#send(tool, input, signal))
  }

  #mustBeApproved(tool: ToolDefinition, input: Value): void {
    const { run, version } = this.#active
    const expiresMs = version.record.structure.consumers[run.handler]!.approvalMs
    if (expiresMs === undefined) return
    const asks = digest(tool.name, JSON.stringify(input))
    if (run.approved === asks) return
    const preview = previewOf(tool, input)
    const message = `${tool.name} waits for an approval: ${preview}`
    throw this.#guard.fail({
      class: 'approval',
      message,
      tool: tool.name,
      asks: { digest: asks, preview, expiresMs },
    })
  }

  async #send(tool: ToolDefinition, params: Value, signal: AbortSignal): Promise<unknown> {
    const active = this.#active
    const { run, parts } = active
    const title = run.prepared?.ui.title
    const ledger: LedgerRecord = {
      run: run.id,
      handler: run.handler,
      tool: tool.name,
      params,
      key: keyOf(active),
      attempts: 0,
      causes: run.causes ?? [],
      ...(title !== undefined && { title }),
    }
    const entries = [ledgerMove(parts.name, run.id, null, 'in_flight', ledger, run.order)]
    const mutation = { tool: tool.name }
    await active.move(active.step({ type: 'called' }), { mutation }, { act: 'send', entries })
    believe(
      active.run.outcome === 'unknown',
      'a run says that it has called before the call leaves',
    )
    this.ledger = ledger
    this.tool = tool
    const context = toolContext(active, ledger.key, signal)
    const reply = await replyOf(tool, params, context, active)
    if (this.onLate !== undefined) this.onLate(reply)
    else this.reply = reply
    if (reply.failure !== undefined) throw new HandlerFailure(reply.failure)
    return structuredClone(reply.result)
  }
}

async function replyOf(
  tool: ToolDefinition,
  params: Value,
  context: ToolContext,
  active: ActiveRun,
): Promise<Reply> {
  let result: unknown
  try {
    result = await tool.call(structuredClone(params) as never, context)
  } catch (error) {
    if (error instanceof Abandoned) throw error
    return { failure: toolFailure(error, tool.name, true) }
  }
  // A reply means that it happened, even if the reply is invalid.
  // See test: with a reply that cannot be kept has happened all the same
  try {
    return { result: checkedOutput(tool, result, active) }
  } catch (error) {
    const text = `the reply of ${tool.name} cannot be kept: ${messageOf(error)}`
    active.buffer.lines.push({ at: active.startedAt, text: text.slice(0, LOG_LINE_CHARS) })
    return { result: null }
  }
}

export function checkedOutput(tool: ToolDefinition, result: unknown, active: ActiveRun): Value {
  const parsed = tool.output === undefined ? result : tool.output.parse(result)
  return asJson(parsed, `the result of ${tool.name}`, active.version.limits.payloadChars)
}

/** A tool or a connection that was not declared waits for a person, before anything is sent. */
export function mayUse(
  { parts, version }: ActiveRun,
  tool: ToolDefinition,
  input: Value,
  guard: Guard,
): void {
  const { structure, kind } = version.record
  const { name } = tool
  const { grants } = parts.records.held()
  const undeclared = kind === 'script' ? [] : undefined
  const tools = structure.tools ?? undeclared
  if (tools?.includes(name) === false && !grants.includes(name)) {
    const message = `it may not use the tool ${name}, which it does not declare`
    throw guard.fail({ class: 'permission', message, tool: name })
  }
  const connection = tool.connectionOf?.(structuredClone(input) as never)
  const connections = structure.connections ?? undeclared
  if (connection === undefined || connections?.includes(connection) !== false) return
  const grant = `connection:${connection}`
  if (grants.includes(grant)) return
  const message = `it may not use the connection ${connection}, which it does not declare`
  throw guard.fail({ class: 'permission', message, tool: name, grant })
}

/** Whether the tool can reconcile a call. */
export function canReconcile(tool: ToolDefinition, input: Value): boolean {
  if (tool.reconcile === undefined) return false
  return tool.canReconcile?.(structuredClone(input) as never) !== false
}

/**
 * The idempotency key: the same for the same reserved events, until one of them is put back to be
 * processed again.
 */
function keyOf({ parts, run, held }: ActiveRun): string {
  const events = held.map(({ list, id, value }) => {
    const { generation } = value as unknown as DeliveryRecord
    return `${list}#${id}#${generation}`
  })
  return digest('mutation', parts.name, run.handler, ...events.sort())
}

export function toolContext(active: ActiveRun, key: string, signal: AbortSignal): ToolContext {
  const { parts, run, now } = active
  return { key, signal, now, workflow: parts.name, run: run.id, origin: () => originOf(parts, run) }
}

export function previewOf(tool: ToolDefinition, input: Value): string {
  try {
    const words = tool.preview?.(structuredClone(input) as never)
    if (typeof words === 'string') return words.slice(0, LOG_LINE_CHARS)
  } catch {
    // A preview that fails is no reason not to show the parameters.
  }
  return `${tool.name} ${JSON.stringify(input)}`.slice(0, LOG_LINE_CHARS)
}
