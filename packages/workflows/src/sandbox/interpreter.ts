// One script in one interpreter, for one task: a WebAssembly instance of its own, used once and dropped. No state of a
// script, not even damage to the interpreter's memory, reaches the next one. It holds the script to its memory, its stack,
// its time and its number of calls; its output leaves it as texts.

import quickjs from '@jitl/quickjs-wasmfile-release-sync'
import {
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSContext,
  type QuickJSHandle,
  type QuickJSRuntime,
  type QuickJSSyncVariant,
} from 'quickjs-emscripten-core'
import { LOG_LINE_CHARS, LOG_LINES } from '../limits.ts'
import { GUEST, HOST, SCRIPT_FILE, WORKFLOWS_MODULE, WORKFLOWS_SOURCE } from './guest.ts'
import {
  FAILURE_CHARS,
  INTERPRETER_BYTES,
  JOBS_PER_LOOK,
  SCRIPT_STACK_BYTES,
  WASM_PAGE_BYTES,
  WASM_START_PAGES,
} from './limits.ts'
import type { FromChild, ScriptFailureCode, Task } from './messages.ts'

interface WasmMemory {
  readonly buffer: ArrayBuffer
}
declare const WebAssembly: {
  readonly Memory: new (pages: { initial: number; maximum: number }) => WasmMemory
}

// Its types describe the CommonJS form of the package; as a module it is the variant itself.
const variant = quickjs as unknown as QuickJSSyncVariant

/** How long the place of an interrupted script may be looked for. */
const LOOK_BACK_MS = 20

export interface InterpreterOptions {
  /** The compiled interpreter. */
  readonly wasm: object
  readonly task: Task
  /** Milliseconds on a clock that never jumps. */
  readonly elapsedMs: () => number
  /** Sends a message of the script. After `done` or `failed` there is none. */
  readonly say: (message: FromChild) => void
}

export class Interpreter {
  readonly #task: Task
  readonly #elapsedMs: () => number
  readonly #say: (message: FromChild) => void
  readonly #memory: WasmMemory
  readonly #runtime: QuickJSRuntime
  readonly #context: QuickJSContext
  readonly #waiting = new Set<number>()
  #guest: QuickJSHandle | undefined
  /** The promise of the phase. */
  #phase: QuickJSHandle | undefined
  #deadline: number
  #calls = 0
  #lines = 0
  #over = false

  static async start(options: InterpreterOptions): Promise<Interpreter> {
    const { memoryBytes } = options.task.limits
    const maximum = Math.ceil((memoryBytes + INTERPRETER_BYTES) / WASM_PAGE_BYTES)
    const wasmMemory = new WebAssembly.Memory({ initial: WASM_START_PAGES, maximum })
    const own = newVariant(variant, { wasmModule: options.wasm, wasmMemory })
    const module = await newQuickJSWASMModuleFromVariant(own)
    return new Interpreter(options, module.newRuntime(), wasmMemory)
  }

