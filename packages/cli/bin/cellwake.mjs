#!/usr/bin/env node
// Runs from source in a clone of the project, and from the build in a published package.
import { existsSync } from 'node:fs'

const clone = new URL('../../../scripts/source.mjs', import.meta.url)
if (existsSync(clone) && existsSync(new URL('../src/main.ts', import.meta.url))) {
  await import(clone.href)
  await import(new URL('../src/main.ts', import.meta.url).href)
} else {
  await import(new URL('../dist/main.js', import.meta.url).href)
}
