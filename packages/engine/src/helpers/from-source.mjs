// Starts a helper in a clone of the project, where TypeScript needs a loader.
import { register } from 'tsx/esm/api'

register()
await import(new URL('./program.ts', import.meta.url).href)
