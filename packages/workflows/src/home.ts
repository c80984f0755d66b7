// Where handler code lives. The runner knows handlers only by this interface: TypeScript modules of the operator's own
// run in this process, scripts of others in a sandbox. A home runs one phase at a time with the context it is given; it
// keeps nothing between phases, and only JSON crosses it. The contexts do all checking, counting and buffering, so a
// home that forwards each operation of the context, and its answer, keeps the contract.
//
// A sandboxed home implements `ScriptHome` and is handed to `Workflows` as `scripts`: `describe` reads the structure of
// a script (the object that `workflow({…})` would be given, without its functions: `handler`, `prepare`, `mutate` and
// `next` are `true` where the script has one) and throws if it is invalid; `open` gives a `Home` that runs it. An error
// that a context's operation throws must end the phase: the script may not catch it. An error of the script itself is
// rethrown as a plain Error with its message and, if known, `location` ("12:7").

import type {
  MutateContext,
  MutationResult,
  NextContext,
  PrepareContext,
  Prepared,
  ProducerContext,
  WorkflowDefinition,
} from './define.ts'
import type { Limits } from './limits.ts'

/** The abort signal of a phase: its deadline, or the end of the host. */
export interface PhaseOptions {
  readonly signal: AbortSignal
}

export interface Home {
  runProducer(
    name: string,
    ctx: ProducerContext,
    state: unknown,
    options: PhaseOptions,
  ): Promise<unknown>
  prepare(
    name: string,
    ctx: PrepareContext,
    state: unknown,
    options: PhaseOptions,
  ): Promise<unknown>
  mutate(
    name: string,
    ctx: MutateContext,
    prepared: Prepared,
    options: PhaseOptions,
  ): Promise<unknown>
  next(
    name: string,
    ctx: NextContext,
    prepared: Prepared,
    mutation: MutationResult,
    options: PhaseOptions,
  ): Promise<unknown>
  close?(): Promise<void>
}

/** Runs untrusted scripts. */
export interface ScriptHome {
  /** The structure that a script declares, unchecked. Throws if it cannot be read. */
  describe(script: string, limits: Limits): Promise<unknown>
  open(script: string, limits: Limits): Home
}

/** A script to be deployed. */
export interface ScriptDefinition {
  readonly name: string
  readonly script: string
  readonly limits?: Partial<Limits>
}

/** Trusted code, in this process. An endless loop in it cannot be stopped. */
export function typescriptHome(definition: WorkflowDefinition): Home {
  const consumer = (name: string) => definition.consumers![name]!
  return {
    runProducer: async (name, ctx, state) =>
      definition.producers![name]!.handler(ctx, state as object),
    prepare: async (name, ctx, state) => consumer(name).prepare(ctx, state as object),
    mutate: async (name, ctx, prepared) => consumer(name).mutate!(ctx, prepared),
    next: async (name, ctx, prepared, mutation) => consumer(name).next!(ctx, prepared, mutation),
  }
}
