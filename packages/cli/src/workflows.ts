// Workflows and tools of your own: `import { workflow, defineTool, ToolError } from 'cellwake/workflows'`.

export {
  type ConsumerDefinition,
  defineTool,
  type Message,
  type MutateContext,
  type MutationResult,
  type NextContext,
  type PrepareContext,
  type Prepared,
  type PrepareResult,
  type ProducerContext,
  type ProducerDefinition,
  type Schedule,
  type ToolContext,
  type ToolDefinition,
  ToolError,
  type WorkflowDefinition,
  type WorkflowEvent,
  Workflows,
  workflow,
} from '@cellwake/workflows'
