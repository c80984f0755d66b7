// Requests of the calls of a model. Calls of one function with equal arguments share one request, so that one fetch
// serves many reads; a request that is made gets a number and a job, in the commit that wanted it. Nothing here
// reads the store: writes are handed out, and count from when they are sent.

import { createHash } from 'node:crypto'
import type { Wire } from '@cellwake/runtime'
import type { JobOp, Write } from '@cellwake/store'
import { bytesOf } from '../graph/memory.ts'
import { EXTERNAL_JOB_SYMBOLS } from '../limits.ts'
import type { ModelRecords } from '../model/records.ts'
import type { Answer, RequestRecord } from './answer.ts'
import { type Call, Request } from './call.ts'
import { type JobPayload, jobIdOf } from './jobs.ts'

/** Requests and writes that go with a commit. */
export interface Asked {
  readonly write: readonly Write[]
  readonly jobs: readonly JobOp[]
  /** Jobs that another store has, and that are called off once the commit is durable. */
  readonly calledOff?: readonly JobOp[]
  /** The store has taken it: from now on it counts. */
  sent(): void
}

export interface AskingModel {
  readonly id: string
  readonly records: ModelRecords
  /** The newest commit that is known. */
  readonly seq: number
}

export class Requests {
  readonly #byKey = new Map<string, Request>()
  /** Calls whose documents are out of date, and requests that are to be made. */
  readonly #noted = new Set<Call>()
  readonly #asking = new Set<Request>()
  /** Requests whose job is to be added once more under its number. */
  readonly #again = new Set<Request>()
  /** Requests that a call has left. */
  readonly #left = new Set<Request>()
  #lastNumber = 0

  get all(): Iterable<Request> {
    return this.#byKey.values()
  }

  find(key: string): Request | undefined {
    return this.#byKey.get(key)
  }

  /** Equal calls have one, unless their answers may not be shared. */
  of(call: Call, args: readonly Wire[]): Request {
    const request = this.#known(keyOf(call, args), call)
    request.args ??= args
    return request
  }

  /** Restores the records of a call, before anything runs. `restored` comes when all have theirs. */
  restore(call: Call, record: RequestRecord | undefined, answer: Answer | undefined): void {
    call.answer = answer
    call.keptAnswer = answer
    call.keptRequest = record
    if (answer !== undefined) {
      this.#known(answer.key, call).knows(answer)
    }
    const key = record?.key ?? answer?.key
    if (key === undefined) return
    const request = this.#known(key, call)
    if (record !== undefined && record.rev >= request.rev) {
      request.rev = record.rev
      request.failed = record.failed ?? request.failed
    }
    call.request = request
    request.calls.add(call)
  }

  /** Which of them wait for an answer shows when all documents are known. One that no call asks for is forgotten. */
  restored(): void {
    for (const request of this.#byKey.values()) {
      this.forget(request)
      const answered = request.answer?.rev ?? 0
      if ((request.failed?.rev ?? 0) <= answered) request.failed = undefined
      request.isOpen = request.rev > Math.max(answered, request.failed?.rev ?? 0)
    }
  }

  /** What failed for want of a setting may be asked again at once: the host may have other settings now. */
  renewed(): void {
    for (const request of this.#byKey.values()) {
      const { failed } = request
      if (failed !== undefined && OF_SETTINGS.test(failed.error))
        request.failed = { ...failed, at: 0 }
    }
  }

  /** Moves a call to a request, from the one it had before. */
  attach(call: Call, request: Request | undefined): void {
    const before = call.request
    if (before === request) return
    if (before !== undefined) {
      before.calls.delete(call)
      this.#left.add(before)
    }
    call.request = request
    if (request === undefined) return
    request.calls.add(call)
    this.#noted.add(call)
    // Another call has had the answer already, or this one has it still.
    if (request.answer !== undefined) call.answer = request.answer
    else if (call.answer?.key === request.key) request.knows(call.answer)
  }

  /** Queues a request for the next commit. */
  ask(request: Request): void {
    this.#asking.add(request)
  }

  /** Marks the records of a call as out of date. */
  note(call: Call): void {
    this.#noted.add(call)
  }

  /** The same for all calls of a request. */
  noteAll({ calls }: Request): void {
    for (const call of calls) this.#noted.add(call)
  }

  /** Its earlier job is not kept any more: the same one again. */
  askAgain(request: Request): void {
    this.#again.add(request)
  }

  /** Forgets a request without calls. Its job is over. */
  forget(request: Request): void {
    if (request.calls.size === 0) this.#byKey.delete(request.key)
  }

  /** Whether the next commit has something to carry. */
  get isWaiting(): boolean {
    return this.#noted.size + this.#asking.size + this.#again.size + this.#left.size > 0
  }

