// The sentence of an issue is true of what happens next, whatever it was held for.

import { expect, it } from 'vitest'
import { issueOf } from '../src/issues.ts'
import type { Hold } from '../src/records.ts'

const hold = (more: Partial<Hold>): Hold => ({
  run: 'w-1',
  handler: 'c',
  kind: 'retry',
  at: Date.parse('2026-01-01T00:00:10Z'),
  because: 'transient',
  message: 'the line was busy',
  since: 0,
  ...more,
})

it.each([
  ['transient', 'c of w failed: the line was busy. It is tried again at 2026-01-01T00:00:10.000Z.'],
  ['crashed', 'c of w was interrupted. It is tried again at 2026-01-01T00:00:10.000Z.'],
  ['approval', 'c of w goes on now, as somebody has decided.'],
  ['unknown', 'c of w goes on now, as somebody has decided.'],
] as const)('%s, and about to be tried again', (because, sentence) => {
  expect(issueOf('w', hold({ because })).sentence).toBe(sentence)
})
