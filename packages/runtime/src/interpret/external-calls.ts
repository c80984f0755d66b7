// Calls of external functions. A call is a formula of its own: it evaluates its arguments, reports them to the host, and shows
// the host's answer. To run is to ask: a branch that is not taken asks for nothing.

import { type Arguments, type Code, valuesOf } from '../compile/linker.ts'
import { BLANK, type Value } from '../values.ts'
import { argumentCode } from './call-arguments.ts'
import { setValue } from './changes.ts'
import type { FormHost } from './form-host.ts'
import { touch } from './marking.ts'
import type { CallNews, Kept } from './model.ts'
import { read } from './reading.ts'
import { sameValue } from './same.ts'
import { type Call, DIRTY, type ModelState, type Node, type ShownCall } from './state.ts'

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
    note(m, call, values)
    return read(m, call.answerNode)
  }
}

function note(m: ModelState, call: Call, values: readonly Value[]): void {
  if (call.hasRun && isSame(call.args, values)) return
  call.hasRun = true
  call.args = values
  if (call.isNoted) return
  call.isNoted = true
  m.callsRun.push(call)
}

function isSame(a: readonly Value[], b: readonly Value[]): boolean {
  for (let i = 0; i < b.length; i++) if (!sameValue(a[i]!, b[i]!)) return false
  return true
}

/** The value of each call, restored before anything runs. */
export function restoreCalls(m: ModelState, calls: readonly Kept[]): void {
  for (const { symbol, value } of calls) {
    const call = callOf(m, symbol)
    if (call !== undefined) call.answerNode.value = value
  }
}

/** Sets the value that a call shows. Gives the one before. */
export function show(m: ModelState, symbol: string, value: Value): ShownCall | undefined {
  const call = callOf(m, symbol)
  if (call === undefined) return undefined
  const before = call.answerNode.value
  setValue(m, call.answerNode, value)
  touch(m, call.node, DIRTY)
  return { symbol, before }
}

function callOf(m: ModelState, symbol: string): Call | undefined {
  return m.callsBySymbol[`x${symbol}`]?.call
}

/** The calls that ran. */
export function takeCalls(m: ModelState): CallNews[] {
  const news: CallNews[] = []
  for (const call of m.callsRun) {
    call.isNoted = false
    const { symbol, args, answerNode } = call
    news.push({ symbol, args, value: answerNode.value })
  }
  m.callsRun = []
  return news
}