  /** Calls whose records the next commit may carry, and the bytes of answers among them. */
  waiting(): { readonly calls: number; readonly bytes: number } {
    let bytes = 0
    for (const { answer, keptAnswer } of this.#noted) {
      if (answer !== undefined && answer !== keptAnswer) bytes += bytesOf(answer.value)
    }
    return { calls: this.#noted.size, bytes }
  }

  /** Requests and writes for the next commit; undefined if nothing is new. */
  take(model: AskingModel): Asked | undefined {
    if (!this.isWaiting) return undefined
    // Each commit that asks has a number of its own, which no earlier opening of the model can have used: commits
    // come in order, so none has a number above its place in the store.
    const number = Math.max(this.#lastNumber, model.seq) + 1
    const asking = new Set<Request>()
    for (const request of this.#asking) {
      if (request.calls.size > 0 && !request.isOpen) asking.add(request)
    }
    const gone = [...this.#left].filter(({ calls }) => calls.size === 0)
    const jobs: JobOp[] = []
    for (const request of asking) {
      jobs.push(jobOf(model.id, request, number))
      this.noteAll(request)
    }
    for (const request of this.#again) jobs.push(jobOf(model.id, request, request.rev))
    for (const { key, rev, mayBeCalledOff } of gone) {
      if (mayBeCalledOff) jobs.push({ op: 'cancel', id: jobIdOf(model.id, key, rev) })
    }
    const kept: Kept[] = []
    const write: Write[] = []
    for (const call of this.#noted) {
      const { request, answer } = call
      const record = request?.record(call, asking.has(request) ? number : request.rev)
      if (record !== undefined && !sameRecord(record, call.keptRequest)) {
        write.push(model.records.putRequest(call.symbol, record))
      }
      if (answer !== undefined && answer !== call.keptAnswer) {
        write.push(model.records.putAnswer(call.symbol, answer))
      }
      kept.push({ call, record, answer })
    }
    if (jobs.length + write.length > 0) {
      return { write, jobs, sent: () => this.#sent(asking, gone, kept, number) }
    }
    this.#sent(asking, gone, kept, number)
    return undefined
  }

  #sent(
    asking: ReadonlySet<Request>,
    gone: readonly Request[],
    kept: readonly Kept[],
    number: number,
  ): void {
    if (asking.size > 0) this.#lastNumber = number
    for (const request of asking) {
      request.rev = number
      request.isOpen = true
      request.isRunning = false
    }
    for (const request of gone) {
      // A request that is being answered is remembered until it is: a call may want it again.
      if (!request.isOpen || request.mayBeCalledOff) this.#byKey.delete(request.key)
    }
    for (const { call, record, answer } of kept) {
      call.keptRequest = record ?? call.keptRequest
      call.keptAnswer = answer
    }
    this.#noted.clear()
    this.#asking.clear()
    this.#again.clear()
    this.#left.clear()
  }

  #known(key: string, { signature }: Call): Request {
    let request = this.#byKey.get(key)
    if (request === undefined) {
      request = new Request(key, signature)
      this.#byKey.set(key, request)
    }
    return request
  }
}

/** Errors that a worker gives while a setting is missing, or forbids what is asked. */
const OF_SETTINGS = /^(unconfigured|refused|auth|unknown-function): /

/** The records of a call, once the store has taken them. */
interface Kept {
  readonly call: Call
  readonly record: RequestRecord | undefined
  readonly answer: Answer | undefined
}

/** Hash of the request. An answer that does not expire serves one cell only. */
function keyOf({ symbol, signature, policy }: Call, args: readonly Wire[]): string {
  const own = policy.ttlMs === 0 ? symbol : ''
  const text = JSON.stringify([signature.name, own, args])
  return createHash('sha256').update(text).digest('hex').slice(0, 32)
}

function jobOf(
  model: string,
  { key, signature, calls, args = [] }: Request,
  number: number,
): JobOp {
  const symbols: string[] = []
  for (const { symbol } of calls) {
    if (symbols.push(symbol) === EXTERNAL_JOB_SYMBOLS) break
  }
  const { route, ttlMs, maxStalenessMs, refresh, timeoutMs, staleOnError, retry } =
    signature.external!
  const id = jobIdOf(model, key, number)
  const payload: JobPayload = {
    model,
    function: signature.name,
    args,
    symbols,
    requestRev: number,
    timeoutMs,
    cache: { ttlMs, maxStalenessMs, refreshMode: refresh },
    staleOnError,
    requestId: id,
  }
  return { op: 'add', id, queue: route, payload, ...retry }
}

/** Whether the kept record will do. That an answer serves again shows from the answer. */
function sameRecord(a: RequestRecord, b: RequestRecord | undefined): boolean {
  const isSame = a.key === b?.key && a.rev === b.rev && a.failed?.rev === b.failed?.rev
  return isSame && (a.expired !== true || b?.expired === true)
}
