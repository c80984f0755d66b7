// The face for modules that define functions: light, and without anything that opens a socket.

export type { CallContext } from './call-context.ts'
export {
  type ArgumentSpec,
  defineFunction,
  type FunctionDefinition,
  type FunctionSpec,
  type RateLimit,
  signatureOf,
} from './define-function.ts'
export { type CallClass, CallError } from './errors.ts'
export type { HttpAnswer, HttpCall } from './http-call.ts'