  private constructor(
    { task, elapsedMs, say }: InterpreterOptions,
    runtime: QuickJSRuntime,
    memory: WasmMemory,
  ) {
    this.#task = task
    this.#memory = memory
    this.#elapsedMs = elapsedMs
    this.#say = say
    this.#runtime = runtime
    this.#deadline = elapsedMs() + task.limits.wallMs
    runtime.setMemoryLimit(task.limits.memoryBytes)
    runtime.setMaxStackSize(SCRIPT_STACK_BYTES)
    runtime.setInterruptHandler(() => this.#over || this.#isLate())
    runtime.setModuleLoader((name) => {
      if (name === WORKFLOWS_MODULE) return WORKFLOWS_SOURCE
      const message = `scripts can import ${WORKFLOWS_MODULE} and nothing else, so not ${name}`
      return { error: new Error(message.slice(0, FAILURE_CHARS)) }
    })
    this.#context = runtime.newContext()
  }

  /** Begins. It goes on with each answer. */
  run(): void {
    this.#guarded(() => {
      this.#guest = this.#prelude()
      const script = this.#load()
      if (script === undefined) return
      const task = this.#task
      if (task.kind === 'describe') this.#callGuest('describe', script)
      else {
        const { phase, handler, args, now, tools } = task
        const texts = [phase, handler, JSON.stringify(args), now, JSON.stringify(tools)]
        this.#callGuest('phase', script, ...texts.map((text) => this.#context.newString(text)))
      }
      this.#pump()
    })
  }

  answer(id: number, text: string | null): void {
    if (this.#over || !this.#waiting.delete(id)) return
    this.#guarded(() => {
      const { newNumber, newString, undefined: none } = this.#bound()
      this.#callGuest('answer', newNumber(id), text === null ? none : newString(text))
      this.#pump()
    })
  }

  /** Drops it: later messages of it are ignored. */
  stop(): void {
    this.#over = true
  }

  #bound() {
    const context = this.#context
    return {
      newNumber: (value: number) => context.newNumber(value),
      newString: (value: string) => context.newString(value),
      undefined: context.undefined,
    }
  }

  #isLate(): boolean {
    return this.#elapsedMs() >= this.#deadline
  }

  /** An exception of the interpreter itself ends the task: its instance cannot be trusted any more. */
  #guarded(work: () => void): void {
    try {
      work()
    } catch (error) {
      // The native stack ran out before the script's own.
      if (error instanceof RangeError) this.#fail('stack', 'it calls itself too deep')
      // Its time was over before the script had begun: a machine so busy that the child was not given any.
      else if (this.#isLate()) this.#late(undefined)
      else this.#fail('crash', error instanceof Error ? error.message : String(error))
    }
  }

  /** The context is built before the script can change anything. */
  #prelude(): QuickJSHandle {
    const context = this.#context
    const made = context.unwrapResult(context.evalCode(GUEST, 'context'))
    const host = context.newFunction('host', (kind, id, a, b, c) => {
      this.#heard(context.getNumber(kind), context.getNumber(id), [a, b, c])
    })
    const task = this.#task
    const now = task.kind === 'phase' ? Date.parse(task.now) : 0
    const { newNumber } = this.#bound()
    const args = [host, newNumber(now), newNumber(FAILURE_CHARS)]
    return context.unwrapResult(context.callFunction(made, context.undefined, ...args))
  }

  /** The module of the script; undefined if it failed. */
  #load(): QuickJSHandle | undefined {
    const context = this.#context
    const loaded = context.evalCode(this.#task.script, SCRIPT_FILE, { type: 'module' })
    if (loaded.error) {
      this.#threw(loaded.error)
      return undefined
    }
    const state = () => context.getPromiseState(loaded.value)
    // A script may wait at its top, though for nothing outside.
    if (state().type === 'pending') this.#runJobs()
    if (this.#over) return undefined
    const now = state()
    if (now.type === 'fulfilled') return now.value
    if (now.type === 'rejected') this.#threw(now.error)
    else this.#fail('stuck', 'it waits at its top for something that never comes')
    return undefined
  }

  #callGuest(name: string, ...args: QuickJSHandle[]): void {
    const context = this.#context
    const method = context.getProp(this.#guest!, name)
    const result = context.callFunction(method, context.undefined, ...args)
    if (result.error) this.#threw(result.error)
    else if (name === 'phase') this.#phase = result.value
    else result.value.dispose()
  }

  /** Runs until the script is over or waits for an answer. */
  #pump(): void {
    this.#runJobs()
    if (this.#over) return
    // The guest catches exceptions of a script, but not its interruption.
    const state = this.#phase && this.#context.getPromiseState(this.#phase)
    if (state?.type === 'rejected') this.#threw(state.error)
    else if (this.#waiting.size === 0) {
      this.#fail('stuck', 'it waits for something that never comes: a promise that nobody resolves')
    }
  }

  #runJobs(): void {
    while (!this.#over && this.#runtime.hasPendingJob()) {
      const done = this.#runtime.executePendingJobs(JOBS_PER_LOOK)
      if (done.error) this.#threw(done.error)
      else if (this.#isLate()) this.#late(undefined)
    }
  }

  /** One function for all that the guest says. */
  #heard(kind: number, id: number, texts: readonly (QuickJSHandle | undefined)[]): void {
    if (this.#over) return
    const { limits } = this.#task
    if (kind === HOST.call) {
      if (++this.#calls > limits.calls) {
        this.#fail('calls', `it calls more than ${limits.calls} operations`)
        return
      }
      const [op, text] = [this.#text(texts[0]), this.#text(texts[1])]
      if (op === undefined || text === undefined) return
      this.#waiting.add(id)
      this.#say({ type: 'call', id, op, text })
    } else if (kind === HOST.log) {
      if (++this.#lines > LOG_LINES) return
      const text = this.#text(texts[0], LOG_LINE_CHARS * 2)
      this.#say({ type: 'log', text: text ?? '["a line that is too long"]' })
    } else if (kind === HOST.done) {
      const isNone = texts[0] === undefined || this.#context.typeof(texts[0]) === 'undefined'
      const text = isNone ? null : this.#text(texts[0])
      if (text === undefined) return
      this.#over = true
      this.#say({ type: 'done', text })
    } else this.#failedAs(kind, texts)
  }

  /** A text of the script; too long a one is a failure of it. */
  #text(handle: QuickJSHandle | undefined, optional?: number): string | undefined {
    const context = this.#context
    if (handle === undefined || context.typeof(handle) !== 'string') return undefined
    const most = optional ?? this.#task.limits.messageChars
    const chars = context.getProp(handle, 'length').consume((length) => context.getNumber(length))
    if (chars <= most) return context.getString(handle)
    if (optional === undefined) {
      this.#fail('value', `a value has ${chars} characters as JSON; ${most} are allowed`)
    }
    return undefined
  }

  #failedAs(kind: number, texts: readonly (QuickJSHandle | undefined)[]): void {
    const [name = '', message = '', stack = ''] = texts.map((text) =>
      this.#text(text, FAILURE_CHARS * 4),
    )
    if (kind === HOST.shape) this.#fail('shape', message)
    else if (kind === HOST.badValue) this.#fail('value', message, placeIn(stack))
    else this.#failed(name, message, stack)
  }

  /** An exception that came out of the interpreter. */
  #threw(error: QuickJSHandle): void {
    if (this.#over) return
    const isLate = this.#isLate()
    // Reading an error may run code of the script: a getter, a hook for stacks.
    if (isLate) this.#deadline = this.#elapsedMs() + LOOK_BACK_MS
    const read = (name: string) => this.#property(error, name)
    const [name, message, stack] = [read('name'), read('message'), read('stack')]
    if (isLate) this.#late(placeIn(stack))
    else this.#failed(name, message, stack)
  }

  #property(error: QuickJSHandle, name: string): string {
    const context = this.#context
    try {
      return context
        .getProp(error, name)
        .consume((value) => (context.typeof(value) === 'string' ? context.getString(value) : ''))
        .slice(0, FAILURE_CHARS)
    } catch {
      return ''
    }
  }

  #failed(name: string, message: string, stack: string): void {
    const place = placeIn(stack)
    if (this.#isLate()) this.#late(place)
    else if (this.#isOutOfMemory(name, message)) this.#outOfMemory(place)
    else if (message === 'stack overflow') this.#fail('stack', 'it calls itself too deep', place)
    else if (name === 'SyntaxError' && stack.trimStart().startsWith(`at ${SCRIPT_FILE}:`)) {
      this.#fail('syntax', message, place)
    } else this.#fail('threw', said(name, message), place)
  }

  /** Where there is no room for an error, the interpreter throws null, or something that is no value at all. */
  #isOutOfMemory(name: string, message: string): boolean {
    if (name === 'InternalError' && message === 'out of memory') return true
    const isFull = this.#memory.buffer.byteLength > this.#task.limits.memoryBytes
    return isFull && name === '' && /^(it threw (null|\[unsupported type\]))?$/.test(message)
  }

  #outOfMemory(place: string | undefined): void {
    const mebibytes = Math.round(this.#task.limits.memoryBytes / 1024 / 1024)
    this.#fail('memory', `it needs more than ${mebibytes} MiB`, place)
  }

  #late(place: string | undefined): void {
    this.#fail('time', `it was not done after ${this.#task.limits.deadlineMs / 1_000} s`, place)
  }

  #fail(code: ScriptFailureCode, message: string, location?: string): void {
    if (this.#over) return
    this.#over = true
    const failure = { code, message: message.slice(0, FAILURE_CHARS) }
    this.#say({
      type: 'failed',
      failure: { ...failure, ...(location !== undefined && { location }) },
    })
  }
}

function said(name: string, message: string): string {
  if (name === '' || name === message)
    return message === '' ? 'it threw an error without a message' : message
  return message === '' ? name : `${name}: ${message}`
}

/** The uppermost line of a stack that is in the script. */
function placeIn(stack: string): string | undefined {
  const found = /\bscript\.js:(\d{1,7}):(\d{1,7})/.exec(stack)
  return found === null ? undefined : `${found[1]}:${found[2]}`
}
