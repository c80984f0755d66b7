#!/usr/bin/env node
// Runs from source in a clone of the project, and from the build in a published package.
import { existsSync } from 'node:fs'

const source = new URL('../src/main.ts', import.meta.url)
if (existsSync(source)) {
  const { register } = await import('tsx/esm/api')
  register()
  await import(source.href)
} else {
  await import(new URL('../dist/main.js', import.meta.url).href)
}
