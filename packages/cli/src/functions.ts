// Functions of your own for models: `import { defineFunction } from 'cellwake/functions'`.

export {
  type ArgumentSpec,
  type CallClass,
  type CallContext,
  CallError,
  defineFunction,
  type FunctionDefinition,
  type FunctionSpec,
  type HttpAnswer,
  type HttpCall,
  type RateLimit,
} from '@cellwake/workers/functions'
