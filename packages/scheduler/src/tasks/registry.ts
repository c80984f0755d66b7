// Nodes come and go here. Registering inserts index entries and nothing more: nothing runs, and nothing is
// loaded, because it was registered. A computation that is made while a live node or a handler runs is
// wanted for its first run.

import type { Address, Store } from '@cellwake/store'
import { SchedulerError } from '../errors.ts'
import type { Graph } from '../graph/graph.ts'
import { EFFECT, INVALID, NEVER_RAN, Node, STATIC, TASK } from '../graph/node.ts'
import type { Documents } from './documents.ts'
import type { Gates } from './gates.ts'
import type { Introspection } from './introspection.ts'
import type { Invalidation } from './invalidation.ts'
import type { Known, Persistence } from './persistence.ts'
import type { Pieces } from './pieces.ts'
import type { Cancel, GateOptions, NodeSpec, RegisterOptions } from './run-tx.ts'
import type { Runner } from './runner.ts'
import type { Settle } from './settle.ts'
import { newGate, setsOneDerived, Task, type TaskHome } from './task.ts'

/** A node: its spec, the `Cancel` of its registration, or its name. */
export type NodeRef = NodeSpec | Cancel | string

export interface RegistryParts {
  readonly store: Store
  readonly graph: Graph
  readonly documents: Documents
  readonly gates: Gates
  readonly settle: Settle
  readonly runner: Runner
  readonly invalidation: Invalidation
  readonly persistence: Persistence
  readonly introspection: Introspection
  readonly pieces: Pieces
  readonly home: TaskHome
  /** Whether a handler runs now. */
  handling(): boolean
  report(error: unknown, task: Task): void
  warn(text: string): void
}

type Compute = NonNullable<NodeSpec['compute']>

export class Registry {
  readonly #parts: RegistryParts
  readonly #tasks = new Map<NodeSpec, Task>()
  readonly #cancels = new WeakMap<Cancel, NodeSpec>()
  /** Gates that were set before their node was registered. */
  readonly #staged = new Map<NodeSpec, GateOptions>()
  /** The place in the order is given once, and kept over removal. */
  readonly #ordinals = new WeakMap<NodeSpec, number>()
  /** So is what made it. */
  readonly #parents = new WeakMap<NodeSpec, Task>()

  constructor(parts: RegistryParts) {
    this.#parts = parts
  }

  tasks(): Iterable<Task> {
    return this.#tasks.values()
  }

  get size(): number {
    return this.#tasks.size
  }

  find(ref: NodeRef): Task {
    const found = this.#lookUp(ref)
    if (found === undefined) {
      const name = typeof ref === 'string' ? ref : ref.name
      throw new SchedulerError('unknown-node', `There is no node ${name}.`)
    }
    return found
  }

  has(ref: NodeRef): boolean {
    return this.#lookUp(ref) !== undefined
  }

