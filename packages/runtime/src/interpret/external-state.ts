// What is kept of external calls: taken up before anything runs, and changed by what lands and what workers say.

import { setValue } from './changes.ts'
import { knownRequest } from './external-calls.ts'
import { touch } from './marking.ts'
import type { CallNews, Documents, KeptAnswer, KeptRequest, Request } from './model.ts'
import { type Call, type CallAnswer, DIRTY, type ModelState } from './state.ts'

/** What the store has of each call. */
export function restoreCalls(m: ModelState, { answers, requests }: Documents): void {
  for (const kept of answers) {
    const call = m.callsBySymbol[`x${kept.symbol}`]?.call
    if (call !== undefined) answered(m, call, kept)
  }
  for (const kept of requests) {
    const call = m.callsBySymbol[`x${kept.symbol}`]?.call
    if (call !== undefined) requested(m, call, kept)
  }
  for (const node of m.callList) {
    const call = node.call!
    if (call.request === undefined && call.answer !== undefined) {
      join(m, call, call.answer.key)
    }
  }
}

function answered(m: ModelState, call: Call, { value, at, key, rev }: KeptAnswer): void {
  const answer: CallAnswer = { value, at, key, rev }
  call.answer = answer
  call.answerNode.value = value
  const request = knownRequest(m, key)
  if (rev >= (request.answer?.rev ?? 0)) request.answer = answer
  request.rev = Math.max(request.rev, rev)
  opened(m, key)
}

function requested(m: ModelState, call: Call, { key, rev, failed, running }: KeptRequest): void {
  const request = knownRequest(m, key)
  if (rev >= request.rev) {
    request.rev = rev
    request.failed = failed ?? request.failed
    request.isRunning = running === true
  }
  join(m, call, key)
  opened(m, key)
}

function join(m: ModelState, call: Call, key: string): void {
  const request = knownRequest(m, key)
  if (call.request === request) return
  call.request = request
  request.calls.push(call)
}

/** Which of them wait for an answer. */
function opened(m: ModelState, key: string): void {
  const request = knownRequest(m, key)
  const answeredRev = request.answer?.rev ?? 0
  if (request.failed !== undefined && request.failed.rev <= answeredRev) request.failed = undefined
  request.isOpen = request.rev > Math.max(answeredRev, request.failed?.rev ?? 0)
  if (!request.isOpen) request.isRunning = false
}

/** An answer has landed. */
export function land(m: ModelState, kept: KeptAnswer): void {
  const call = m.callsBySymbol[`x${kept.symbol}`]?.call
  if (call === undefined) return
  answered(m, call, kept)
  const request = knownRequest(m, kept.key)
  for (const other of request.calls) {
    other.answer = request.answer
    setValue(m, other.answerNode, kept.value)
    touch(m, other.node, DIRTY)
  }
  // It may want something else by now, and shows the answer meanwhile.
  setValue(m, call.answerNode, kept.value)
  touch(m, call.node, DIRTY)
}

/** A request was taken up, or has failed. */
export function hear(m: ModelState, kept: KeptRequest): void {
  const call = m.callsBySymbol[`x${kept.symbol}`]?.call
  if (call === undefined) return
  const request = m.requests[`r${kept.key}`]
  if (request === undefined || kept.rev < request.rev) return
  request.rev = kept.rev
  request.failed = kept.failed
  request.isRunning = kept.running === true
  opened(m, kept.key)
  for (const other of request.calls) touch(m, other.node, DIRTY)
}

/** Requests that are made now; they count as open from here on. */
export function takeAsked(m: ModelState): Request[] {
  const asked: Request[] = []
  for (const request of m.asking) {
    request.isAsked = false
    if (request.calls.length === 0 || request.isOpen) continue
    request.isOpen = true
    request.isRunning = false
    request.rev = m.requestRev
    const symbols: string[] = []
    for (const call of request.calls) symbols.push(call.symbol)
    asked.push({ key: request.key, fn: request.fn, args: request.args, symbols })
  }
  m.asking = []
  return asked
}

/** What is to be kept of the calls that ran. */
export function takeCalls(m: ModelState): CallNews[] {
  const news: CallNews[] = []
  for (const call of m.callsRun) {
    call.isNoted = false
    const { request, symbol, until } = call
    const rev = request?.rev ?? 0
    const own = { symbol, key: request?.key ?? '', rev }
    const failed = request?.failed
    const known = failed === undefined ? own : { symbol, key: own.key, rev, failed }
    news.push(until < Number.POSITIVE_INFINITY ? withUntil(known, until) : known)
  }
  m.callsRun = []
  return news
}

function withUntil(news: CallNews, until: number): CallNews {
  const { symbol, key, rev, failed } = news
  return failed === undefined ? { symbol, key, rev, until } : { symbol, key, rev, failed, until }
}
