// The public face of workflows. Everything else is free to change.

export {
  type FetchLike,
  type Fix,
  type Fixer,
  type FixRequest,
  openAiFixer,
  webhookFixer,
} from './autofix.ts'
export * from './define.ts'
export type { DeliveryView } from './delivery-views.ts'
export {
  InvalidWorkflowError,
  type Problem,
  ToolError,
  type ToolErrorKind,
  WorkflowError,
  type WorkflowErrorCode,
  workflowErrors,
} from './errors.ts'
export type { ChangedRun, ChangeListener } from './following.ts'
export type { Home, PhaseOptions, ScriptDefinition, ScriptHome } from './home.ts'
export type { IssueView } from './issues.ts'
export { DEFAULT_LIMITS, type Limits } from './limits.ts'
export type { Notice, Notifier, Notifiers } from './notify.ts'
export type { EventView, PublishedEvent } from './publishing.ts'
export type { Answer } from './reconcile.ts'
export type { FailureClass, Outcome, Phase, Status } from './run.ts'
export type { LedgerView, RunView } from './run-views.ts'
export { Sandbox, type SandboxOptions } from './sandbox/sandbox.ts'
export type { Structure } from './structure.ts'
export { sharedTopics } from './topics.ts'
export type { VersionView } from './versions.ts'
export type {
  InputView,
  LogView,
  Page,
  StatusView,
  Word,
} from './views.ts'
export {
  type By,
  type CheckedBy,
  type DeployedWorkflow,
  type GrantedBy,
  Workflows,
  type WorkflowsOptions,
} from './workflows.ts'
