// The public face of the runtime.

export { beyondBounds } from './bounds.ts'
export { callable, coerced } from './call.ts'
export { toLogical, toNumber, toText } from './coerce.ts'
export { referenceTo } from './compile/calls.ts'
export { type Code, Compiler, type Library, type Linker } from './compile/compile.ts'
export { type Context, context, setContext, UTC_TABLE, type ZoneTable } from './context.ts'
export { type Criterion, criterionOf, ERROR_CODES } from './criteria.ts'
export { type EmittedModel, emitModel } from './emit/emit.ts'
export { prunedChunk } from './emit/prune.ts'
export { EmitError, OutOfFuel } from './errors.ts'
export type { Args, Fn, Functions } from './functions.ts'
export * as interpreter from './interpret/library.ts'
export type * from './interpret/model.ts'
export type { Program } from './interpret/program.ts'
export { sameValue } from './interpret/same.ts'
export {
  type CallStatus,
  freshUntil,
  retriesAt,
  type ServedAnswer,
  type Shown,
  shownAt,
  shownWaiting,
  type Wanted,
} from './interpret/serving.ts'
export { functions } from './library.ts'
export { STRING_MAX_CHARS } from './limits.ts'
export { finite } from './operators.ts'
export { burn, refuel, UNLIMITED } from './primitives.ts'
export { makeProgram, type ProgramParts } from './program/make-program.ts'
export { checkTag } from './tags.ts'
export { folded } from './text-case.ts'
export { parseDatetime, parseDuration } from './time-text.ts'
export * from './values.ts'
export { hasWildcard } from './wildcard.ts'
export { fromJson, type Json, toWire, type Wire } from './wire.ts'
