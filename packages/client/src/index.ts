// The public face of the contract and the clients.

export {
  type AnswerOf,
  type CallInput,
  type CallOptions,
  CellwakeClient,
  type ClientOptions,
  type InputOf,
  type ParamsOf,
  type RouteMethods,
} from './client.ts'
export * from './contract/connections.ts'
export * from './contract/errors.ts'
export * from './contract/events.ts'
export * from './contract/imports.ts'
export * from './contract/jobs.ts'
export * from './contract/live.ts'
export * from './contract/models.ts'
export type { Permission, Route } from './contract/route.ts'
export * from './contract/routes.ts'
export * from './contract/rules.ts'
export * from './contract/simulate.ts'
export * from './contract/sinks.ts'
export * from './contract/system.ts'
export * from './contract/values.ts'
export * from './contract/why.ts'
export * from './contract/workflows.ts'
export {
  type Environment,
  environment,
  type LiveSocket,
  type LiveSocketClass,
} from './environment.ts'
export { ApiError, type ClientErrorCode, clientErrors } from './errors.ts'
export {
  type Following,
  LiveClient,
  type LiveClientOptions,
  type Subscribed,
} from './live-client.ts'
export type { LiveState } from './live-connection.ts'
export type { LiveHandlers, Subscribe } from './live-subscription.ts'
export type { SubscribeWorkflow, WorkflowHandlers } from './live-workflow.ts'