  register(spec: NodeSpec, options: RegisterOptions = {}): Cancel {
    this.#check(spec)
    checkGate(spec.name, options.gate)
    const known = this.#tasks.get(spec)
    if (known?.isEffect === true && spec.kind === 'computation') {
      throw new SchedulerError('kind-demoted', `${spec.name} is an effect, and stays one.`)
    }
    if (known !== undefined) this.#cancel(known)
    const { graph, documents, settle, runner, persistence, pieces, home, handling } = this.#parts
    const piece = pieces.building
    const row = persistence.rowOf(spec, piece?.id)
    const resumes = (options.mode ?? piece?.mode) === 'resume' && row !== undefined
    const from = resumes ? persistence.find(row, spec.identity!.fingerprint) : undefined
    const ordinal = this.#ordinals.get(spec) ?? graph.nextOrdinal++
    this.#ordinals.set(spec, ordinal)
    const kind = spec.kind === 'effect' ? EFFECT : 0
    const node = new Node(ordinal, undefined, runner.runPlain, TASK | STATIC | NEVER_RAN | kind)
    const gate = newGate({ ...this.#staged.get(spec), ...options.gate, ...from?.gate })
    this.#staged.delete(spec)
    const parent = this.#parents.get(spec) ?? runner.executing
    if (parent !== undefined) this.#parents.set(spec, parent)
    if (runner.executing !== undefined) runner.executing.madeNodes = true
    const task = new Task(node, spec, gate, parent, home, row)
    node.value = task
    this.#tasks.set(spec, task)
    piece?.nodes.add(spec)
    const others = documents.otherWriters(task)
    if (others.length > 0) {
      const names = others.map((other) => other.spec.name).join(', ')
      this.#parts.warn(`${spec.name} writes what ${names} writes too; they run in this order.`)
    }
    documents.addWriter(task)
    if (from === undefined) this.#fresh(task)
    else this.#resume(task, from)
    if (task.isEffect || task.isMaterializer) {
      task.roots++
      graph.wiring.want(node)
    } else if (runner.executing?.live === true || handling()) settle.grantProvisional(task)
    const cancel = () => this.#cancel(task)
    this.#cancels.set(cancel, spec)
    return cancel
  }

  remove(ref: NodeRef): void {
    const task = this.#lookUp(ref)
    if (task !== undefined) this.#cancel(task)
  }

  /** Sets a gate at run time, or ahead of registration. */
  setGate(ref: NodeRef, options: GateOptions): void {
    const task = this.#lookUp(ref)
    checkGate(task?.spec.name ?? (typeof ref === 'object' ? ref.name : String(ref)), options)
    if (task === undefined) {
      if (typeof ref === 'object') this.#staged.set(ref, { ...this.#staged.get(ref), ...options })
      else this.find(ref)
      return
    }
    const { gate } = task
    task.gated = true
    task.gateSet = { ...task.gateSet, ...options }
    if ('debounce' in options) this.#setDebounce(task, options.debounce)
    if ('maxWait' in options) gate.maxWaitMs = options.maxWait
    if ('throttle' in options) {
      gate.throttleMs = options.throttle
      this.#parts.runner.times.close()
      const { runs, lastRunAt } = task
      const free = options.throttle === undefined || runs === 0
      gate.throttleReadyAt = free ? 0 : lastRunAt + options.throttle
    }
    if (options.noAutoDebounce !== undefined) {
      gate.noAutoDebounce = options.noAutoDebounce
      if (gate.autoDebounce && options.noAutoDebounce) this.#setDebounce(task, undefined)
    }
    this.#parts.gates.release(task)
    this.#parts.settle.schedule(task)
    const { persistence, report } = this.#parts
    persistence.keepGate(task).catch((error) => report(error, task))
  }

  close(): void {
    for (const task of [...this.#tasks.values()]) this.#cancel(task)
    this.#staged.clear()
  }

  #lookUp(ref: NodeRef): Task | undefined {
    if (typeof ref === 'object') return this.#tasks.get(ref)
    if (typeof ref === 'function') {
      const spec = this.#cancels.get(ref)
      return spec === undefined ? undefined : this.#tasks.get(spec)
    }
    for (const task of this.#tasks.values()) if (task.spec.name === ref) return task
    return undefined
  }

  #check(spec: NodeSpec): void {
    const writes = (spec.outputs?.length ?? 0) + (spec.envelope?.length ?? 0)
    if (spec.kind === 'computation' && writes + (spec.sideWrites?.length ?? 0) === 0) {
      const what = `${spec.name} is a computation without an output.`
      throw new SchedulerError('no-output', `${what} Give it one, or make it an effect.`)
    }
    const { compute, run } = spec
    if (compute === undefined ? run === undefined : run !== undefined || !isFormula(spec)) {
      const what = `${spec.name} needs either run, or compute with declaredReads and one output`
      throw new SchedulerError('bad-node', `${what}, all whole documents, and derived: true.`)
    }
  }

  #fresh(task: Task): void {
    const declared = task.spec.declaredReads ?? []
    const { compute } = task.spec
    if (compute !== undefined) this.#resolve(task, compute, declared)
    // Until its first run these stand for its reads: they place it, and pull what it needs.
    else this.#parts.documents.setDeclared(task, declared)
    this.#parts.invalidation.add(task)
    this.#parts.gates.armDebounce(task)
  }

  /** Finds its documents once; its reads never change. */
  #resolve(task: Task, compute: Compute, declared: readonly Address[]): void {
    const { store, documents } = this.#parts
    const inputs = declared.map((address) => store.record(address))
    task.makeFormula(compute, inputs)
    documents.setOutput(task, store.record(task.surface[0]!))
    documents.setReads(
      task,
      declared.map((address) => ({ address, depth: 'deep' })),
    )
  }

  /** Restores a node: clean, or invalid because of reads that have changed since. */
  #resume(task: Task, { reads, changed, gate }: Known): void {
    task.gateSet = gate
    task.node.flags &= ~INVALID
    this.#parts.documents.setReads(task, reads)
    for (const address of changed) this.#parts.invalidation.mark(task, [address])
  }

  #setDebounce(task: Task, ms: number | undefined): void {
    const { gate } = task
    const less = Math.max(0, (gate.debounceMs ?? 0) - (ms ?? 0))
    gate.debounceMs = ms
    gate.autoDebounce = false
    if (ms === undefined) gate.debounceReadyAt = 0
    else if (gate.debounceReadyAt > 0) gate.debounceReadyAt -= less
  }

  #cancel(task: Task): void {
    if (!task.registered) return
    const { graph, documents, gates, settle, invalidation, introspection } = this.#parts
    settle.forget(task)
    task.registered = false
    while (task.roots > 0) {
      task.roots--
      graph.wiring.unwant(task.node)
    }
    documents.setReads(task, [])
    documents.removeWriter(task)
    gates.release(task)
    introspection.forget(task)
    task.takeCauses()
    task.node.flags &= ~INVALID
    invalidation.removed(task)
    this.#tasks.delete(task.spec)
    settle.tick()
  }
}

/** Whether `compute` is enough: whole documents in, one derived document out. */
function isFormula(spec: NodeSpec): boolean {
  const { kind, sideWrites, envelope, declaredReads } = spec
  if (kind !== 'computation' || sideWrites !== undefined || envelope !== undefined) return false
  return setsOneDerived(spec) && (declaredReads ?? []).every(({ path }) => path.length === 0)
}

/** A gate of NaN would never open, and one below zero would never hold. */
function checkGate(name: string, { debounce, maxWait, throttle }: GateOptions = {}): void {
  for (const [gate, ms] of Object.entries({ debounce, maxWait, throttle })) {
    if (ms === undefined || (Number.isFinite(ms) && ms >= 0)) continue
    const what = `${gate} of ${name} is ${String(ms)}`
    throw new SchedulerError(
      'bad-gate',
      `${what}. Give milliseconds, a finite number of 0 or more.`,
    )
  }
}
