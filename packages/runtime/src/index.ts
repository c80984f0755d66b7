// The public face of the runtime.

export { callable } from './call.ts'
export { type Code, Compiler, type Frame, type Host, type Library } from './compile.ts'
export { type Context, context, UTC_TABLE, type ZoneTable } from './context.ts'
export { OutOfFuel } from './errors.ts'
export type { Args, Fn, Functions } from './functions.ts'
export { functions } from './library.ts'
export { fuelLeft, refuel } from './primitives.ts'
export { checkTag } from './tags.ts'
export * from './values.ts'
export { fromJson, type Json, toWire, type Wire } from './wire.ts'
