// Starts a helper in a clone of the project, from source.
await import(new URL('../../../../scripts/source.mjs', import.meta.url).href)
await import(new URL('./program.ts', import.meta.url).href)
