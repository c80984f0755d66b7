// Calls of external functions as nodes of a model's graph. A call is a formula of its own: it evaluates its arguments,
// reads its answer node, and shows what the policy of its function allows. An answer that lands is a write to that
// node, and the rest is ordinary propagation. To run is to ask: a branch that is not taken asks for nothing.

import { isError, shownAt, shownWaiting, type Value } from '@cellwake/runtime'
import type { CellNode } from '../graph/cell-node.ts'
import type { Answer, RequestRecord } from './answer.ts'
import { sentArguments } from './arguments.ts'
import { Call, type CallParts } from './call.ts'
import { Requests } from './requests.ts'

export class Calls {
  requests = new Requests()
  /** While this is set, a run asks for nothing. */
  isQuiet = false
  /** Calls that ran since this was last read. */
  readonly ran = new Set<Call>()
  readonly #bySymbol = new Map<string, Call>()
  readonly #byNode = new Map<CellNode, Call>()
  readonly #now: () => number

  /** `now` is the instant of the present settling. */
  constructor(now: () => number) {
    this.#now = now
  }

  /** Whether the model has any. */
  get any(): boolean {
    return this.#bySymbol.size > 0
  }

  get all(): Iterable<Call> {
    return this.#bySymbol.values()
  }

  /** Restores the records of each call, before anything runs; or again, for another revision. */
  restore(
    read: (symbol: string) => { request: RequestRecord | undefined; answer: Answer | undefined },
  ): void {
    this.requests = new Requests()
    for (const call of this.all) {
      const { request, answer } = read(call.symbol)
      this.requests.restore(call, request, answer)
    }
    this.requests.restored()
  }

  add(parts: CallParts): Call {
    const call = new Call(parts)
    this.#bySymbol.set(call.symbol, call)
    this.#byNode.set(call.node, call)
    return call
  }

  find(symbol: string): Call | undefined {
    return this.#bySymbol.get(symbol)
  }

  of(node: CellNode): Call | undefined {
    return this.#byNode.get(node)
  }

  /** Value of a call by its records, while its arguments are not known. It asks for nothing. */
  keptValue(call: Call): Value {
    const { request, policy, answer } = call
    if (request === undefined) return call.node.value
    const now = this.#now()
    this.ran.add(call)
    call.ranAt = now
    call.shown = shownAt(policy, answer, request, now)
    return call.shown.value
  }

  /** Value of a call for some arguments; asks, if it must. */
  value(call: Call, values: readonly Value[]): Value {
    const now = this.#now()
    const args = sentArguments(call.signature, values)
    this.ran.add(call)
    call.ranAt = now
    call.isRefused = false
    if (!Array.isArray(args)) {
      this.requests.attach(call, undefined)
      call.isRefused = isError(args)
      call.shown = isError(args) ? undefined : shownWaiting(call.policy, call.answer, now)
      return call.shown?.value ?? args
    }
    const request = this.requests.of(call, args)
    this.requests.attach(call, request)
    call.shown = shownAt(call.policy, call.answer, request, now)
    if (call.shown.asks && !this.isQuiet) this.requests.ask(request)
    // The expiry of an answer is on record, so that the past shows what was shown.
    if (call.isExpired && call.keptRequest?.expired !== true) this.requests.note(call)
    return call.shown.value
  }
}
