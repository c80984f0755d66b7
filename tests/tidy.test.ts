// Holds the repository to its own architecture and habits. Fast, and the first step of CI.
// The rules are in tests/tidy/, the table they read is tests/tidy/architecture.ts.
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { readProject } from './tidy/project.ts'
import { rules } from './tidy/rules.ts'

const project = readProject(fileURLToPath(new URL('..', import.meta.url)))

it.each(Object.entries(rules))('%s', (_claim, check) => {
  expect(check(project)).toEqual([])
})
