// The public face of the workers. Everything else is free to change.

export type { CallContext } from './call-context.ts'
export {
  type AiConfig,
  checkOutside,
  type EndpointConfig,
  type FxConfig,
  type MlConfig,
  type OutsideConfig,
  type PostgresConfig,
  type TableRules,
} from './config.ts'
export type { Connection, ConnectionKind } from './connection.ts'
export type { ConnectionAccess } from './connection-access.ts'
export type { ConnectionInput } from './connection-input.ts'
export { Connections, type ConnectionView } from './connections.ts'
export {
  type ArgumentSpec,
  defineFunction,
  type FunctionDefinition,
  type FunctionFacts,
  type FunctionSpec,
  type RateLimit,
  signatureOf,
} from './define-function.ts'
export { namedDestination } from './destinations.ts'
export type { Mail } from './egress/mail.ts'
export { Egress, type EgressOptions } from './egress.ts'
export {
  type CallClass,
  CallError,
  callClasses,
  WorkersError,
  type WorkersErrorCode,
  workersErrors,
} from './errors.ts'
export { Functions } from './functions.ts'
export type { Endpoint, HttpAnswer, HttpCall, Progress } from './http-call.ts'
export { modelHostFunctions } from './manifest.ts'
export {
  type ProviderView,
  providerList,
  type Tried,
  tryConnection,
  tryProvider,
} from './provider-list.ts'
export { endpointOf, type Outside } from './providers/built-in.ts'
export { builtInFunctions } from './providers/built-in-functions.ts'
export { mutationsTableSql } from './providers/mutate-once.ts'
export type { RouteOverrides } from './route-settings.ts'
export { loadSecretKey, newSecretKey, SECRET_KEY_VARIABLE, type SecretKey } from './seal.ts'
export { Secret } from './secret.ts'
export {
  type ConfiguredSink,
  type SinkFacts,
  type SinkInput,
  Sinks,
  type SinkView,
} from './sinks.ts'
export {
  type Channel,
  type ChannelConfig,
  type ChannelMessage,
  type ChannelParts,
  channelOf,
  withoutPath,
} from './tools/channel.ts'
export type { LogEntry } from './tools/log-tool.ts'
export { type OutsideTool, type OutsideToolsOptions, outsideTools } from './tools/tools.ts'
export { isSignedAsGitHub, isSignedBy, signWebhook, type WebhookHead } from './webhook-signature.ts'
export {
  startWorker,
  type Worker,
  type WorkerOptions,
  type WorkerStats,
} from './worker.ts'
export type { WorkerEvent } from './worker-events.ts'
