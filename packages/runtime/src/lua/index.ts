// The function library for Lua. It needs TypeScript, so it stands apart from the package's own face.

export { buildChunk } from './build.ts'
export { cachedChunk } from './cache.ts'
