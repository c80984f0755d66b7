// Calls of external functions. A call is a formula of its own: it evaluates its arguments, reads its answer, and shows
// what the policy of its function allows. To run is to ask: a branch that is not taken asks for nothing. Calls of one
// function with equal arguments share one request, unless their answers may not be shared.

import { coerced, parameterKind } from '../call.ts'
import { type Arguments, type Code, valuesOf } from '../compile/linker.ts'
import { joinTexts } from '../primitives.ts'
import {
  BLANK,
  type ErrorValue,
  errorOf,
  isArray,
  isBlank,
  isError,
  isObject,
  isPending,
  PENDING,
  type Pending,
  type Value,
} from '../values.ts'
import { argumentCode } from './call-arguments.ts'
import type { FormHost } from './form-host.ts'
import { textOf } from './json.ts'
import type { ProgramSignature } from './program.ts'
import { read } from './reading.ts'
import { type Shown, shownAt, shownWaiting } from './serving.ts'
import type { Call, CallRequest, ModelState, Node } from './state.ts'

export function externalCall(
  { m, compile }: FormHost,
  name: string,
  args: Arguments,
): Code<Node> | undefined {
  if (m.program.signatures[name]?.external === undefined) return undefined
  const codes = args.map((_, i) => argumentCode(compile, args, i))
  return (node, slots) => {
    const call = node.call!
    const found = valuesOf(codes, call.place ?? node, slots)
    const values: Value[] = []
    for (let i = 0; i < codes.length; i++) values.push(found[i] ?? BLANK)
    read(m, call.answerNode)
    return valueOfCall(m, call, values)
  }
}

function valueOfCall(m: ModelState, call: Call, values: readonly Value[]): Value {
  note(m, call)
  call.ranAt = m.nowMs
  call.isRefused = false
  const args = sentArguments(call.signature, values)
  if ('k' in args) {
    attach(m, call, undefined)
    call.isRefused = isError(args)
    if (isError(args)) {
      call.asks = false
      call.until = Number.POSITIVE_INFINITY
      return args
    }
    return showing(call, shownWaiting(call.signature.external!, call.answer, m.nowMs))
  }
  const request = requestOf(m, call, args)
  attach(m, call, request)
  const shown = shownAt(call.signature.external!, call.answer, request, m.nowMs)
  if (shown.asks && !m.callsQuiet && !request.isAsked) {
    request.isAsked = true
    m.asking.push(request)
  }
  return showing(call, shown)
}

function showing(call: Call, shown: Shown): Value {
  call.asks = shown.asks
  call.until = shown.until
  return shown.value
}

function note(m: ModelState, call: Call): void {
  if (call.isNoted) return
  call.isNoted = true
  m.callsRun.push(call)
}

function attach(m: ModelState, call: Call, request: CallRequest | undefined): void {
  const before = call.request
  if (before === request) return
  if (before !== undefined) {
    const left: Call[] = []
    for (const other of before.calls) if (other !== call) left.push(other)
    before.calls = left
    if (left.length === 0 && !before.isOpen) m.requests[`r${before.key}`] = undefined
  }
  call.request = request
  if (request === undefined) return
  request.calls.push(call)
  m.requests[`r${request.key}`] = request
  // Another call has had the answer already.
  if (request.answer !== undefined) call.answer = request.answer
}

/** An answer that does not expire serves one cell only. */
function requestOf(m: ModelState, call: Call, args: readonly Value[]): CallRequest {
  const { signature, symbol } = call
  const parts: string[] = [signature.name, signature.external!.ttlMs === 0 ? symbol : '']
  for (const arg of args) parts.push(textOf(arg))
  const request = knownRequest(m, joinTexts(parts, '\n'))
  request.fn = signature.name
  request.args = args
  return request
}

export function knownRequest(m: ModelState, key: string): CallRequest {
  const known = m.requests[`r${key}`]
  if (known !== undefined) return known
  const made: CallRequest = {
    key,
    fn: '',
    args: [],
    rev: 0,
    isOpen: false,
    isRunning: false,
    isAsked: false,
    failed: undefined,
    answer: undefined,
    calls: [],
  }
  m.requests[`r${key}`] = made
  return made
}

/** The arguments as they are sent, or what keeps the call from being made. */
function sentArguments(
  signature: ProgramSignature,
  values: readonly Value[],
): Value[] | ErrorValue | Pending {
  const args: Value[] = []
  let waits = false
  for (let i = 0; i < values.length; i++) {
    const value = values[i]!
    const stopped = stopIn(value)
    if (stopped !== undefined && isError(stopped)) return stopped
    if (stopped !== undefined) {
      waits = true
      continue
    }
    const arg = argumentAt(signature, i, value)
    if (isError(arg)) return arg
    args.push(arg)
  }
  return waits ? PENDING : args
}

function argumentAt(signature: ProgramSignature, place: number, value: Value): Value {
  const kind = parameterKind(signature, place)
  if (kind === undefined || isBlank(value)) return value
  if (isArray(value) && kind !== 'any' && kind !== 'array') {
    const name = signature.params[Math.min(place, signature.params.length - 1)]!.name
    return errorOf('VALUE!', `${signature.name} takes one ${kind} for ${name}, not an array`)
  }
  return coerced(value, kind)
}

/** The first error in a value, or that some of it has not arrived. */
function stopIn(value: Value): ErrorValue | Pending | undefined {
  if (typeof value !== 'object') return undefined
  if (isError(value) || isPending(value)) return value
  if (isArray(value)) return stopInAll(value.items)
  return isObject(value) ? stopInAll(value.values) : undefined
}

function stopInAll(parts: readonly Value[]): ErrorValue | Pending | undefined {
  let waits: Pending | undefined
  for (const part of parts) {
    const stopped = stopIn(part)
    if (stopped === undefined) continue
    if (isError(stopped)) return stopped
    waits = PENDING
  }
  return waits
}
