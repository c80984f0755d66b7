// Runs programs of a clone from their source: `node --import ./scripts/source.mjs FILE.ts`. TypeScript is compiled while
// it loads, and our packages stand for their `src`; without this they stand for their `dist`, as when installed.
import { register } from 'node:module'
import 'tsx'

const hook = `export function resolve(name, context, next) {
  return next(name, { ...context, conditions: [...context.conditions, '@cellwake/source'] })
}`
register(`data:text/javascript,${encodeURIComponent(hook)}`)
