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
export {
  InvalidWorkflowError,
  type Problem,
  ToolError,
  type ToolErrorKind,
  WorkflowError,
  type WorkflowErrorCode,
  workflowErrors,
} from './errors.ts'
export type { Home, PhaseOptions, ScriptDefinition, ScriptHome } from './home.ts'
export { DEFAULT_LIMITS, type Limits } from './limits.ts'
export type { Notice, Notifier, Notifiers } from './notify.ts'
export type { Answer } from './reconcile.ts'
export type { FailureClass, Outcome, Phase, Status } from './run.ts'
export { Sandbox, type SandboxOptions } from './sandbox/sandbox.ts'
export { sharedTopics } from './topics.ts'
export type { Structure } from './validate.ts'
export type { VersionView } from './versions.ts'
export type {
  InputView,
  IssueView,
  LedgerView,
  LogView,
  Page,
  RunView,
  StatusView,
  Word,
} from './views.ts'
export {
  type By,
  type CheckedBy,
  type DeployedWorkflow,
  type EventView,
  type GrantedBy,
  Workflows,
  type WorkflowsOptions,
} from './workflows.ts'
