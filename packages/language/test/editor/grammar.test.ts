// Goal: the tables of the editor's parser are those of its grammar.
// Method: the script that makes them makes them again, and compares.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const script = fileURLToPath(new URL('../../../../scripts/build-grammar.mjs', import.meta.url))

// Making the tables takes seven seconds on a quiet machine, and much longer on a busy one.
it('the committed tables are what the grammar gives', { timeout: 300_000 }, () => {
  const { status, stderr } = spawnSync(process.execPath, [script, '--check'], { encoding: 'utf8' })
  expect(stderr).toBe('')
  expect(status).toBe(0)
})
